#include "text/mark_ids.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace gloss {
namespace {

constexpr size_t kMaxListBytes = 8192;
constexpr size_t kMaxIds = 1000;
constexpr size_t kMaxNameBytes = 200;

bool StartsWithFolded(std::string_view text, size_t at, std::string_view lower) {
  if (text.size() - std::min(at, text.size()) < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i) {
    if (AsciiLower(text[at + i]) != lower[i]) return false;
  }
  return true;
}

/// Longest first where one begins another.
constexpr std::array<std::string_view, 30> kSourceWords = {
    "sources",  "source",     "src",       "documents", "document", "docs",
    "doc",      "references", "reference", "refs",      "ref",      "citations",
    "citation", "passages",   "passage",   "contexts",  "context",  "chunks",
    "chunk",    "quellen",    "quelle",    "dokumente", "dokument", "fuentes",
    "fuente",   "documentos", "documento", "documenti", "fonti",    "fonte"};

constexpr std::array<std::string_view, 5> kDashes = {"-", "–", "—", "‑", "−"};
constexpr std::array<std::string_view, 6> kSeparators = {",", ";", "、", "，", "；", "&"};
constexpr std::array<std::string_view, 6> kAndWords = {"and", "und", "et", "y", "e", "&"};
constexpr std::array<std::string_view, 7> kPageWords = {"pp.",  "p.",    "s.",  "pages",
                                                        "page", "seite", "pág."};

class Reader {
 public:
  Reader(std::string_view text, size_t at)
      : text_(text.substr(0, std::min(text.size(), at + kMaxListBytes))), at_(at) {}

  size_t at() const { return at_; }
  void set_at(size_t at) { at_ = at; }
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void SkipSpace() {
    while (at_ < text_.size()) {
      if (text_[at_] == ' ' || text_[at_] == '\t') {
        ++at_;
      } else if (Sees("\u00A0")) {
        at_ += 2;
      } else {
        return;
      }
    }
  }
  bool Sees(std::string_view part) const { return text_.substr(at_).starts_with(part); }

  template <size_t kCount>
  bool TakeAny(const std::array<std::string_view, kCount>& parts) {
    for (const std::string_view part : parts) {
      if (!Sees(part)) continue;
      at_ += part.size();
      return true;
    }
    return false;
  }

  /// One of the lower-case words, in any case, not followed by a letter.
  template <size_t kCount>
  bool TakeWord(const std::array<std::string_view, kCount>& words) {
    for (const std::string_view word : words) {
      const size_t end = at_ + word.size();
      if (!StartsWithFolded(text_, at_, word)) continue;
      if (end < text_.size() && IsAsciiAlpha(text_[end])) continue;
      at_ = end;
      return true;
    }
    return false;
  }

  /// One to three digits with no letter, digit or decimal part after them.
  std::optional<int> TakeNumber() {
    size_t end = at_;
    int value = 0;
    while (end < text_.size() && IsAsciiDigit(text_[end]) && end - at_ < 4) {
      value = value * 10 + (text_[end] - '0');
      ++end;
    }
    if (end == at_ || end - at_ > 3) return std::nullopt;
    if (end < text_.size() && (IsAsciiAlpha(text_[end]) || text_[end] == '_')) return std::nullopt;
    const bool decimal =
        end + 1 < text_.size() && text_[end] == '.' && IsAsciiDigit(text_[end + 1]);
    if (decimal) return std::nullopt;
    at_ = end;
    return value;
  }

 private:
  std::string_view text_;
  size_t at_;
};

void Note(int number, MarkIdList& list) {
  list.low = list.ids.empty() ? number : std::min(list.low, number);
  list.high = list.ids.empty() ? number : std::max(list.high, number);
}

/// "S3", "d1": one letter that stands for a source, right before its number.
std::string TakeLetter(Reader& reader, std::string_view text) {
  const char letter = reader.Peek();
  const size_t next = reader.at() + 1;
  if (std::string_view("SsDd").find(letter) == std::string_view::npos || letter == '\0') return "";
  if (next >= text.size() || !IsAsciiDigit(text[next])) return "";
  reader.set_at(next);
  return std::string(1, letter);
}

/// "1", "S3", "3-5", "Source 2". False: it is none.
bool TakeItem(Reader& reader, std::string_view text, MarkIdList& list) {
  const size_t word = SourceWordAt(text, reader.at());
  if (word > 0) {
    reader.set_at(reader.at() + word);
    reader.SkipSpace();
    if (reader.Peek() == ':' || reader.Peek() == '#') reader.set_at(reader.at() + 1);
    reader.SkipSpace();
    list.labelled = true;
  }
  const std::string letter = TakeLetter(reader, text);
  if (!letter.empty()) list.labelled = true;
  const auto first = reader.TakeNumber();
  if (!first) return false;
  int last = *first;
  const size_t after = reader.at();
  reader.SkipSpace();
  if (reader.TakeAny(kDashes)) {
    reader.SkipSpace();
    TakeLetter(reader, text);
    const auto number = reader.TakeNumber();
    if (!number || *number < *first) return false;
    last = *number;
    ++list.ranges;
  } else {
    reader.set_at(after);
  }
  if (list.ids.size() + static_cast<size_t>(last - *first) >= kMaxIds) return false;
  for (int number = *first; number <= last; ++number) {
    Note(number, list);
    list.ids.push_back(letter + std::to_string(number));
  }
  ++list.items;
  return true;
}

/// ", p. 12", ", pp. 3-4": where in the source.
bool TakePages(Reader& reader) {
  if (!reader.TakeWord(kPageWords)) return false;
  reader.SkipSpace();
  if (!reader.TakeNumber()) return false;
  const size_t after = reader.at();
  reader.SkipSpace();
  if (reader.TakeAny(kDashes)) {
    reader.SkipSpace();
    return reader.TakeNumber().has_value();
  }
  reader.set_at(after);
  return true;
}

}  // namespace

size_t SourceWordAt(std::string_view text, size_t at) {
  for (const std::string_view word : kSourceWords) {
    if (!StartsWithFolded(text, at, word)) continue;
    size_t end = at + word.size();
    if (end < text.size() && IsAsciiAlpha(text[end])) continue;
    if (end < text.size() && text[end] == '.') ++end;
    return end - at;
  }
  return 0;
}

std::optional<MarkIdList> ReadMarkIds(std::string_view text, size_t at, std::string_view close) {
  MarkIdList list;
  Reader reader(text, at);
  reader.SkipSpace();
  if (!TakeItem(reader, text, list)) return std::nullopt;
  for (;;) {
    reader.SkipSpace();
    if (reader.Sees(close)) {
      list.end = reader.at();
      return list;
    }
    const bool separated = reader.TakeAny(kSeparators);
    reader.SkipSpace();
    const bool joined = reader.TakeWord(kAndWords);
    if (!separated && !joined) return std::nullopt;
    reader.SkipSpace();
    const size_t before = reader.at();
    if (separated && !joined && TakePages(reader)) continue;
    reader.set_at(before);
    if (!TakeItem(reader, text, list)) return std::nullopt;
  }
}

std::optional<MarkIdList> ReadNamedSource(std::string_view text, size_t at,
                                          std::string_view close) {
  const size_t word = SourceWordAt(text, at);
  if (word == 0) return std::nullopt;
  size_t begin = at + word;
  while (begin < text.size() && text[begin] == ' ') ++begin;
  if (begin >= text.size() || text[begin] != ':') return std::nullopt;
  ++begin;
  const std::string_view rest = text.substr(begin, kMaxNameBytes + close.size());
  const size_t end = rest.find(close);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view name = rest.substr(0, end);
  if (name.find_first_of("\n\r[]()<>") != std::string_view::npos) return std::nullopt;
  while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  if (name.empty()) return std::nullopt;
  MarkIdList list;
  list.ids.emplace_back(name);
  list.labelled = true;
  list.items = 1;
  list.end = begin + end;
  return list;
}

}  // namespace gloss
