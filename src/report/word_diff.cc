#include "report/word_diff.h"

#include <algorithm>

#include "text/characters.h"

namespace gloss {
namespace {

constexpr size_t kMostCells = 4'000'000;

/// Words with the white space before them, so that the tokens joined are the text. Punctuation at
/// the end of a word is a token of its own: "85.3." → "85.3" ".".
std::vector<std::string_view> TokensOf(std::string_view text) {
  std::vector<std::string_view> tokens;
  size_t at = 0;
  while (at < text.size()) {
    const size_t begin = at;
    while (at < text.size() && IsBlank(CharAt(text, at).kind)) at = CharAt(text, at).end;
    const size_t word = at;
    while (at < text.size() && !IsBlank(CharAt(text, at).kind)) at = CharAt(text, at).end;
    size_t end = at;
    while (end > word + 1 &&
           std::string_view(".,;:!?)").find(text[end - 1]) != std::string_view::npos) {
      --end;
    }
    tokens.push_back(text.substr(begin, end - begin));
    if (end < at) tokens.push_back(text.substr(end, at - end));
  }
  return tokens;
}

class Builder {
 public:
  void Add(DiffKind kind, std::string_view token) {
    if (kind == DiffKind::kSame) {
      Flush();
      Append(kind, token);
    } else {
      (kind == DiffKind::kRemoved ? removed_ : added_) += token;
    }
  }

  std::vector<DiffPart> Take() && {
    Flush();
    return std::move(parts_);
  }

 private:
  void Flush() {
    Append(DiffKind::kRemoved, removed_);
    Append(DiffKind::kAdded, added_);
    removed_.clear();
    added_.clear();
  }
  void Append(DiffKind kind, std::string_view text) {
    if (text.empty()) return;
    if (!parts_.empty() && parts_.back().kind == kind) {
      parts_.back().text += text;
    } else {
      parts_.push_back({kind, std::string(text)});
    }
  }

  std::vector<DiffPart> parts_;
  std::string removed_;
  std::string added_;
};

}  // namespace

std::vector<DiffPart> WordDiff(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> a = TokensOf(before);
  const std::vector<std::string_view> b = TokensOf(after);
  Builder builder;
  if ((a.size() + 1) * (b.size() + 1) > kMostCells) {
    if (before == after) {
      builder.Add(DiffKind::kSame, before);
    } else {
      builder.Add(DiffKind::kRemoved, before);
      builder.Add(DiffKind::kAdded, after);
    }
    return std::move(builder).Take();
  }
  // length[i][j]: longest common subsequence of the rests from i and j.
  const size_t columns = b.size() + 1;
  std::vector<uint32_t> length((a.size() + 1) * columns);
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      length[i * columns + j] =
          a[i] == b[j] ? length[(i + 1) * columns + j + 1] + 1
                       : std::max(length[(i + 1) * columns + j], length[i * columns + j + 1]);
    }
  }
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      builder.Add(DiffKind::kSame, a[i]);
      ++i;
      ++j;
    } else if (j == b.size() ||
               (i < a.size() && length[(i + 1) * columns + j] >= length[i * columns + j + 1])) {
      builder.Add(DiffKind::kRemoved, a[i++]);
    } else {
      builder.Add(DiffKind::kAdded, b[j++]);
    }
  }
  return std::move(builder).Take();
}

}  // namespace gloss
