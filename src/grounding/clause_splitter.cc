#include "grounding/clause_splitter.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "grounding/english_verbs.h"
#include "grounding/finite_verbs.h"
#include "grounding/mentions.h"
#include "text/words.h"

namespace gloss {
namespace {

using Words = std::set<std::string_view>;

bool IsAnd(std::string_view word, std::string_view language) {
  if (language == "en") return word == "and" || word == "but";
  if (language == "de") return word == "und" || word == "aber";
  if (language == "es") return word == "y" || word == "e" || word == "pero";
  if (language == "fr") return word == "et" || word == "mais";
  if (language == "it") return word == "e" || word == "ed" || word == "ma";
  return false;
}

/// A sentence with one of these is not split: the parts would not hold on their own.
bool ForbidsSplit(const std::vector<Word>& words, std::string_view language) {
  static const Words kEnglish = {
      "if",           "unless",    "whether",   "neither",  "either",  "nor",          "except",
      "said",         "says",      "say",       "claimed",  "claims",  "claim",        "argued",
      "argues",       "believed",  "believes",  "believe",  "alleged", "alleges",      "reported",
      "reports",      "suggested", "suggests",  "suggest",  "stated",  "states",       "thinks",
      "thought",      "concluded", "concludes", "found",    "finds",   "showed",       "shows",
      "show",         "shown",     "according", "would",    "than",    "because",      "so",
      "when",         "only",      "every",     "each",     "both",    "respectively", "until",
      "once",         "announced", "hoped",     "expected", "denied",  "indicated",    "indicates",
      "demonstrated", "revealed",  "reveals",   "argue",    "whereas"};
  static const Words kOthers = {
      "wenn",      "falls",      "sofern",  "ob",      "weder", "entweder",  "sagte",  "sagt",
      "behauptet", "behauptete", "laut",    "nur",     "dass",  "weil",      "als",    "würde",
      "sowohl",    "außer",      "si",      "salvo",   "sino",  "ni",        "dijo",   "dice",
      "afirma",    "afirmó",     "según",   "solo",    "sólo",  "que",       "porque", "cuando",
      "sauf",      "ou",         "déclaré", "affirme", "selon", "seulement", "parce",  "lorsque",
      "quand",     "se",         "né",      "afferma", "detto", "secondo",   "solo",   "soltanto",
      "che",       "perché",     "quando",  "qui",     "où",    "dont",      "o",      "oder",
      "der",       "obwohl",     "während"};
  const Words& forbidden = language == "en" ? kEnglish : kOthers;
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return forbidden.contains(word.folded) && !(language == "de" && word.folded == "der");
  });
}

/// Subjects whose statement does not pass from the whole to a part.
bool IsQuantified(const std::vector<Word>& words, size_t begin, size_t end,
                  std::string_view language) {
  static const Words kWords = {"no",     "none",    "few",   "nobody", "nothing", "hardly",
                               "half",   "all",     "kein",  "keine",  "alle",    "nadie",
                               "ningún", "ninguna", "todos", "aucun",  "aucune",  "tous",
                               "nessun", "nessuna", "tutti", "wenige", "pocos",   "peu",
                               "pochi",  "most",    "some",  "many",   "several"};
  for (size_t i = begin; i < end; ++i) {
    if (kWords.contains(words[i].folded)) return true;
    if (IsNegation(words[i].folded, LexiconFor(language))) return true;
  }
  return false;
}

std::string AsSentence(std::string_view text) {
  std::string out = CollapseSpace(text);
  if (out.size() > 2 && out.ends_with(",\"")) out.erase(out.size() - 2, 1);
  while (!out.empty() && (out.back() == ',' || out.back() == ';' || out.back() == ' ' ||
                          out.back() == '.' || out.back() == ':')) {
    // "Inc." and "U.S." keep their stop, which is the sentence's own as well.
    out.pop_back();
  }
  if (out.empty()) return out;
  if (out[0] >= 'a' && out[0] <= 'z') {
    // A name such as "iPhone" or "mRNA" keeps its letters.
    const std::vector<Word> words = WordsOf(out);
    if (!words.empty() && !words.front().capitalised) out[0] = static_cast<char>(out[0] - 32);
  }
  return out + ".";
}

bool IsBalanced(std::string_view text) {
  return std::count(text.begin(), text.end(), '"') % 2 == 0 &&
         std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')');
}

/// Verbs that take an object: after "was built in 1900 and" they are passive as well.
bool IsPassiveVerb(std::string_view base) {
  static const Words kWords = {
      "raise",   "educate",   "found",    "build",    "name",    "call",     "bury",     "elect",
      "appoint", "award",     "publish",  "release",  "produce", "direct",   "write",    "record",
      "design",  "introduce", "adopt",    "use",      "know",    "consider", "locate",   "own",
      "sell",    "purchase",  "acquire",  "demolish", "destroy", "replace",  "rename",   "renovate",
      "arrest",  "convict",   "sentence", "kill",     "promote", "select",   "discover", "develop",
      "create",  "establish", "complete", "approve",  "test",    "treat",    "make",     "hold",
      "restore", "rebuild",   "expand",   "sign",     "invite",  "describe", "classify", "protect"};
  return kWords.contains(base);
}

/// Verbs without an object: after "was born in 1900 and" they are active.
bool IsIntransitive(std::string_view base) {
  static const Words kWords = {"die",      "move",  "live",   "work",   "return", "retire",
                               "graduate", "grow",  "settle", "remain", "go",     "become",
                               "emerge",   "serve", "study",  "live",   "arrive", "continue"};
  return kWords.contains(base);
}

class Splitter {
 public:
  Splitter(std::string_view text, std::string_view language)
      : text_(text), language_(language), words_(WordsOf(text)), inner_(words_.size(), false) {
    MarkInner();
  }

  std::vector<std::string> Run() {
    if (words_.size() < 6 || text_.find('?') != std::string_view::npos) return {};
    if (ForbidsSplit(words_, language_)) return {};
    std::vector<std::string> pieces;
    if (language_ == "en") pieces = SplitAside();
    if (pieces.empty()) pieces = SplitCoordination();
    if (pieces.empty() && language_ == "en") pieces = SplitFinalRelative();
    if (!std::all_of(pieces.begin(), pieces.end(), IsBalanced)) return {};
    return pieces;
  }

 private:
  /// Marks words within brackets and quotes, where nothing is split.
  void MarkInner() {
    size_t word = 0;
    int depth = 0;
    bool quoted = false;
    for (size_t at = 0; at < text_.size(); ++at) {
      while (word < words_.size() && words_[word].span.begin <= at) {
        inner_[word] = depth > 0 || quoted;
        ++word;
      }
      const char c = text_[at];
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && depth > 0) --depth;
      if (c == '"') quoted = !quoted;
      if (text_.substr(at).starts_with("“") || text_.substr(at).starts_with("„")) quoted = true;
      if (text_.substr(at).starts_with("”")) quoted = false;
    }
  }

  std::string_view Gap(size_t left) const {
    const Span gap{words_[left].span.end, words_[left + 1].span.begin};
    return gap.In(text_);
  }
  bool CommaAfter(size_t left) const {
    return left + 1 < words_.size() && Gap(left).find(',') != std::string_view::npos;
  }
  bool PauseAfter(size_t left) const {
    return left + 1 < words_.size() && Gap(left) != " " && Gap(left) != "-" && !Gap(left).empty();
  }

  VerbTense VerbAt(size_t i) const { return FiniteVerbAt(words_, i, language_); }

  /// The first finite verb of [begin, end).
  std::optional<size_t> VerbIn(size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i) {
      if (!inner_[i] && VerbAt(i) != VerbTense::kNone) return i;
    }
    return std::nullopt;
  }

  /// Where the text of a part begins: with the quotes and brackets before its first word.
  size_t BeginOf(size_t word) const {
    if (word == 0) return 0;
    size_t begin = words_[word].span.begin;
    while (begin > 0 && (text_[begin - 1] == '"' || text_[begin - 1] == '(')) --begin;
    return begin;
  }

  std::string Slice(size_t begin, size_t end) const {
    const size_t from = BeginOf(begin);
    const size_t to = end < words_.size() ? BeginOf(end) : text_.size();
    return std::string(text_.substr(from, to - from));
  }

  /// Text up to the end of the word before `end`, without what follows it.
  std::string SliceWords(size_t begin, size_t end) const {
    const size_t from = BeginOf(begin);
    size_t to = words_[end - 1].span.end;
    while (to < text_.size() && (text_[to] == '"' || text_[to] == ')')) ++to;
    return std::string(text_.substr(from, to - from));
  }

  // ---- Relative clauses and appositions between commas ------------------------------------------

  std::vector<std::string> SplitAside() {
    for (size_t i = 1; i + 3 < words_.size(); ++i) {
      if (!CommaAfter(i - 1) || inner_[i]) continue;
      // The phrase before the comma is the subject, from the sentence's start.
      const bool relative = words_[i].folded == "which" || words_[i].folded == "who";
      const bool article =
          words_[i].folded == "a" || words_[i].folded == "an" || words_[i].folded == "the";
      if (!relative && !article) continue;
      if (VerbIn(0, i) || !IsPlainSubject(i)) return {};
      size_t close = i + 1;
      while (close < words_.size() && !CommaAfter(close - 1)) ++close;
      if (close >= words_.size() || inner_[close]) return {};
      const std::optional<size_t> main = VerbIn(close, std::min(close + 2, words_.size()));
      if (!main || *main != close) return {};
      const std::string subject = SliceWords(0, i);
      std::vector<std::string> pieces;
      if (relative) {
        if (!VerbIn(i + 1, i + 2)) return {};
        pieces.push_back(subject + " " + SliceWords(i + 1, close));
      } else {
        // Between the commas stands a noun phrase, and no list: "A, the B, and C".
        if (VerbIn(i, close) || words_[close].folded == "and") return {};
        const VerbTense tense = VerbAt(*main);
        const std::string& verb = words_[*main].folded;
        const bool past = tense == VerbTense::kPast || verb == "was" || verb == "had" ||
                          verb == "were" || verb == "did";
        const bool plural = verb == "are" || verb == "were" || tense == VerbTense::kBase;
        if (plural) return {};
        pieces.push_back(subject + (past ? " was " : " is ") + SliceWords(i, close));
      }
      const std::string rest = subject + " " + Slice(close, words_.size());
      const std::vector<std::string> more = SplitClauses(AsSentence(rest), language_);
      if (more.size() > 1) {
        pieces.insert(pieces.end(), more.begin(), more.end());
      } else {
        pieces.push_back(rest);
      }
      for (std::string& piece : pieces) piece = AsSentence(piece);
      return pieces;
    }
    return {};
  }

  /// "…, which was closed in 1990." and "…, who won": the phrase right before the comma is meant.
  std::vector<std::string> SplitFinalRelative() const {
    for (size_t i = 3; i + 2 < words_.size(); ++i) {
      const bool which = words_[i].folded == "which";
      if ((!which && words_[i].folded != "who") || !CommaAfter(i - 1) || inner_[i]) continue;
      static const Words kBe = {"is", "was", "are", "were", "has", "had"};
      if (which ? !kBe.contains(words_[i + 1].folded) : VerbAt(i + 1) == VerbTense::kNone)
        return {};
      for (size_t k = i + 1; k + 1 < words_.size(); ++k) {
        if (CommaAfter(k) || words_[k].folded == "which" || words_[k].folded == "who") return {};
      }
      if (!VerbIn(1, i)) return {};
      const std::string_view before = text_.substr(0, words_[i - 1].span.end);
      const bool plural = IsPluralVerb(words_[i + 1].folded, language_);
      for (const Mention& mention : MentionsOf(before, language_)) {
        if (mention.span.end != before.size() || mention.pair || mention.in_pair) continue;
        // "the owner of the house, who": of the two nobody knows which.
        if (mention.text.find(" of ") != std::string::npos ||
            mention.role != MentionRole::kObject) {
          return {};
        }
        const size_t word = mention.span.begin;
        const std::string_view ahead = text_.substr(0, word);
        if (ahead.ends_with(" of ") || ahead.ends_with(" and ") || ahead.ends_with(", ")) return {};
        const uint8_t number = plural ? Agreement::kPlural : Agreement::kSingular;
        if ((mention.agreement.number & number) == 0 || mention.bare) return {};
        if (which == (mention.agreement.kind == Agreement::kPerson)) return {};
        std::string subject = mention.text;
        for (const std::string_view article : {"a ", "an "}) {
          if (subject.starts_with(article)) {
            subject = "the " + subject.substr(article.size());
            break;
          }
        }
        return {AsSentence(before), AsSentence(subject + " " + Slice(i + 1, words_.size()))};
      }
      return {};
    }
    return {};
  }

  /// The words [0, end) are one noun phrase without a comma or a preposition at its start.
  bool IsPlainSubject(size_t end) const {
    for (size_t i = 0; i + 1 < end; ++i) {
      if (CommaAfter(i)) return false;
    }
    static const Words kOpenings = {"in", "on", "at", "after", "before", "during", "for",   "with",
                                    "by", "to", "as", "since", "from",   "while",  "among", "of"};
    if (kOpenings.contains(words_[0].folded)) return false;
    if (IsQuantified(words_, 0, end, language_)) return false;
    for (size_t i = 0; i < end; ++i) {
      if (words_[i].folded == "and" || words_[i].folded == "of") return false;
    }
    return end <= 6;
  }

  // ---- Coordination -----------------------------------------------------------------------------

  struct Cut {
    size_t end;        ///< The left part ends before this word (the conjunction or the next part).
    size_t begin;      ///< The right part begins here.
    bool own_subject;  ///< The right part is a clause of its own.
  };

  std::vector<std::string> SplitCoordination() {
    const size_t body = AdverbialEnd();
    const std::optional<size_t> verb = VerbIn(body + 1, words_.size());
    if (!verb || *verb > body + 12) return {};
    std::vector<Cut> cuts = FindCuts(body, *verb);
    if (cuts.empty() || cuts.size() >= kMostClauses) return {};
    // A verb phrase takes the subject of the clause it stands in.
    std::vector<std::string> pieces;
    size_t clause_subject = body;
    size_t clause_verb = *verb;
    bool first_clause = true;
    if (IsQuantified(words_, body, *verb, language_)) return {};
    for (size_t i = 0; i <= cuts.size(); ++i) {
      const size_t begin = i == 0 ? 0 : cuts[i - 1].begin;
      const size_t end = i < cuts.size() ? cuts[i].end : words_.size();
      if (i == 0) {
        pieces.push_back(Slice(0, end));
        continue;
      }
      if (cuts[i - 1].own_subject) {
        const std::optional<size_t> own = VerbIn(begin + 1, end);
        if (!own) return {};
        if (IsQuantified(words_, begin, *own, language_)) return {};
        std::optional<std::string> opening = ResolvePronoun(begin, clause_subject, clause_verb);
        if (!opening) {
          // What it stands for is open: it stays with the clause before.
          pieces.back() += Slice(cuts[i - 1].end, end);
          continue;
        }
        pieces.push_back(opening->empty() ? Slice(begin, end)
                                          : *opening + " " + Slice(begin + 1, end));
        clause_subject = begin;
        clause_verb = *own;
        first_clause = false;
        continue;
      }
      std::string piece;
      if (first_clause && body > 0) piece = Slice(0, body);
      piece += Subject(clause_subject, clause_verb) + " " + Helper(clause_verb, begin) +
               Slice(begin, end);
      pieces.push_back(std::move(piece));
    }
    for (std::string& piece : pieces) {
      piece = AsSentence(piece);
      if (WordsOf(piece).size() < 3) return {};
    }
    return pieces.size() > 1 ? pieces : std::vector<std::string>();
  }

  /// "In 2019," at the start: the first word after it.
  size_t AdverbialEnd() const {
    static const Words kOpenings = {
        "in",     "on",    "at",      "after", "during",  "since", "by",      "from",  "until",
        "im",     "am",    "nach",    "seit",  "während", "en",    "tras",    "desde", "durante",
        "depuis", "après", "pendant", "nel",   "dopo",    "dal",   "however", "today", "later"};
    if (!kOpenings.contains(words_[0].folded)) return 0;
    for (size_t i = 0; i < std::min<size_t>(7, words_.size() - 1); ++i) {
      if (VerbAt(i) != VerbTense::kNone && i > 0) return 0;
      if (CommaAfter(i)) return i + 1;
    }
    return 0;
  }

  std::string Subject(size_t begin, size_t verb) const { return SliceWords(begin, verb); }

  /// "was" of "was built in 1900 and (was) closed by the city", "may " of "may rise and fall".
  std::string Helper(size_t clause_verb, size_t part) const {
    if (language_ != "en" || VerbAt(clause_verb) != VerbTense::kAuxiliary) return "";
    if (VerbAt(part) == VerbTense::kAuxiliary || VerbAt(part) == VerbTense::kPresent) return "";
    if (IsPastOnly(part)) return "";
    const std::optional<EnglishVerb> verb = ReadEnglishVerb(words_[part].folded);
    if (verb && verb->form == VerbForm::kPast && IsIntransitive(verb->base)) return "";
    std::string helper = SliceWords(clause_verb, clause_verb + 1) + " ";
    if (clause_verb + 1 < words_.size() && words_[clause_verb + 1].folded == "not") {
      helper += "not ";
    }
    return helper;
  }

  /// "began", "won": no participle of the passive that came before is meant.
  bool IsPastOnly(size_t part) const {
    const std::optional<EnglishVerb> verb = ReadEnglishVerb(words_[part].folded);
    return verb && verb->form == VerbForm::kPast && !IsEnglishParticiple(words_[part].folded);
  }

  std::vector<Cut> FindCuts(size_t body, size_t verb) const {
    std::vector<Cut> cuts;
    size_t clause_verb = verb;
    size_t last_begin = body;
    for (size_t i = verb + 1; i + 1 < words_.size(); ++i) {
      if (inner_[i]) continue;
      const bool semicolon = Gap(i - 1).find(';') != std::string_view::npos;
      const bool conjunction = IsAnd(words_[i].folded, language_);
      const bool denied_or = language_ == "en" && words_[i].folded == "or" && IsDenied(clause_verb);
      const bool comma = CommaAfter(i - 1) && !conjunction && !denied_or;
      if (!semicolon && !conjunction && !denied_or && !comma) continue;
      size_t begin = i;
      if (conjunction || denied_or) begin = i + 1;
      if (semicolon && (words_[begin].folded == "however" || words_[begin].folded == "moreover")) {
        ++begin;
      }
      if (begin >= words_.size() || i - last_begin < 2) continue;
      const size_t from = last_begin == body ? clause_verb : last_begin;
      if (IsVerbPhrase(begin, clause_verb, {from, i}, denied_or)) {
        // "A, B and C" without a conjunction at its end is no list of verb phrases.
        if (comma && !HasLaterConjunction(i, clause_verb)) continue;
        cuts.push_back({i, begin, false});
        last_begin = begin;
        continue;
      }
      if (comma || denied_or) continue;
      const std::optional<size_t> own = OwnClause(begin, i, semicolon);
      if (!own) continue;
      cuts.push_back({i, begin, true});
      clause_verb = *own;
      last_begin = *own;
      i = *own;
    }
    return cuts;
  }

  bool IsDenied(size_t verb) const {
    if (words_[verb].folded.ends_with("n't") || words_[verb].folded == "cannot") return true;
    return verb + 1 < words_.size() && words_[verb + 1].folded == "not";
  }

  bool HasLaterConjunction(size_t at, size_t clause_verb) const {
    for (size_t i = at + 1; i + 1 < words_.size(); ++i) {
      if (IsAnd(words_[i].folded, language_) && IsVerbPhrase(i + 1, clause_verb, {at, i}, false)) {
        return true;
      }
    }
    return false;
  }

  /// The word at `begin` is a verb of the same form as the clause's, with the same subject.
  /// `before`: the part before it, from its verb to the conjunction.
  bool IsVerbPhrase(size_t begin, size_t clause_verb, Span before, bool denied_or) const {
    if (begin + 1 >= words_.size() || inner_[begin]) return false;
    if (words_[begin].capitalised) return false;
    const VerbTense main = VerbAt(clause_verb);
    if (language_ != "en") {
      const VerbTense own = VerbAt(begin);
      const size_t at = NegatedVerb(begin);
      if (own == VerbTense::kNone && at == begin) return false;
      if (IsPluralVerb(words_[at].folded, language_) !=
          IsPluralVerb(words_[clause_verb].folded, language_)) {
        return false;
      }
      // French "a", "et a": and no second conjunction between.
      return language_ != "de" || clause_verb + 1 < before.end;
    }
    const std::string& verb = words_[begin].folded;
    if (verb == "is" || verb == "was" || verb == "has" || verb == "does" || verb == "did" ||
        verb == "can" || verb == "may" || verb == "will" || verb == "are" || verb == "were" ||
        verb == "have" || verb == "had" || verb == "could" || verb == "cannot" || verb == "do" ||
        verb == "should" || verb == "must" || verb == "might" || verb == "would") {
      return AgreesWith(begin, clause_verb);
    }
    if (HasLooseParticiple(before.begin, before.end)) return false;
    const std::optional<EnglishVerb> form = ReadEnglishVerb(verb);
    if (!form) return false;
    if (main == VerbTense::kAuxiliary) return FitsAuxiliary(begin, clause_verb, denied_or, *form);
    if (denied_or) return false;
    return VerbAt(begin) == main && IsSureHere(begin, *form);
  }

  /// "is … and has": a verb of the same number.
  bool AgreesWith(size_t part, size_t clause_verb) const {
    const auto plural = [&](size_t at) {
      return IsPluralVerb(words_[at].folded, "en") || VerbAt(at) == VerbTense::kBase;
    };
    const std::string& word = words_[part].folded;
    const bool either = word == "should" || word == "must" || word == "might" || word == "did" ||
                        word == "can" || word == "may" || word == "will" || word == "had" ||
                        word == "could" || word == "cannot";
    if (either || VerbAt(clause_verb) == VerbTense::kPast) return true;
    const std::string& main = words_[clause_verb].folded;
    const bool main_either = main == "did" || main == "can" || main == "may" || main == "will" ||
                             main == "had" || main == "could" || main == "cannot" ||
                             main == "should" || main == "must";
    return main_either || plural(part) == plural(clause_verb);
  }

  /// After "was": a participle with "by", or a form that is no participle. After "may": a base
  /// form.
  bool FitsAuxiliary(size_t begin, size_t clause_verb, bool denied_or,
                     const EnglishVerb& form) const {
    static const Words kModals = {"may",   "can",    "could",   "will",  "should",
                                  "must",  "might",  "does",    "do",    "did",
                                  "shall", "cannot", "doesn't", "don't", "didn't"};
    const std::string& helper = words_[clause_verb].folded;
    if (kModals.contains(helper)) {
      // A denial reaches over "or", and over "and" nobody knows.
      if (IsDenied(clause_verb) != denied_or) return false;
      return form.form == VerbForm::kBase && VerbAt(begin) == VerbTense::kBase &&
             IsSureHere(begin, form);
    }
    if (denied_or) return false;
    if (IsDenied(clause_verb)) return false;
    const bool passive = IsPassive(clause_verb);
    if (helper == "is" || helper == "are") {
      if (form.form == VerbForm::kPresent || form.form == VerbForm::kBase) {
        return VerbAt(begin) != VerbTense::kNone && IsSureHere(begin, form) &&
               (helper == "is") == (form.form == VerbForm::kPresent);
      }
      return passive && form.form == VerbForm::kPast && FollowedByAgent(begin);
    }
    if (helper == "was" || helper == "were") {
      // "was founded in 2012 and employs 500 people"
      if (form.form == VerbForm::kPresent) {
        return helper == "was" && VerbAt(begin) == VerbTense::kPresent && IsSureHere(begin, form);
      }
      if (form.form != VerbForm::kPast) return false;
      if (!IsEnglishParticiple(words_[begin].folded)) return true;
      if (IsIntransitive(form.base)) return IsSureHere(begin, form);
      return passive &&
             (FollowedByAgent(begin) || (IsPassiveVerb(form.base) && HasNoObject(begin)));
    }
    return false;
  }

  bool IsPassive(size_t verb) const {
    return verb + 1 < words_.size() && IsEnglishParticiple(words_[verb + 1].folded);
  }

  /// A preposition or number follows at once.
  bool HasNoObject(size_t at) const {
    static const Words kWords = {"in", "at", "on", "from", "to", "into", "as", "with", "for"};
    return at + 1 < words_.size() &&
           (kWords.contains(words_[at + 1].folded) || words_[at + 1].is_number);
  }

  bool FollowedByAgent(size_t at) const {
    return at + 1 < words_.size() && words_[at + 1].folded == "by";
  }

  /// No noun or adjective can be meant: a determiner, number or preposition follows.
  bool IsSureHere(size_t at, const EnglishVerb& form) const {
    if (at + 1 >= words_.size()) return false;
    const Word& next = words_[at + 1];
    static const Words kNoun = {"the",  "a",     "an",    "its", "their", "his", "her", "this",
                                "that", "these", "those", "it",  "them",  "to",  "no",  "about"};
    if (kNoun.contains(next.folded)) return true;
    if (next.is_number || !NumberWordValue(next.folded, "en").empty()) {
      return form.form != VerbForm::kBase;
    }
    static const Words kSure = {
        "include", "provide", "contain", "require", "remain", "become", "allow", "reduce",
        "improve", "prevent", "receive", "lower",   "die",    "move",   "begin", "win",
        "lose",    "employ",  "cure",    "sell",    "buy",    "open",   "close", "serve",
        "have",    "thin",    "cost",    "publish", "join",   "marry",  "leave"};
    const bool preposition = next.folded == "in" || next.folded == "from" || next.folded == "at" ||
                             next.folded == "on" || next.folded == "by" || next.folded == "with" ||
                             next.folded == "for" || next.folded == "into";
    if (form.form == VerbForm::kPast) return preposition || kSure.contains(form.base);
    return kSure.contains(form.base);
  }

  /// A participle between the clause's verb and the cut: what follows may go with it ("patients
  /// treated in A and followed in B").
  bool HasLooseParticiple(size_t verb, size_t cut) const {
    size_t from = verb + 1;
    if (VerbAt(verb) == VerbTense::kAuxiliary) {
      while (from < cut && (words_[from].folded == "not" || words_[from].folded.ends_with("ly") ||
                            words_[from].folded == "been" || words_[from].folded == "also")) {
        ++from;
      }
      ++from;
    }
    for (size_t i = from; i < cut; ++i) {
      const std::string& word = words_[i].folded;
      const bool participle = IsEnglishParticiple(word) && !words_[i].capitalised;
      const bool gerund = word.size() > 5 && word.ends_with("ing");
      const bool relative =
          word == "which" || word == "who" || word == "that" || word == "to" || word == "where";
      if (participle || gerund || relative) return true;
    }
    return false;
  }

  /// "no" and "ne" before the verb; the verb's place.
  size_t NegatedVerb(size_t begin) const {
    const std::string& word = words_[begin].folded;
    const bool negation = word == "no" || word == "non" || word == "ne" || word == "n";
    if (negation && begin + 1 < words_.size() && VerbAt(begin + 1) != VerbTense::kNone) {
      return begin + 1;
    }
    return begin;
  }

  /// A clause with its own subject begins at `begin`: a noun phrase or pronoun right before a verb.
  std::optional<size_t> OwnClause(size_t begin, size_t cut, bool semicolon) const {
    const std::optional<size_t> verb = VerbIn(begin + 1, std::min(begin + 9, words_.size()));
    if (!verb) return std::nullopt;
    const std::vector<Mention> mentions =
        MentionsOf(std::string_view(text_).substr(words_[begin].span.begin), language_);
    const size_t offset = words_[begin].span.begin;
    const bool pronoun = IsPronoun(begin) && *verb == begin + 1;
    bool phrase = false;
    for (const Mention& mention : mentions) {
      const bool at_begin = mention.span.begin == 0;
      const bool before_verb = offset + mention.span.end == words_[*verb - 1].span.end;
      phrase = phrase || (at_begin && before_verb && mention.role == MentionRole::kSubject);
    }
    if (!pronoun && !phrase) return std::nullopt;
    // Without a comma "A hit B and C fell" can also be read "(B and C)": a pronoun, a comma, "but"
    // or a verb form that no noun has makes it sure.
    const bool but = words_[cut].folded == "but" || words_[cut].folded == "aber" ||
                     words_[cut].folded == "pero" || words_[cut].folded == "mais" ||
                     words_[cut].folded == "ma";
    const bool auxiliary = VerbAt(*verb) == VerbTense::kAuxiliary;
    if (!semicolon && !CommaAfter(cut - 1) && !pronoun && !but && !auxiliary) return std::nullopt;
    // "…, and the plan, which rose" has its verb elsewhere.
    for (size_t i = begin; i < *verb; ++i) {
      if (CommaAfter(i) || words_[i].folded == "which" || words_[i].folded == "that") {
        return std::nullopt;
      }
    }
    return verb;
  }

  bool IsPronoun(size_t at) const {
    const ReferenceLexicon* lexicon = ReferenceLexiconFor(language_);
    if (lexicon == nullptr) return false;
    const auto found = lexicon->pronouns.find(words_[at].folded);
    return found != lexicon->pronouns.end() && !found->second.possessive &&
           !found->second.bare_demonstrative;
  }

  /// What stands for the pronoun at `at`: the subject of the clause before, when it agrees and no
  /// other phrase does. Empty when there is no pronoun; nothing when it stays open.
  std::optional<std::string> ResolvePronoun(size_t at, size_t subject, size_t verb) const {
    const ReferenceLexicon* lexicon = ReferenceLexiconFor(language_);
    const auto pronoun = lexicon->pronouns.find(words_[at].folded);
    const bool possessive = pronoun != lexicon->pronouns.end() && pronoun->second.possessive;
    if (possessive && language_ != "en") return std::nullopt;
    if (!possessive && !IsPronoun(at)) return "";
    const Agreement wanted = pronoun->second.agreement;
    const std::string subject_text = Subject(subject, verb);
    bool subject_fits = false;
    size_t others = 0;
    const size_t from = words_[subject].span.begin;
    const size_t length = words_[at].span.begin - from;
    for (const Mention& mention : MentionsOf(text_.substr(from, length), language_)) {
      if (!mention.agreement.Fits(wanted)) continue;
      if (mention.role == MentionRole::kSubject && mention.span.begin == 0) {
        subject_fits = true;
      } else if (mention.role == MentionRole::kObject && (mention.definite || mention.is_name)) {
        ++others;
      }
    }
    if (!subject_fits || others > 0) return std::nullopt;
    return possessive ? subject_text + "'s" : subject_text;
  }

  std::string_view text_;
  std::string_view language_;
  std::vector<Word> words_;
  std::vector<bool> inner_;
};

}  // namespace

std::vector<std::string> SplitClauses(std::string_view sentence, std::string_view language) {
  const std::string text = CollapseSpace(sentence);
  if (ReferenceLexiconFor(language) == nullptr) return {};
  std::vector<std::string> pieces = Splitter(text, language).Run();
  if (pieces.size() > kMostClauses) return {};
  return pieces;
}

}  // namespace gloss
