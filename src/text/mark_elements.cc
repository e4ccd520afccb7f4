#include "text/mark_elements.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "text/ascii.h"
#include "text/mark_context.h"
#include "text/mark_ids.h"
#include "text/mark_tags.h"

namespace gloss {
namespace {

constexpr size_t kMaxTagBytes = 512;
constexpr size_t kMaxContentIds = 256;
/// Open elements that are kept; a hostile text cannot make the search for an end long.
constexpr size_t kMaxOpen = 64;
constexpr size_t kTagDigits = 8;

bool IsNameChar(char c) { return IsAsciiAlpha(c) || IsAsciiDigit(c) || c == '-' || c == '_'; }

bool IsHexDigit(char c) {
  return IsAsciiDigit(c) || (AsciiLower(c) >= 'a' && AsciiLower(c) <= 'f');
}

bool IsSentenceTag(std::string_view name) {
  return name.size() == kTagDigits && std::all_of(name.begin(), name.end(), IsHexDigit);
}

bool IsCiteName(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"cite", "citation", "ref",
                                                      "co",   "source",   "sup"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::string_view TrimSpace(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n\r") + 1 - begin);
}

/// Ids in words: "s1", "1, 2", "[3]", "a3f5e823 b2c4d6e8", "report.pdf". Empty: no list of ids.
std::vector<std::string> IdsInWords(std::string_view text, bool any_word) {
  text = TrimSpace(text);
  if (text.size() > kMaxContentIds || text.empty()) return {};
  if ((text.front() == '[' && text.back() == ']') || (text.front() == '(' && text.back() == ')')) {
    text = TrimSpace(text.substr(1, text.size() - 2));
  }
  const std::string closed = std::string(text) + "\x01";
  if (auto list = ReadMarkIds(closed, 0, "\x01")) return std::move(list->ids);
  std::vector<std::string> ids;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(", ;\t\n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (!word.empty()) {
      if (!any_word && !IsSentenceTag(word)) return {};
      ids.emplace_back(word);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return ids;
}

/// The value of an attribute that names a source; nothing without one.
std::string_view SourceAttribute(std::string_view attributes) {
  constexpr std::array<std::string_view, 12> kNames = {"id",   "ids", "source", "sources",
                                                       "src",  "ref", "refs",   "doc",
                                                       "docs", "idx", "name",   "index"};
  while (!attributes.empty()) {
    const size_t equals = attributes.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string name = AsciiLower(TrimSpace(attributes.substr(0, equals)));
    attributes = attributes.substr(equals + 1);
    const size_t begin = attributes.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    attributes.remove_prefix(begin);
    const char quote = attributes.front();
    const bool quoted = quote == '"' || quote == '\'';
    if (quoted) attributes.remove_prefix(1);
    const size_t end = std::min(quoted ? attributes.find(quote) : attributes.find_first_of(" \t"),
                                attributes.size());
    const std::string_view value = attributes.substr(0, end);
    if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return value;
    attributes.remove_prefix(std::min(end + 1, attributes.size()));
  }
  return {};
}

}  // namespace

bool IsMarkElementName(std::string_view name) {
  return IsCiteName(name) || name == "think" || name == "thinking" || name == "thought" ||
         name == "reasoning";
}

struct MarkElements::Tag {
  std::string name;  ///< In lower case.
  std::string_view attributes;
  bool closes = false;
  bool self_closing = false;
  size_t end = 0;
};

std::optional<MarkElements::Tag> MarkElements::ReadTag(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at, kMaxTagBytes);
  Tag tag;
  size_t next = 1;
  if (next < rest.size() && rest[next] == '/') {
    tag.closes = true;
    ++next;
  }
  size_t end = next;
  while (end < rest.size() && IsNameChar(rest[end])) ++end;
  if (end == next || end - next > 16) return std::nullopt;
  tag.name = AsciiLower(rest.substr(next, end - next));
  const size_t close = rest.find_first_of("<>\n", end);
  if (close == std::string_view::npos || rest[close] != '>') return std::nullopt;
  tag.attributes = TrimSpace(rest.substr(end, close - end));
  if (tag.attributes.ends_with('/')) {
    tag.self_closing = true;
    tag.attributes = TrimSpace(tag.attributes.substr(0, tag.attributes.size() - 1));
  }
  tag.end = at + close + 1;
  return tag;
}

/// Tags that are one but for a wrong digit begin and end each other.
std::string MarkElements::CanonicalName(std::string_view id) const {
  if (tags_ != nullptr) {
    TagIndex::Found found = tags_->Find(id);
    if (!found.tag.empty()) return std::move(found.tag);
  }
  return AsciiLower(id);
}

std::optional<size_t> MarkElements::ReadDamaged(size_t at) {
  auto found = ReadDamagedTags(text_, at, *tags_);
  if (!found) return std::nullopt;
  const size_t end = found->span.end;
  Open open{.name = CanonicalName(found->ids.front()),
            .span = found->span,
            .ids = std::move(found->ids),
            .is_sentence_tag = true,
            .damaged = true};
  if (open.ids.size() > 1) {
    Add(open, {end, end});
  } else if (found->closes) {
    Close(std::move(open));
  } else {
    Push(std::move(open));
  }
  return end;
}

size_t MarkElements::Read(size_t at) {
  const auto tag = ReadTag(text_, at);
  const bool sentence_tag = tag && IsSentenceTag(tag->name) && tag->attributes.empty();
  const bool cites = tag && IsCiteName(tag->name);
  if (tags_ != nullptr && !sentence_tag && !cites) {
    if (const auto end = ReadDamaged(at)) return *end;
  }
  if (!sentence_tag && !cites) return at + 1;
  Open open{.name = tag->name, .span = {at, tag->end}, .ids = {}};
  if (sentence_tag) {
    open.is_sentence_tag = true;
    open.ids = {tag->name};
    if (tags_ != nullptr) {
      open.name = CanonicalName(tag->name);
      open.ids = {std::string(text_.substr(at + (tag->closes ? 2 : 1), kTagDigits))};
    }
  } else if (!tag->closes && tag->name != "sup" && !tag->attributes.empty()) {
    const bool colon = tag->attributes.front() == ':';
    open.ids = IdsInWords(colon ? tag->attributes.substr(1) : SourceAttribute(tag->attributes),
                          /*any_word=*/true);
    if (open.ids.empty()) open.ids = IdsInWords(tag->attributes, /*any_word=*/false);
  }
  if (tag->closes) {
    Close(std::move(open));
  } else if (tag->self_closing) {
    if (!open.ids.empty()) Add(open, {tag->end, tag->end});
  } else {
    Push(std::move(open));
  }
  return tag->end;
}

void MarkElements::Push(Open open) {
  if (open_.size() == kMaxOpen) {
    const Span first = open_.front().span;
    if (!open_.front().ids.empty()) Add(open_.front(), {first.end, first.end});
    open_.erase(open_.begin());
  }
  open_.push_back(std::move(open));
}

void MarkElements::Close(Open end) {
  const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                  [&](const Open& open) { return open.name == end.name; });
  if (found == open_.rend()) {
    // An end without a beginning is no statement either; HTML's own elements are left alone.
    const bool is_mark =
        end.is_sentence_tag || end.name == "cite" || end.name == "citation" || end.name == "co";
    if (is_mark) Add(end, {end.span.end, end.span.end});
    return;
  }
  found->damaged = found->damaged || end.damaged ||
                   (tags_ != nullptr && found->ids != end.ids && found->is_sentence_tag);
  Add(*found, end.span);
  open_.erase(std::next(found).base());
}

void MarkElements::Add(const Open& open, Span close) {
  CitationMark mark;
  mark.form = open.is_sentence_tag ? MarkForm::kTag : MarkForm::kElement;
  mark.damaged = open.damaged;
  mark.span = {open.span.begin, close.end};
  mark.content = {open.span.end, close.begin};
  std::vector<std::string> ids = open.ids;
  const std::string_view content = mark.content.In(text_);
  if (!TrimSpace(content).empty()) {
    // <cite>1</cite>: what is enclosed names the source, and states nothing.
    const std::vector<std::string> inside = IdsInWords(content, /*any_word=*/false);
    if (ids.empty() && inside.empty()) return;  // HTML's <cite>Hamlet</cite>, <sup>th</sup>.
    if (ids.empty() && open.name == "sup") {
      const CharKind before = KindBefore(text_, mark.span.begin);
      const std::string_view word = WordBefore(text_, mark.span.begin, false);
      if (before == CharKind::kDigit || (IsLetter(before) && word.size() < 4)) return;  // 10³, m²
    }
    if (!inside.empty()) {
      if (ids.empty()) ids = inside;
      mark.content = {};
    }
  } else {
    if (ids.empty() && close.size() > 0) return;
    mark.content = {};
  }
  for (std::string& id : ids) mark.targets.emplace_back().id = std::move(id);
  marks_.push_back(std::move(mark));
}

std::vector<CitationMark> MarkElements::Take() {
  // Without an end: the mark is the beginning alone.
  for (const Open& open : open_) {
    if (!open.ids.empty()) Add(open, {open.span.end, open.span.end});
  }
  open_.clear();
  std::sort(marks_.begin(), marks_.end(), [](const CitationMark& a, const CitationMark& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
  });
  return std::move(marks_);
}

}  // namespace gloss
