#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// A server's key. It leaves this class only into the Authorization header; what a server sends
/// back is scrubbed of it, so that it reaches no error, log or report.
class ApiKey {
 public:
  ApiKey() = default;
  explicit ApiKey(std::string key) : key_(std::move(key)) {}

  bool empty() const { return key_.empty(); }

  /// "Bearer …". REQUIRES: !empty().
  std::string AuthorizationValue() const { return "Bearer " + key_; }

  /// The text with every occurrence of the key replaced by "[key]".
  std::string Scrub(std::string text) const;

  friend bool operator==(const ApiKey&, const ApiKey&) = default;

 private:
  std::string key_;
};

/// Looks up an environment variable.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string&)>;

/// Reads the key from the environment variable `name`, or from `file`; no key when both are empty.
/// White space around it is dropped. Messages never hold the key, nor the name of a variable that
/// is not there (it may be a key given by mistake). Errors: kInvalidArgument (both given; not a
/// variable's name; an empty key or one with characters that no header takes), kNotFound,
/// kPermissionDenied (a file that others can read), and those of ReadFile.
Result<ApiKey> ReadApiKey(const std::string& name, const std::string& file,
                          const EnvironmentLookup& environment);

}  // namespace gloss
