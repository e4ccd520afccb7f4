#pragma once

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "backends/remote/remote_server.h"
#include "base/status.h"

namespace gloss {

/// The servers of one engine: roles that name the same server share its connection, its limits and
/// what was found out about it. Not thread-safe; used while an engine is made.
class ServerPool {
 public:
  ServerPool(std::shared_ptr<HttpTransport> transport, EnvironmentLookup environment,
             std::shared_ptr<RemoteClock> clock = MakeSystemClock())
      : transport_(std::move(transport)),
        environment_(std::move(environment)),
        clock_(std::move(clock)) {}

  /// Errors: as RemoteServer::Connect.
  Result<std::shared_ptr<RemoteServer>> Get(const ServerOptions& options,
                                            const std::stop_token& stop);

 private:
  std::shared_ptr<HttpTransport> transport_;
  EnvironmentLookup environment_;
  std::shared_ptr<RemoteClock> clock_;
  std::vector<std::pair<ServerOptions, std::shared_ptr<RemoteServer>>> servers_;
};

}  // namespace gloss
