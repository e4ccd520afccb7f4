#include "text/tagged_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/hash.h"
#include "text/ascii.h"
#include "text/mark_elements.h"
#include "text/mark_readers.h"
#include "text/mark_tags.h"
#include "text/utf8.h"

namespace gloss {
namespace {

constexpr size_t kMaxReference = 10;  // "&#1114111;"

/// A character reference that UnescapeMarks reads.
struct Reference {
  std::string text;  ///< What it stands for.
  size_t length = 0;
};

std::optional<Reference> ReferenceAt(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at, kMaxReference);
  if (rest.starts_with("&lt;")) return Reference{"<", 4};
  if (rest.starts_with("&gt;")) return Reference{">", 4};
  if (rest.starts_with("&amp;")) return Reference{"&", 5};
  const size_t end = rest.find(';');
  if (!rest.starts_with("&#") || end == std::string_view::npos || end == 2) return std::nullopt;
  uint32_t value = 0;
  const char* last = rest.data() + end;
  const auto [stop, error] = std::from_chars(rest.data() + 2, last, value);
  // Only what EscapeMarks writes: no leading zeros.
  if (error != std::errc() || stop != last || rest[2] == '0' || value > 0x10FFFF ||
      (value >= 0xD800 && value < 0xE000)) {
    return std::nullopt;
  }
  Reference reference{"", end + 1};
  AppendUtf8(static_cast<char32_t>(value), reference.text);
  return reference;
}

const TagIndex& AllTags() {
  static const TagIndex kAll = TagIndex::OfAllTags();
  return kAll;
}

/// True when a mark of any form could begin with the "<" at `at`.
bool OpensElement(std::string_view text, size_t at) {
  if (ReadDamagedTags(text, at, AllTags())) return true;
  size_t begin = at + 1;
  if (begin < text.size() && text[begin] == '/') ++begin;
  size_t end = begin;
  while (end < text.size() && end - begin < 16 && IsAsciiAlpha(text[end])) ++end;
  return IsMarkElementName(AsciiLower(text.substr(begin, end - begin)));
}

/// True when the character at `at` could begin a mark, or end one whose begin is lost.
bool TouchesMark(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '<') return OpensElement(text, at);
  if (c == '>') return ReadTagBefore(text, at, AllTags()).has_value();
  if (c == '[' || c == '(' || c == '{') {
    // What stands before it need not be copied with it, and may be why it is none here.
    const std::string_view rest = text.substr(at);
    return ReadMark(rest, 0).has_value() || ReadDamagedTags(rest, 0, AllTags()).has_value();
  }
  if (static_cast<unsigned char>(c) < 0xC2) return false;
  return ReadMark(text, at).has_value() || ReadDamagedTags(text, at, AllTags()).has_value();
}

/// One pass: escapes what touches a mark. False: there was nothing.
bool EscapeOnce(std::string_view text, std::string* out) {
  out->clear();
  bool changed = false;
  size_t done = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const unsigned char byte = static_cast<unsigned char>(text[at]);
    if (byte < 0xC2 && std::string_view("<>[({").find(text[at]) == std::string_view::npos) continue;
    if (!TouchesMark(text, at)) continue;
    size_t next = at + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U) ++next;
    if (byte >= 0xC2 && FindInvalidUtf8(text.substr(at, next - at))) continue;
    out->append(text, done, at - done);
    if (text[at] == '<' || text[at] == '>') {
      out->append(text[at] == '<' ? "&lt;" : "&gt;");
    } else {
      const auto decoded = DecodeUtf8(text.substr(at, next - at), 0);
      out->append(fmt::format("&#{};", static_cast<uint32_t>(decoded.value)));
    }
    changed = true;
    done = next;
    at = next - 1;
  }
  out->append(text, done);
  return changed;
}

std::string EscapeReferences(std::string_view text) {
  std::string out;
  size_t done = 0;
  for (size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    if (!ReferenceAt(text, at)) continue;
    out.append(text, done, at - done).append("&amp;");
    done = at + 1;
  }
  return out.append(text, done);
}

bool IsBlankText(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

}  // namespace

std::string EscapeMarks(std::string_view text) {
  std::string escaped = EscapeReferences(text);
  // What is escaped within a mark can make a mark of what is around it; marks are short, so a few
  // passes suffice.
  std::string next;
  while (EscapeOnce(escaped, &next)) escaped.swap(next);
  return escaped;
}

std::string UnescapeMarks(std::string_view text) {
  std::string out;
  size_t done = 0;
  for (size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at)) {
    const auto reference = ReferenceAt(text, at);
    if (!reference) {
      ++at;
      continue;
    }
    out.append(text, done, at - done).append(reference->text);
    at += reference->length;
    done = at;
  }
  return out.append(text, done);
}

std::string TagSentences(const Document& document, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end; ++i) {
    const Sentence& sentence = document.sentences[i];
    if (i > begin) {
      const Span gap{document.sentences[i - 1].span.end, sentence.span.begin};
      const std::string_view between = gap.In(document.text);
      // Furniture and the like lie between sentences that have no tag.
      out += IsBlankText(between) && !between.empty() ? between : between.empty() ? " " : "\n\n";
    }
    out += fmt::format("<{0}>{1}</{0}>", sentence.tag, EscapeMarks(document.SentenceText(i)));
  }
  return out;
}

std::string TagDocuments(std::span<const Document> documents) {
  std::string out;
  for (const Document& document : documents) {
    if (documents.size() > 1) {
      std::string title = document.title.empty() ? document.uri : document.title;
      std::replace(title.begin(), title.end(), '\n', ' ');
      out += fmt::format("{}## {}: {}\n\n", out.empty() ? "" : "\n", EscapeMarks(document.id),
                         EscapeMarks(title));
    }
    out += TagSentences(document, 0, document.sentences.size());
    out += '\n';
  }
  return out;
}

std::vector<TagEntry> TagTable(std::span<const Document> documents) {
  std::vector<TagEntry> table;
  std::unordered_map<std::string_view, size_t> entry_of;
  for (size_t d = 0; d < documents.size(); ++d) {
    for (size_t s = 0; s < documents[d].sentences.size(); ++s) {
      const std::string& tag = documents[d].sentences[s].tag;
      const auto [entry, is_new] = entry_of.emplace(tag, table.size());
      if (is_new) {
        const bool rehashed = !Md5Hex(documents[d].SentenceText(s)).starts_with(tag);
        table.push_back({tag, {}, rehashed});
      }
      table[entry->second].places.push_back({static_cast<int>(d), static_cast<int>(s)});
    }
  }
  return table;
}

}  // namespace gloss
