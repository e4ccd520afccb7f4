#include "writing/sentence_shortener.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "grounding/claim_guard.h"
#include "grounding/clause_splitter.h"
#include "grounding/finite_verbs.h"
#include "grounding/sentence_words.h"
#include "text/characters.h"
#include "text/citation_marks.h"
#include "text/words.h"
#include "writing/shortening_words.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr size_t kFewestWords = 5;
constexpr size_t kMostCuts = 8;

bool IsTerminal(char c) { return c == '.' || c == '!' || c == '?'; }

bool IsSpaceByte(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The first letter as a capital (Latin letters with and without accents).
std::string WithCapital(std::string text) {
  if (text.empty()) return text;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first >= 'a' && first <= 'z') {
    text[0] = static_cast<char>(first - 32);
  } else if (first == 0xC3 && text.size() > 1) {
    const auto second = static_cast<unsigned char>(text[1]);
    if (second >= 0xA0 && second <= 0xBE && second != 0xB7)
      text[1] = static_cast<char>(second - 32);
  }
  return text;
}

/// Joins pieces as they are read: no space before punctuation, none twice.
std::string ReadTogether(std::string_view sentence, const std::vector<Span>& kept) {
  std::string text;
  for (const Span& span : kept) {
    const std::string piece = CollapseSpace(span.In(sentence));
    if (piece.empty()) continue;
    const bool closes = std::string_view(",.;:!?").find(piece[0]) != std::string_view::npos;
    if (!text.empty() && !closes) text += ' ';
    text += piece;
  }
  while (!text.empty() && (std::string_view(",;:-").find(text.back()) != std::string_view::npos ||
                           text.back() == ' ')) {
    text.pop_back();
  }
  const Char last = CharBefore(text, text.size());
  const bool ends =
      !text.empty() && (IsTerminal(text.back()) || last.kind == CharKind::kStop ||
                        last.kind == CharKind::kClose || last.kind == CharKind::kQuote);
  if (!text.empty() && !ends) text += '.';
  return WithCapital(std::move(text));
}

/// Endings of finite verbs beyond the closed lists of finite_verbs.h.
bool EndsLikeFiniteVerb(std::string_view folded, std::string_view language) {
  static constexpr std::array<std::string_view, 8> kSpanish = {"rá",  "rán",  "aron", "ieron",
                                                               "aba", "aban", "ían",  "ía"};
  static constexpr std::array<std::string_view, 4> kFrench = {"era", "eront", "aient", "ait"};
  static constexpr std::array<std::string_view, 6> kItalian = {"rà",    "ranno", "ava",
                                                               "avano", "arono", "evano"};
  const auto ends = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&](std::string_view ending) {
      return folded.size() > ending.size() + 1 && folded.ends_with(ending);
    });
  };
  if (language == "es") return ends(kSpanish);
  if (language == "fr") return ends(kFrench);
  if (language == "it") return ends(kItalian);
  return false;
}

bool IsFiniteAt(const std::vector<Word>& words, size_t at, std::string_view language) {
  return FiniteVerbAt(words, at, language) != VerbTense::kNone ||
         EndsLikeFiniteVerb(words[at].folded, language);
}

/// What can be left out of a sentence.
struct Cut {
  Span span;
  bool clause = false;  ///< A clause: what stays must have a verb of its own.
};

class Shortener {
 public:
  Shortener(std::string_view sentence, std::string_view language)
      : sentence_(sentence),
        language_(language),
        words_of_language_(ShorteningWordsOf(language)),
        lower_(FoldCase(sentence)),
        words_(sentence, "", language) {
    // Folded text is looked into by the offsets of the sentence.
    if (lower_.size() != sentence_.size()) lower_.assign(sentence_);
    end_ = sentence_.size();
    while (end_ > 0 && (IsTerminal(sentence_[end_ - 1]) || IsSpaceByte(sentence_[end_ - 1]))) {
      --end_;
    }
    MarkDepth();
  }

  std::vector<ShortenedSentence> Run() {
    const size_t begin = LeadEnd();
    CutBrackets();
    CutClauses(begin);
    std::vector<Cut> base = references_;
    if (begin > 0) base.push_back({{0, begin}, false});
    Offer(base, base.empty() || OnlyLead(base));
    std::vector<Cut> with_brackets = base;
    with_brackets.insert(with_brackets.end(), brackets_.begin(), brackets_.end());
    if (!brackets_.empty()) Offer(with_brackets, false);
    for (size_t i = 0; i < cuts_.size(); ++i) {
      OfferWith(base, {i});
      if (!brackets_.empty()) OfferWith(with_brackets, {i});
      for (size_t k = i + 1; k < cuts_.size(); ++k) {
        if (!cuts_[i].span.Overlaps(cuts_[k].span)) OfferWith(with_brackets, {i, k});
      }
    }
    OfferClauses();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const ShortenedSentence& a, const ShortenedSentence& b) {
                       return CountWords(a.text) > CountWords(b.text);
                     });
    if (found_.size() > kMostShortenings) {
      // Longest and shortest both have their use: the middle goes.
      found_.erase(found_.begin() + kMostShortenings / 2,
                   found_.end() - static_cast<ptrdiff_t>(kMostShortenings / 2));
    }
    return std::move(found_);
  }

 private:
  static bool OnlyLead(const std::vector<Cut>& cuts) {
    return cuts.size() == 1 && cuts[0].span.begin == 0;
  }

  /// Depth of brackets and quotation marks at every byte.
  void MarkDepth() {
    inside_.assign(sentence_.size(), false);
    int depth = 0;
    bool straight = false;
    for (size_t at = 0; at < sentence_.size();) {
      const Char c = CharAt(sentence_, at);
      const bool opens = c.kind == CharKind::kOpen && c.value != U'¿' && c.value != U'¡';
      if (opens) ++depth;
      if (c.value == U'"') straight = !straight;
      for (size_t k = c.begin; k < c.end; ++k) inside_[k] = depth > 0 || straight;
      if (c.kind == CharKind::kClose && depth > 0) --depth;
      at = c.end;
    }
  }

  bool StartsAt(size_t at, std::string_view what) const {
    if (lower_.compare(at, what.size(), what) != 0) return false;
    const size_t end = at + what.size();
    if (end >= lower_.size()) return false;
    const CharKind next = CharAt(lower_, end).kind;
    const bool elided = what.ends_with("'") || what.ends_with("’") || what.ends_with(".");
    return elided || !(IsLetter(next) || next == CharKind::kDigit);
  }

  size_t SkipBlanks(size_t at) const {
    while (at < sentence_.size() && IsBlank(CharAt(sentence_, at).kind)) {
      at = CharAt(sentence_, at).end;
    }
    return at;
  }

  /// Where the sentence begins once "(1)", "a)", "§ 5" and "However," are off.
  size_t LeadEnd() const {
    const size_t at = EnumeratorLength(sentence_);
    for (const std::string_view word : words_of_language_.connectives) {
      if (!StartsAt(at, word)) continue;
      size_t end = at + word.size();
      const bool comma = end < sentence_.size() && sentence_[end] == ',';
      if (words_of_language_.comma_after_connective && !comma) continue;
      if (comma) ++end;
      end = SkipBlanks(end);
      const std::vector<Word> rest = WordsOf(std::string_view(sentence_).substr(end));
      // "Aber ist er …": the verb comes first, so the connective was a part of the clause.
      if (rest.size() < kFewestWords || IsFiniteAt(rest, 0, language_)) continue;
      return end;
    }
    return at;
  }

  /// "(see Section 3)", "[12]", "(Smith et al., 2019)": they point elsewhere.
  bool IsReferenceBracket(std::string_view inner) const {
    const std::string folded = FoldCase(inner);
    for (const std::string_view word :
         {"see ",  "siehe ", "vgl.",    "cf.",    "véase",    "voir ",    "vedi ", "ibid",
          "et al", "fig.",   "figure ", "table ", "section ", "chapter ", "oj l",  "abl.",
          "do l",  "jo l",   "gu l",    "do c",   "abb.",     "tab."}) {
      if (folded.find(word) != std::string::npos) return true;
    }
    return !inner.empty() && inner.find_first_not_of("0123456789, -*") == std::string_view::npos;
  }

  void CutBrackets() {
    for (size_t at = 0; at < sentence_.size(); ++at) {
      const char open = sentence_[at];
      if (open != '(' && open != '[') continue;
      const char close = open == '(' ? ')' : ']';
      int depth = 0;
      size_t end = at;
      for (; end < sentence_.size(); ++end) {
        if (sentence_[end] == open) ++depth;
        if (sentence_[end] == close && --depth == 0) break;
      }
      if (end >= sentence_.size() || at == 0) return;
      size_t begin = at;
      while (begin > 0 && IsSpaceByte(sentence_[begin - 1])) --begin;
      // "person(s)" and "f(x)" are words.
      const bool stands_alone = begin < at;
      const bool is_reference =
          IsReferenceBracket(sentence_.substr(at + 1, end - at - 1)) || open == '[';
      if (is_reference) {
        references_.push_back({{begin, end + 1}, false});
      } else if (stands_alone) {
        brackets_.push_back({{begin, end + 1}, false});
      }
      at = end;
    }
  }

  bool BeginsWith(size_t at, const std::vector<std::string_view>& list) const {
    return std::any_of(list.begin(), list.end(),
                       [&](std::string_view word) { return StartsAt(at, word); });
  }

  /// True when the word at `at` is a finite verb: the sentence goes on with its own.
  bool VerbFollows(size_t at) const {
    const std::vector<Word>& words = words_.words();
    for (size_t i = 0; i < words.size(); ++i) {
      if (words[i].span.begin >= at) return IsFiniteAt(words, i, language_);
    }
    return false;
  }

  void CutClauses(size_t begin) {
    std::vector<size_t> commas;
    for (size_t at = begin; at < end_; ++at) {
      if (inside_[at]) continue;
      if (sentence_[at] == ';') AddCut({at, end_}, true);
      if (sentence_[at] == ',') commas.push_back(at);
    }
    for (size_t i = 0; i < commas.size(); ++i) {
      const size_t next = SkipBlanks(commas[i] + 1);
      if (next >= end_) break;
      const bool example = BeginsWith(next, words_of_language_.examples);
      const bool tail = example || BeginsWith(next, words_of_language_.tails);
      const bool relative = BeginsWith(next, words_of_language_.relatives);
      if (!tail && !relative) continue;
      bool goes_on = false;
      for (size_t k = i + 1; k < commas.size(); ++k) {
        if (!VerbFollows(commas[k] + 1)) continue;
        goes_on = true;
        if (relative || example) AddCut({commas[i], commas[k] + 1}, true);
        break;
      }
      // German clauses may be followed by the rest of the main one without such a sign.
      const bool comma_in_tail = i + 1 < commas.size();
      if (!goes_on && (tail || relative) && !(language_ == "de" && comma_in_tail && !example)) {
        AddCut({commas[i], end_}, true);
      }
    }
  }

  void AddCut(Span span, bool clause) {
    if (cuts_.size() < kMostCuts) cuts_.push_back({span, clause});
  }

  void OfferWith(std::vector<Cut> cuts, std::initializer_list<size_t> more) {
    for (const size_t index : more) {
      const Cut& cut = cuts_[index];
      std::erase_if(cuts, [&](const Cut& other) { return cut.span.Overlaps(other.span); });
      cuts.push_back(cut);
    }
    Offer(std::move(cuts), false);
  }

  /// Takes a candidate in when it can stand and no rule objects to it.
  void Offer(std::vector<Cut> cuts, bool is_whole) {
    std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.span < b.span; });
    ShortenedSentence candidate;
    size_t at = 0;
    bool clause = false;
    for (const Cut& cut : cuts) {
      if (cut.span.begin > at) candidate.kept.push_back({at, cut.span.begin});
      at = std::max(at, cut.span.end);
      clause = clause || cut.clause;
    }
    if (at < sentence_.size()) candidate.kept.push_back({at, sentence_.size()});
    for (Span& span : candidate.kept) span = TrimSpace(span);
    std::erase_if(candidate.kept, [](const Span& span) { return span.empty(); });
    candidate.text = ReadTogether(sentence_, candidate.kept);
    if (clause && !HasFiniteVerb(candidate.text, language_)) return;
    if (!is_whole && !CanStand(candidate.text)) return;
    Keep(std::move(candidate));
  }

  Span TrimSpace(Span span) const {
    while (span.begin < span.end && IsSpaceByte(sentence_[span.begin])) ++span.begin;
    while (span.end > span.begin && IsSpaceByte(sentence_[span.end - 1])) --span.end;
    return span;
  }

  bool CanStand(const std::string& text) const {
    if (CountWords(text) < kFewestWords) return false;
    const std::vector<Word> words = WordsOf(text);
    if (LexiconFor(language_).open_ending.contains(words.back().folded)) return false;
    return !ObjectionTo(text, words_);
  }

  void Keep(ShortenedSentence candidate) {
    if (!seen_.insert(candidate.text).second) return;
    // A mark within it would be read as a citation of the text that is written.
    if (!FindCitationMarks(candidate.text).empty()) return;
    found_.push_back(std::move(candidate));
  }

  void OfferClauses() {
    const std::vector<std::string> clauses =
        SplitClauses(found_.empty() ? CollapseSpace(sentence_) : found_.front().text, language_);
    if (clauses.size() < 2) return;
    for (const std::string& clause : clauses) {
      if (CanStand(clause)) Keep({WithCapital(clause), {}});
    }
  }

  std::string_view sentence_;
  std::string_view language_;
  const ShorteningWords& words_of_language_;
  std::string lower_;
  SentenceWords words_;
  size_t end_ = 0;  ///< Before the full stop.
  std::vector<bool> inside_;
  std::vector<Cut> references_;
  std::vector<Cut> brackets_;
  std::vector<Cut> cuts_;
  std::set<std::string> seen_;
  std::vector<ShortenedSentence> found_;
};

struct QuotePair {
  std::string_view open;
  std::string_view close;
};

constexpr std::array<QuotePair, 4> kPairs = {
    QuotePair{"“", "”"}, {"„", "“"}, {"«\u00A0", "\u00A0»"}, {"«", "»"}};

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Quotation marks within a quotation are single ones, or English ones within guillemets.
std::string WithInnerQuotes(std::string text, std::string_view open) {
  if (open.starts_with("«")) {
    ReplaceAll(text, "«\u00A0", "“");
    ReplaceAll(text, "\u00A0»", "”");
    ReplaceAll(text, "«", "“");
    ReplaceAll(text, "»", "”");
    return text;
  }
  const bool german = open == "„";
  ReplaceAll(text, "“", "‘");
  ReplaceAll(text, "”", "’");
  if (german) ReplaceAll(text, "„", "‚");
  ReplaceAll(text, "\"", "'");
  return text;
}

}  // namespace

bool HasFiniteVerb(std::string_view text, std::string_view language) {
  const std::vector<Word> words = WordsOf(text);
  for (size_t i = 0; i < words.size(); ++i) {
    if (IsFiniteAt(words, i, language)) return true;
  }
  return false;
}

size_t EnumeratorLength(std::string_view sentence) {
  size_t end = 0;
  const bool open = sentence.starts_with('(');
  if (open) ++end;
  const size_t label_begin = end;
  const auto is_label = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  while (end < sentence.size() && end - label_begin < 4 && is_label(sentence[end])) ++end;
  if (end == label_begin || end >= sentence.size()) return 0;
  const std::string_view label = sentence.substr(label_begin, end - label_begin);
  const bool number = label.find_first_not_of("0123456789") == std::string_view::npos;
  const bool closed = sentence[end] == ')' || (!open && number && sentence[end] == '.');
  // "in) …" is no enumerator: letters are single ones or Roman numbers.
  const bool roman = label.find_first_not_of("ivx") == std::string_view::npos;
  if (!closed || (!number && label.size() > 1 && !roman)) return 0;
  size_t next = end + 1;
  while (next < sentence.size() && IsBlank(CharAt(sentence, next).kind)) {
    next = CharAt(sentence, next).end;
  }
  return next > end + 1 && next < sentence.size() ? next : 0;
}

std::vector<ShortenedSentence> ShortenSentence(std::string_view sentence,
                                               std::string_view language) {
  if (sentence.empty()) return {};
  return Shortener(sentence, language).Run();
}

std::string QuoteOf(std::string_view sentence, const std::vector<Span>& kept,
                    std::string_view language) {
  std::string text;
  for (const Span& span : kept) {
    std::string piece = CollapseSpace(span.In(sentence));
    if (piece.empty()) continue;
    if (text.empty() && span.begin > 0) {
      const std::string capital = WithCapital(piece);
      if (capital != piece) {
        const size_t first = CharAt(capital, 0).end;
        piece = "[" + capital.substr(0, first) + "]" + capital.substr(first);
      }
    } else if (!text.empty()) {
      const bool closes = std::string_view(",;:").find(piece[0]) != std::string_view::npos;
      const bool ends = piece.size() == 1 && IsTerminal(piece[0]);
      text += ends ? " […]" : closes ? " […]" : " […] ";
    }
    text += piece;
  }
  const ShorteningWords& words = ShorteningWordsOf(language);
  return std::string(words.open_quote) + WithInnerQuotes(std::move(text), words.open_quote) +
         std::string(words.close_quote);
}

bool IsQuotation(std::string_view statement) {
  return std::any_of(kPairs.begin(), kPairs.end(), [&](const QuotePair& pair) {
    if (statement.size() <= pair.open.size() + pair.close.size()) return false;
    if (!statement.starts_with(pair.open) || !statement.ends_with(pair.close)) return false;
    const std::string_view inner =
        statement.substr(pair.open.size(), statement.size() - pair.open.size() - pair.close.size());
    return inner.find(pair.close) == std::string_view::npos;
  });
}

std::string Unquoted(std::string_view statement) {
  std::string text(statement);
  for (const QuotePair& pair : kPairs) {
    if (!statement.starts_with(pair.open) || !statement.ends_with(pair.close)) continue;
    text =
        statement.substr(pair.open.size(), statement.size() - pair.open.size() - pair.close.size());
    break;
  }
  ReplaceAll(text, " […]", "");
  if (text.starts_with("[")) {
    const size_t close = text.find(']');
    if (close != std::string::npos && close <= 5) text.erase(close, 1).erase(0, 1);
  }
  return text;
}

}  // namespace gloss
