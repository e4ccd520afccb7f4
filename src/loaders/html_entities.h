#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace gloss {

/// Decodes HTML character references outside of HTML (Markdown has them too). Not thread-safe.
class HtmlEntities {
 public:
  /// "&amp;" → "&", "&#x41;" → "A"; a name that HTML doesn't know stays as it is. A numeric
  /// reference to NUL, a surrogate or past U+10FFFF gives U+FFFD.
  std::string Decode(std::string_view reference);

 private:
  std::unordered_map<std::string, std::string> named_;
};

/// The code point in UTF-8; U+FFFD for NUL, surrogates and what is past U+10FFFF.
std::string Utf8Of(unsigned long code_point);

}  // namespace gloss
