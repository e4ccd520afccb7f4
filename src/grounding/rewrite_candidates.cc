#include "grounding/rewrite_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "grounding/figures_check.h"
#include "grounding/sentence_words.h"
#include "text/words.h"

namespace gloss {
namespace {

constexpr size_t kSpareBytes = 200;  ///< By which a rewrite may be longer than twice the sentence.

std::string_view TextOf(const GroundingReport& report, const SentenceRef& reference) {
  return report.documents[static_cast<size_t>(reference.document)].SentenceText(
      static_cast<size_t>(reference.sentence));
}

/// Sentences against which a faulty claim's figures are held: those that contradict it, then those
/// whose figures kept them from supporting it.
std::vector<SentenceRef> RefutersOf(const ClaimResult& claim) {
  std::vector<SentenceRef> refuters;
  const auto add = [&](const SentenceRef& reference) {
    if (std::find(refuters.begin(), refuters.end(), reference) == refuters.end()) {
      refuters.push_back(reference);
    }
  };
  for (const EvidenceSet& set : claim.evidence) {
    if (set.polarity != Polarity::kContradicts) continue;
    for (const SentenceRef& reference : set.sentences) add(reference);
  }
  for (const FigureNote& note : claim.figures) {
    if (note.conflict) add(note.sentence);
  }
  return refuters;
}

bool IsReplaceable(FigureFault kind) {
  return kind == FigureFault::kNumber || kind == FigureFault::kUnit ||
         kind == FigureFault::kPercent || kind == FigureFault::kDate ||
         kind == FigureFault::kDuration || kind == FigureFault::kName;
}

/// The stretch to take out, and what to put in: the number alone when the source gives no unit
/// beside it ("50,000 m³ a day" against "5,000").
std::pair<std::string, std::string> Replacement(const FigureMismatch& mismatch) {
  const std::vector<Word> ours = WordsOf(mismatch.claim_text);
  const std::vector<Word> theirs = WordsOf(mismatch.evidence_text);
  const auto numbers = [](const std::vector<Word>& words) {
    return std::count_if(words.begin(), words.end(),
                         [](const Word& word) { return word.is_number; });
  };
  if (theirs.size() == 1 && theirs[0].is_number && ours.size() > 1 && numbers(ours) == 1) {
    const auto number =
        std::find_if(ours.begin(), ours.end(), [](const Word& word) { return word.is_number; });
    return {std::string(number->span.In(mismatch.claim_text)),
            std::string(theirs[0].span.In(mismatch.evidence_text))};
  }
  return {mismatch.claim_text, mismatch.evidence_text};
}

/// Where `what` stands in `text`, at word boundaries; nothing unless exactly once.
std::optional<size_t> OnlyPlace(std::string_view text, std::string_view what) {
  const auto is_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  std::optional<size_t> place;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
    const size_t end = at + what.size();
    const bool starts = at == 0 || !is_word(text[at - 1]) || !is_word(what.front());
    const bool ends = end == text.size() || !is_word(text[end]) || !is_word(what.back());
    // "58" is no place for "8", and "1.58" none for "58".
    const bool decimal = (at > 1 && (text[at - 1] == '.' || text[at - 1] == ',') &&
                          text[at - 2] >= '0' && text[at - 2] <= '9') ||
                         (end + 1 < text.size() && (text[end] == '.' || text[end] == ',') &&
                          text[end + 1] >= '0' && text[end + 1] <= '9');
    if (!starts || !ends || decimal) continue;
    if (place) return std::nullopt;
    place = at;
  }
  return place;
}

/// A claim with the figures that its evidence contradicts replaced by the source's.
std::optional<std::string> WithSourceFigures(const GroundingReport& report,
                                             const ClaimResult& result) {
  const std::string& claim = result.claim.text;
  for (const SentenceRef& reference : RefutersOf(result)) {
    const FigureReport figures =
        CheckFigures(claim, TextOf(report, reference), report.response.language);
    std::string text;
    size_t done = 0;
    for (const FigureMismatch& mismatch : figures.conflicts) {
      if (!IsReplaceable(mismatch.kind) || mismatch.evidence_text.empty()) continue;
      const auto [out, in] = Replacement(mismatch);
      const size_t at = claim.find(out, mismatch.claim_span.begin);
      if (out.empty() || out == in || at == std::string::npos || at < done) continue;
      if (at + out.size() > mismatch.claim_span.end) continue;
      text += claim.substr(done, at - done) + in;
      done = at + out.size();
    }
    if (done > 0) return text + claim.substr(done);
  }
  return std::nullopt;
}

/// Statements as sentences, each once; nothing when there is none.
std::optional<std::string> Joined(const std::vector<std::string>& statements) {
  std::string text;
  std::set<std::string> seen;
  for (const std::string& given : statements) {
    std::string statement = CollapseSpace(given);
    if (statement.empty() || !seen.insert(WordKey(statement)).second) continue;
    const char last = statement.back();
    if (last != '.' && last != '!' && last != '?') statement += '.';
    if (!text.empty()) text += ' ';
    text += statement;
  }
  return text.empty() ? std::nullopt : std::optional(text);
}

std::string EvidenceText(const GroundingReport& report, const FaultySentence& fault) {
  std::string text;
  for (const SentenceRef& reference : fault.evidence) {
    text += std::string(TextOf(report, reference)) + " ";
  }
  for (const ClaimResult* claim : fault.supported) text += claim->claim.text + " ";
  return text;
}

}  // namespace

std::optional<FaultySentence> FindFault(const GroundingReport& report, size_t sentence) {
  FaultySentence fault;
  fault.index = sentence;
  std::set<SentenceRef> evidence;
  for (const ClaimResult& result : report.claims) {
    if (static_cast<size_t>(result.claim.sentence) != sentence) continue;
    const bool faulty =
        result.verdict == Verdict::kContradicted || result.verdict == Verdict::kNotEnoughInfo;
    if (faulty) fault.faulty.push_back(&result);
    if (result.verdict == Verdict::kSupported) fault.supported.push_back(&result);
    for (const EvidenceSet& set : result.evidence) {
      evidence.insert(set.sentences.begin(), set.sentences.end());
    }
    if (faulty) {
      for (const FigureNote& note : result.figures) evidence.insert(note.sentence);
    }
  }
  if (fault.faulty.empty()) return std::nullopt;
  fault.evidence.assign(evidence.begin(), evidence.end());
  return fault;
}

std::optional<std::string> WithSourceFigures(const GroundingReport& report,
                                             const FaultySentence& fault) {
  const Document& response = report.response;
  const Span whole = response.sentences[fault.index].span;
  struct Edit {
    Span span;
    std::string text;
  };
  std::vector<Edit> edits;
  for (const ClaimResult* claim : fault.faulty) {
    bool mended = false;
    for (const SentenceRef& reference : RefutersOf(*claim)) {
      const FigureReport figures =
          CheckFigures(claim->claim.text, TextOf(report, reference), response.language);
      std::vector<Edit> own;
      for (const FigureMismatch& mismatch : figures.conflicts) {
        if (!IsReplaceable(mismatch.kind) || mismatch.evidence_text.empty()) continue;
        const auto [out, in] = Replacement(mismatch);
        if (out.empty() || out == in) continue;
        // In the claim's own stretch first: the same figure may stand elsewhere rightly.
        Span within = claim->claim.span;
        std::optional<size_t> place = OnlyPlace(within.In(response.text), out);
        if (!place) {
          within = whole;
          place = OnlyPlace(within.In(response.text), out);
        }
        if (!place) continue;
        own.push_back({{within.begin + *place, within.begin + *place + out.size()}, in});
      }
      if (own.empty()) continue;
      for (Edit& edit : own) {
        const bool overlaps = std::any_of(edits.begin(), edits.end(), [&](const Edit& other) {
          return edit.span.begin < other.span.end && other.span.begin < edit.span.end;
        });
        if (!overlaps) edits.push_back(std::move(edit));
      }
      mended = true;
      break;
    }
    // A fault that no figure explains is not mended by figures.
    if (!mended) return std::nullopt;
  }
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  std::string text;
  size_t done = whole.begin;
  for (const Edit& edit : edits) {
    text += response.text.substr(done, edit.span.begin - done) + edit.text;
    done = edit.span.end;
  }
  text += response.text.substr(done, whole.end - done);
  return edits.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::string> CorrectedClaims(const GroundingReport& report,
                                           const FaultySentence& fault) {
  std::vector<std::string> statements;
  bool mended = false;
  for (const ClaimResult& result : report.claims) {
    if (static_cast<size_t>(result.claim.sentence) != fault.index) continue;
    if (result.verdict == Verdict::kSupported) {
      statements.push_back(result.claim.text);
    } else if (auto text = WithSourceFigures(report, result)) {
      statements.push_back(*std::move(text));
      mended = true;
    }
  }
  return mended ? Joined(statements) : std::nullopt;
}

std::optional<std::string> SupportedClaims(const FaultySentence& fault) {
  std::vector<std::string> statements;
  for (const ClaimResult* claim : fault.supported) statements.push_back(claim->claim.text);
  return Joined(statements);
}

std::optional<std::string> ContradictingSource(const GroundingReport& report,
                                               const FaultySentence& fault) {
  if (!fault.supported.empty()) return std::nullopt;
  const std::string_view sentence = report.response.SentenceText(fault.index);
  for (const ClaimResult* claim : fault.faulty) {
    for (const EvidenceSet& set : claim->evidence) {
      if (set.polarity != Polarity::kContradicts || set.sentences.size() != 1) continue;
      const SentenceRef& reference = set.sentences.front();
      const Document& document = report.documents[static_cast<size_t>(reference.document)];
      const std::string text = CollapseSpace(TextOf(report, reference));
      if (text.size() > sentence.size() * 2 + 40 || BeginsWithPronoun(text, document.language)) {
        continue;
      }
      return text;
    }
  }
  return std::nullopt;
}

std::optional<std::string> ObjectionToRewrite(std::string_view text, const GroundingReport& report,
                                              const FaultySentence& fault) {
  const std::string_view sentence = report.response.SentenceText(fault.index);
  if (WordsOf(text).empty()) return "empty";
  if (text.size() > 2 * sentence.size() + kSpareBytes) return "too long";
  for (const std::string_view mark :
       {"<|", "|>", "```", "\n", "</", "[INST", "Source:", "Sentence:"}) {
    if (text.find(mark) != std::string_view::npos &&
        sentence.find(mark) == std::string_view::npos) {
      return "markup";
    }
  }
  if (text == sentence) return "same text";
  const std::string& language = report.response.language;
  const std::string known_text = EvidenceText(report, fault);
  const std::vector<Word> known = WordsOf(known_text);
  const std::set<std::string> known_numbers = NumbersOf(known, language);
  const std::vector<Word> words = WordsOf(text);
  // What the figure rule keeps of the old sentence is checked by the grounder.
  const std::vector<Word> old = WordsOf(sentence);
  const std::set<std::string> old_numbers = NumbersOf(old, language);
  for (const std::string& number : NumbersOf(words, language)) {
    if (!known_numbers.contains(number) && !old_numbers.contains(number)) {
      return fmt::format("adds the number {}", number);
    }
  }
  for (size_t i = 1; i < words.size(); ++i) {
    const Word& word = words[i];
    if (!word.capitalised || word.is_number || LexiconFor(language).stop.contains(word.folded)) {
      continue;
    }
    if (!HasStem(known, word.folded) && !HasStem(old, word.folded)) {
      return fmt::format("adds the name {}", word.span.In(text));
    }
  }
  return std::nullopt;
}

std::string_view MarkText(std::string_view language, MarkKind kind) {
  struct Marks {
    std::string_view unsupported;
    std::string_view contradicted;
    std::string_view conflicting;
  };
  static const std::map<std::string_view, Marks> kMarks = {
      {"en",
       {"[not supported by the sources]", "[contradicted by the sources]",
        "[the sources disagree]"}},
      {"de",
       {"[nicht durch die Quellen belegt]", "[im Widerspruch zu den Quellen]",
        "[die Quellen widersprechen sich]"}},
      {"es",
       {"[sin respaldo en las fuentes]", "[en contradicción con las fuentes]",
        "[las fuentes discrepan]"}},
      {"fr",
       {"[non étayé par les sources]", "[contredit par les sources]", "[les sources divergent]"}},
      {"it",
       {"[non confermato dalle fonti]", "[contraddetto dalle fonti]",
        "[le fonti sono discordanti]"}}};
  auto found = kMarks.find(language);
  if (found == kMarks.end()) found = kMarks.find("en");
  switch (kind) {
    case MarkKind::kUnsupported:
      return found->second.unsupported;
    case MarkKind::kContradicted:
      return found->second.contradicted;
    case MarkKind::kConflicting:
      return found->second.conflicting;
  }
  return found->second.unsupported;
}

}  // namespace gloss
