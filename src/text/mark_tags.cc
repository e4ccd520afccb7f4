#include "text/mark_tags.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/ascii.h"

namespace gloss {
namespace {

constexpr size_t kMaxBytes = 256;
constexpr size_t kLongestId = 9;

bool IsWordChar(char c) { return IsAsciiAlpha(c) || IsAsciiDigit(c); }

/// What opens a mark, with what closes it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kBrackets = {{{"<", ">"},
                                                                                     {"[[", "]]"},
                                                                                     {"[^", "]"},
                                                                                     {"[", "]"},
                                                                                     {"(", ")"},
                                                                                     {"{", "}"},
                                                                                     {"【", "】"},
                                                                                     {"＜", "＞"}}};

/// Words that stand beside ids in marks.
bool IsFiller(std::string_view word) {
  constexpr std::array<std::string_view, 22> kWords = {
      "tag",       "tags",     "id",     "ids",     "ref",    "refs",  "cite",  "citation",
      "citations", "see",      "source", "quelle",  "fuente", "fonte", "siehe", "voir",
      "hash",      "sentence", "span",   "summary", "of",     "and"};
  return std::find(kWords.begin(), kWords.end(), AsciiLower(word)) != kWords.end();
}

/// Eight digits that a number or a word is unlikely to be.
bool LooksLikeTag(std::string_view word) {
  return TagValue(word).has_value() && std::any_of(word.begin(), word.end(), IsAsciiDigit) &&
         std::any_of(word.begin(), word.end(), IsAsciiAlpha);
}

/// How much a word must be like a tag.
enum class Trust {
  kAnyDigits,  ///< Eight digits suffice: nothing else stands so between these signs.
  kTagLike,    ///< Eight digits, letters among them.
  kKnown,      ///< It is a tag or comes near one.
};

bool Passes(std::string_view word, const TagIndex& tags, Trust trust) {
  if (word.size() > kLongestId) return false;
  if (tags.Find(word).match != TagMatch::kNone) return true;
  return trust == Trust::kAnyDigits ? TagValue(word).has_value()
                                    : trust == Trust::kTagLike && LooksLikeTag(word);
}

/// The ids of a text that holds nothing else; empty: it holds something else.
std::vector<std::string> IdsIn(std::string_view text, const TagIndex& tags, Trust trust) {
  std::vector<std::string> ids;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && IsWordChar(text[end])) ++end;
    if (end == at) {
      constexpr std::string_view kJoints = " \t\r\n,;:|/\\=\"'#-&!*`";
      if (kJoints.find(text[at]) == std::string_view::npos) return {};
      ++at;
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    if (Passes(word, tags, trust)) {
      ids.emplace_back(word);
    } else if (!IsFiller(word)) {
      return {};
    }
    at = end;
  }
  return ids;
}

/// "<a3f5e823 and so on": the sign that closes is lost.
std::optional<FoundTags> ReadUnclosed(std::string_view text, size_t at, const TagIndex& tags) {
  size_t begin = at + 1;
  const bool closes = begin < text.size() && text[begin] == '/';
  if (closes) ++begin;
  size_t end = begin;
  while (end < text.size() && end - begin <= kLongestId && IsWordChar(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  if (!Passes(word, tags, Trust::kTagLike)) return std::nullopt;
  return FoundTags{{at, end}, {std::string(word)}, closes};
}

}  // namespace

std::optional<FoundTags> ReadDamagedTags(std::string_view text, size_t at, const TagIndex& tags) {
  const std::string_view rest = text.substr(at, kMaxBytes);
  for (const auto& [open, close] : kBrackets) {
    if (!rest.starts_with(open)) continue;
    size_t inside = open.size();
    const bool closes = rest.substr(inside).starts_with('/');
    const size_t end = rest.find(close, inside);
    std::vector<std::string> ids;
    if (end != std::string_view::npos) {
      const Trust trust = open == "<"                  ? Trust::kAnyDigits
                          : open == "(" || open == "{" ? Trust::kKnown
                                                       : Trust::kTagLike;
      ids = IdsIn(rest.substr(inside, end - inside), tags, trust);
    }
    std::optional<FoundTags> found;
    if (!ids.empty()) {
      found = FoundTags{{at, at + end + close.size()}, std::move(ids), closes};
    } else if (open == "<") {
      found = ReadUnclosed(text, at, tags);
    }
    if (found && at > 0 && text[at - 1] == '\\') --found->span.begin;
    return found;
  }
  return std::nullopt;
}

std::optional<FoundTags> ReadTagBefore(std::string_view text, size_t at, const TagIndex& tags) {
  size_t begin = at;
  while (begin > 0 && at - begin <= kLongestId && IsWordChar(text[begin - 1])) --begin;
  const std::string_view word = text.substr(begin, at - begin);
  if (!LooksLikeTag(word) || tags.Find(word).match != TagMatch::kExact) return std::nullopt;
  const bool slash = begin > 0 && text[begin - 1] == '/';
  const size_t first = begin - (slash ? 1 : 0);
  // With its opening sign it is read there; with an escaped one it is text.
  if (text.substr(0, first).ends_with('<') || text.substr(0, first).ends_with("&lt;")) {
    return std::nullopt;
  }
  return FoundTags{{first, at + 1}, {std::string(word)}, slash};
}

std::optional<FoundTags> ReadTagsInCode(std::string_view text, const Span& code,
                                        const TagIndex& tags) {
  if (code.size() > kMaxBytes) return std::nullopt;
  std::string inside(code.In(text));
  // Without its opening sign it is code: what a source holds of the kind is escaped there.
  const size_t first = inside.find_first_not_of("` \t\r\n");
  if (first == std::string::npos || !ReadDamagedTags(text, code.begin + first, tags)) {
    return std::nullopt;
  }
  for (char& c : inside) {
    if (std::string_view("<>[](){}").find(c) != std::string_view::npos) c = ' ';
  }
  std::vector<std::string> ids = IdsIn(inside, tags, Trust::kKnown);
  if (ids.empty()) return std::nullopt;
  return FoundTags{code, std::move(ids), false};
}

}  // namespace gloss
