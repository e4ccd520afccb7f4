#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/citation_mark.h"

namespace gloss {

/// A citation mark that was read at a place.
struct FoundMark {
  MarkForm form = MarkForm::kBracket;
  size_t end = 0;
  std::vector<std::string> ids;
};

/// Reads the mark that begins at `at`, of the forms that are not elements: [1], [^1], (Source 2),
/// 【4†source】, ¹², [1](https://…), U+E200 cite. Looks at a bounded number of bytes. Takes any
/// bytes. REQUIRES: at < text.size().
std::optional<FoundMark> ReadMark(std::string_view text, size_t at);

}  // namespace gloss
