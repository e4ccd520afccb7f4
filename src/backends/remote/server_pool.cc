#include "backends/remote/server_pool.h"

namespace gloss {

Result<std::shared_ptr<RemoteServer>> ServerPool::Get(const ServerOptions& options,
                                                      const std::stop_token& stop) {
  for (const auto& [known, server] : servers_) {
    if (known == options) return server;
  }
  GLOSS_ASSIGN_OR_RETURN(std::shared_ptr<RemoteServer> server,
                         RemoteServer::Connect(options, environment_, transport_, clock_, stop));
  servers_.emplace_back(options, server);
  return server;
}

}  // namespace gloss
