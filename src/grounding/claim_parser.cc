#include "grounding/claim_parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "text/characters.h"
#include "text/utf8.h"
#include "text/words.h"

namespace gloss {
namespace {

/// No answer of a decomposition model is longer for a good reason; the rest is not read.
constexpr size_t kMaxAnswerBytes = size_t{64} << 10;
/// Refused lines that are kept for the record.
constexpr size_t kMaxRefused = 32;
constexpr size_t kLeastWords = 2;

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// "1.", "2)", "(3)", "a)", "[4]": at most three digits or one letter, so that "2024." stays.
bool TakeEnumerator(std::string_view& text) {
  std::string_view rest = text;
  const bool open = TakePrefix(rest, "(") || TakePrefix(rest, "[");
  size_t size = 0;
  while (size < rest.size() && IsDigit(rest[size])) ++size;
  const bool number = size > 0 && size <= 3;
  if (!number) {
    size = 0;
    if (!rest.empty() && IsAsciiLetter(rest[0])) size = 1;
    if (size == 0) return false;
  }
  rest.remove_prefix(size);
  if (rest.empty()) return false;
  const char close = rest[0];
  const bool closes =
      close == ')' || close == ']' || (!open && number && (close == '.' || close == ':'));
  if (!closes) return false;
  rest.remove_prefix(1);
  // "3.5 mg" is a number; an enumerator has white space after it.
  if (!rest.empty() && !IsSpace(rest[0]) && close != ')' && close != ']') return false;
  text = Trim(rest);
  return true;
}

/// "Fact:", "Claim 3:", "- Statement 2 -".
bool TakeLabel(std::string_view& text, const std::string& folded) {
  constexpr std::array<std::string_view, 7> kLabels = {
      "fact", "claim", "statement", "atomic fact", "aussage", "hecho", "fait"};
  for (const std::string_view label : kLabels) {
    if (!folded.starts_with(label)) continue;
    size_t at = label.size();
    while (at < text.size() && (text[at] == ' ' || text[at] == '#' || IsDigit(text[at]))) ++at;
    if (at < text.size() && text[at] == ':') {
      text = Trim(text.substr(at + 1));
      return true;
    }
  }
  return false;
}

/// The beginning of a text, in lower case; for looking at its first words.
std::string FoldedStart(std::string_view text, size_t most) {
  size_t end = std::min(text.size(), most);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return FoldCase(text.substr(0, end));
}

std::string_view StripQuotes(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kPairs = {
      {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"**", "**"}}};
  for (bool again = true; again;) {
    again = false;
    for (const auto& [open, close] : kPairs) {
      if (text.size() > open.size() + close.size() && text.starts_with(open) &&
          text.ends_with(close)) {
        text = Trim(text.substr(open.size(), text.size() - open.size() - close.size()));
        again = true;
      }
    }
  }
  return text;
}

std::string_view StripMarkers(std::string_view line) {
  line = Trim(line);
  for (int depth = 0; depth < 4; ++depth) {
    const std::string_view before = line;
    for (const std::string_view bullet :
         {"- ", "* ", "+ ", "• ", "– ", "— ", "· ", "> ", "# ", "## ", "### ", "•", "-\t"}) {
      if (TakePrefix(line, bullet)) line = Trim(line);
    }
    TakeEnumerator(line);
    TakeLabel(line, FoldedStart(line, 24));
    line = StripQuotes(line);
    if (line == before) break;
  }
  return line;
}

/// The prompt's own words: after a claim they begin an example that the model made up.
bool IsPromptEcho(const std::string& folded) {
  constexpr std::array<std::string_view, 14> kEchoes = {
      "sentence:",  "context:",      "before:",  "question:", "user:",
      "assistant:", "system:",       "input:",   "text:",     "<|im_start|>",
      "<|im_end|>", "<|endoftext|>", "example:", "### "};
  return std::any_of(kEchoes.begin(), kEchoes.end(),
                     [&](std::string_view echo) { return folded.starts_with(echo); });
}

/// "Here are the facts:", "Sure!", "Facts:": says what follows, states nothing.
bool IsIntroduction(const std::string& folded) {
  constexpr std::array<std::string_view, 16> kOpenings = {
      "here are",      "here is the",    "here's",
      "sure",          "certainly",      "of course",
      "the facts are", "the claims are", "the sentence can be",
      "the atomic",    "facts",          "claims",
      "output",        "note:",          "i have",
      "let me"};
  const bool opens = std::any_of(kOpenings.begin(), kOpenings.end(), [&](std::string_view opening) {
    return folded.starts_with(opening);
  });
  if (folded.ends_with(":")) return opens || std::count(folded.begin(), folded.end(), ' ') < 6;
  return folded == "sure" || folded == "sure!" || folded == "sure." || folded == "certainly!" ||
         folded == "certainly." || folded == "of course!" || folded == "none" || folded == "none.";
}

/// Collects claims within the limits.
class Collector {
 public:
  explicit Collector(const ClaimParserLimits& limits) : limits_(limits) {}

  void Add(std::string_view raw) {
    std::string text = CollapseSpace(raw);
    if (text.empty()) return;
    if (text.size() > limits_.max_claim_bytes) return Refuse(text, "over_limit");
    const std::string key = WordKey(text);
    if (std::count(key.begin(), key.end(), ' ') + 1 < static_cast<std::ptrdiff_t>(kLeastWords)) {
      return Refuse(text, "malformed");
    }
    if (!keys_.insert(key).second) return Refuse(text, "duplicate");
    if (static_cast<int>(parsed_.claims.size()) >= limits_.max_claims) {
      return Refuse(text, "over_limit");
    }
    parsed_.claims.push_back(std::move(text));
  }

  void Refuse(std::string_view raw, std::string_view reason) {
    std::string text = CollapseSpace(raw);
    if (text.empty() || parsed_.refused.size() >= kMaxRefused) return;
    if (text.size() > limits_.max_claim_bytes) {
      size_t end = limits_.max_claim_bytes;
      while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
      text.resize(end);
      text += "…";
    }
    parsed_.refused.push_back({std::move(text), std::string(reason)});
  }

  bool any() const { return !parsed_.claims.empty(); }
  ParsedClaims Take() { return std::move(parsed_); }

 private:
  const ClaimParserLimits& limits_;
  ParsedClaims parsed_;
  std::set<std::string> keys_;
};

/// Reads the strings of a JSON text that are values, not names, whatever the nesting. Tolerant: a
/// missing bracket or comma does no harm, and a string without its end is incomplete.
class JsonStrings {
 public:
  JsonStrings(std::string_view json, Collector& out) : json_(json), out_(out) {}

  void Run() {
    while (at_ < json_.size()) {
      if (json_[at_] != '"') {
        ++at_;
        continue;
      }
      ++at_;
      std::string value;
      const bool complete = ReadString(value);
      if (!complete) {
        out_.Refuse(value, "malformed");
      } else if (!IsName()) {
        out_.Add(StripMarkers(value));
      }
    }
  }

 private:
  bool ReadString(std::string& value) {
    while (at_ < json_.size()) {
      const char c = json_[at_++];
      if (c == '"') return true;
      if (c != '\\') {
        value += c;
        continue;
      }
      if (at_ >= json_.size()) return false;
      const char escaped = json_[at_++];
      if (escaped == 'u') {
        AppendEscape(value);
      } else {
        value += escaped == 'n' || escaped == 't' || escaped == 'r' ? ' ' : escaped;
      }
    }
    return false;
  }

  /// After "\u": four hex digits; surrogates and bad digits become a space.
  void AppendEscape(std::string& value) {
    unsigned code = 0;
    size_t read = 0;
    while (read < 4 && at_ < json_.size()) {
      const char c = json_[at_];
      unsigned digit = 0;
      if (IsDigit(c)) {
        digit = static_cast<unsigned>(c - '0');
      } else if (const char lower = static_cast<char>(c | 0x20); lower >= 'a' && lower <= 'f') {
        digit = static_cast<unsigned>(lower - 'a') + 10;
      } else {
        break;
      }
      code = code * 16 + digit;
      ++at_;
      ++read;
    }
    if (read < 4 || code < 0x20 || (code >= 0xD800 && code <= 0xDFFF)) {
      value += ' ';
    } else {
      AppendUtf8(code, value);
    }
  }

  bool IsName() const {
    size_t next = at_;
    while (next < json_.size() && IsSpace(json_[next])) ++next;
    return next < json_.size() && json_[next] == ':';
  }

  std::string_view json_;
  Collector& out_;
  size_t at_ = 0;
};

/// The answer without an opening code fence.
std::string_view WithoutFence(std::string_view answer) {
  answer = Trim(answer);
  if (!answer.starts_with("```")) return answer;
  const size_t line_end = answer.find('\n');
  return line_end == std::string_view::npos ? std::string_view()
                                            : Trim(answer.substr(line_end + 1));
}

bool LooksLikeJson(std::string_view answer) {
  if (answer.empty() || (answer[0] != '[' && answer[0] != '{')) return false;
  size_t next = 1;
  while (next < answer.size() && (IsSpace(answer[next]) || answer[next] == '{')) ++next;
  return next < answer.size() && answer[next] == '"';
}

}  // namespace

ParsedClaims ParseClaims(std::string_view answer, bool cut_off, const ClaimParserLimits& limits) {
  const bool too_long = answer.size() > kMaxAnswerBytes;
  const std::string clean = ReplaceInvalidUtf8(answer.substr(0, kMaxAnswerBytes));
  Collector claims(limits);

  const std::string_view body = WithoutFence(clean);
  if (LooksLikeJson(body)) {
    JsonStrings(body, claims).Run();
    return claims.Take();
  }
  const std::string_view all = clean;
  for (size_t begin = 0; begin < all.size();) {
    const size_t end = std::min(all.find('\n', begin), all.size());
    const std::string_view raw = all.substr(begin, end - begin);
    const bool incomplete = end == all.size() && (cut_off || too_long);
    begin = end + 1;
    if (Trim(raw).starts_with("```")) continue;
    const std::string_view line = StripMarkers(raw);
    if (line.empty()) continue;
    const std::string folded = FoldedStart(line, 400);
    if (IsPromptEcho(FoldedStart(Trim(raw), 40)) || IsPromptEcho(folded)) {
      if (claims.any()) break;
      continue;
    }
    if (IsIntroduction(folded)) continue;
    if (incomplete) {
      claims.Refuse(line, "malformed");
    } else {
      claims.Add(line);
    }
  }
  return claims.Take();
}

}  // namespace gloss
