#include "writing/citation_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "text/characters.h"
#include "text/citation_marks.h"
#include "text/marked_text.h"
#include "text/tag_index.h"
#include "text/utf8.h"
#include "text/words.h"
#include "types/verdict_urgency.h"
#include "writing/cited_claims.h"
#include "writing/cited_passages.h"

namespace gloss {
namespace {

/// So few cited sentences are all compared with a claim.
constexpr size_t kCompareAll = 64;
/// A longer heading is a statement.
constexpr size_t kMostHeadingWords = 12;

using References = std::vector<SentenceRef>;

/// A claim beside some of the sentences that it cites.
struct Judgement {
  Verdict verdict = Verdict::kUnchecked;
  References evidence;  ///< Of the best set that decides.
  float probability = 0;
  std::string reason;
};

/// Citations of a claim that name sentences, and those sentences. Groups of sentences are known by
/// number: a document that is cited as a whole can be long.
struct Cited {
  std::vector<int> citations;
  std::vector<size_t> groups;  ///< Of each citation.
  size_t all = 0;              ///< Of all together.
};

References Merged(References a, const References& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

bool EndsAsSentence(std::string_view text) {
  if (text.empty()) return false;
  const CharKind last = KindOf(DecodeUtf8Before(text, text.size()).value);
  return last == CharKind::kDot || last == CharKind::kStop || last == CharKind::kEllipsis;
}

/// The best evidence on the side that decides a verdict.
const EvidenceSet* DecidingSet(const ClaimResult& result) {
  const Polarity side =
      result.verdict == Verdict::kSupported ? Polarity::kSupports : Polarity::kContradicts;
  const auto found = std::find_if(result.evidence.begin(), result.evidence.end(),
                                  [&](const EvidenceSet& set) { return set.polarity == side; });
  return found == result.evidence.end() ? nullptr : &*found;
}

/// What supports a claim in all sources; null where nothing does, or more speaks against it.
const EvidenceSet* BestSupport(const ClaimResult& result) {
  if (result.verdict != Verdict::kSupported && result.verdict != Verdict::kConflicting) {
    return nullptr;
  }
  // Best first: a contradiction before the first support outweighs it.
  const bool supports =
      !result.evidence.empty() && result.evidence.front().polarity == Polarity::kSupports;
  return supports ? &result.evidence.front() : nullptr;
}

/// One verification from start to end.
class Verification {
 public:
  Verification(const Grounder& grounder, const VerifyOptions& options,
               const GroundingProgress& progress, const std::stop_token& stop)
      : grounder_(grounder), options_(options), progress_(progress), stop_(stop) {}

  Result<CitedText> Run(CitedInput input) {
    text_.id = std::move(input.id);
    text_.title = input.text.title;
    text_.question = input.question;
    text_.text = input.text.text;
    text_.unread_sources = std::move(input.unread_sources);
    text_.warnings = input.text.warnings;
    GLOSS_RETURN_IF_ERROR(TakeClaims(input));
    AttachCitations(report_.marks, &text_);
    ExemptHeadings();
    JudgeCited();
    if (options_.suggest) Suggest();
    FinishCitations();
    FinishSentences();
    FillGaps();
    text_.documents = std::move(report_.documents);
    text_.provenance = std::move(report_.provenance);
    return std::move(text_);
  }

 private:
  /// Citations with what they name, sentences, and claims that wait to be judged.
  Status TakeClaims(CitedInput& input) {
    const TagIndex tags(input.documents);
    const CitationSources sources{input.documents, text_.unread_sources.size(), tags};
    std::vector<CitationMark> marks = FindCitationMarks(input.text.text, tags);
    PromoteDefinitions(input.text.text, sources, marks);
    text_.citations = ResolveCitations(input.text.text, marks, sources, input.ids);
    std::vector<Citation> beside =
        ResolveAnnotations(input.annotations, input.documents, text_.unread_sources.size());
    std::move(beside.begin(), beside.end(), std::back_inserter(text_.citations));
    std::stable_sort(text_.citations.begin(), text_.citations.end(),
                     [](const Citation& a, const Citation& b) { return a.span < b.span; });
    AddNotes(marks);

    MarkedText marked(std::move(input.text), std::move(marks));
    GroundingInput grounding;
    grounding.question = text_.question;
    grounding.response = marked.plain();
    grounding.documents = std::move(input.documents);
    grounding.match = false;
    GroundingOptions extraction = options_.grounding;
    extraction.compute_pfcr = false;
    GLOSS_ASSIGN_OR_RETURN(report_,
                           grounder_.Ground(std::move(grounding), extraction, progress_, stop_));
    text_.model_failed = report_.coverage.model_failed;
    std::vector<std::string> warnings = report_.warnings;
    for (size_t i = 0; i < report_.response.sentences.size(); ++i) {
      CitedSentence sentence;
      sentence.statement = std::string(report_.response.SentenceText(i));
      text_.sentences.push_back(std::move(sentence));
    }
    std::move(marked).Restore(&report_);
    text_.language = report_.response.language;
    // What the marks name is said by the citations.
    std::move(warnings.begin(), warnings.end(), std::back_inserter(text_.warnings));
    for (size_t i = 0; i < text_.sentences.size(); ++i) {
      text_.sentences[i].span = report_.response.sentences[i].span;
    }
    for (const ClaimResult& result : report_.claims) {
      const auto index = static_cast<int>(text_.claims.size());
      CitedClaim claim;
      claim.text = result.claim.text;
      claim.span = result.claim.span;
      claim.sentence = result.claim.sentence;
      claim.verdict = result.verdict;
      claim.reason = result.reason;
      text_.sentences[static_cast<size_t>(claim.sentence)].claims.push_back(index);
      // Settled claims say why.
      open_.push_back(result.verdict == Verdict::kUnchecked && result.reason.empty());
      text_.claims.push_back(std::move(claim));
    }
    return Status::Ok();
  }

  void AddNotes(const std::vector<CitationMark>& marks) {
    const bool thinks = std::any_of(marks.begin(), marks.end(), [](const CitationMark& mark) {
      return mark.form == MarkForm::kThinking;
    });
    if (thinks) {
      text_.warnings.emplace_back(
          "the text holds notes of its model (<think>), which were not checked");
    }
  }

  /// Headings are not cited: one without a citation needs none, unless it is written as a sentence.
  void ExemptHeadings() {
    for (size_t c = 0; c < text_.claims.size(); ++c) {
      CitedClaim& claim = text_.claims[c];
      const auto sentence = static_cast<size_t>(claim.sentence);
      const int block = report_.response.sentences[sentence].block;
      const bool is_heading =
          block >= 0 &&
          report_.response.blocks[static_cast<size_t>(block)].kind == BlockKind::kHeading;
      if (!is_heading || !text_.sentences[sentence].citations.empty()) continue;
      const std::string& words = text_.sentences[sentence].statement;
      if (EndsAsSentence(words) || WordsOf(words).size() > kMostHeadingWords) continue;
      claim.verdict = Verdict::kNotCheckable;
      claim.reason = "a heading";
      open_[c] = false;
    }
  }

  size_t GroupOf(const References& references) {
    const auto [group, is_new] = group_of_.emplace(references, groups_.size());
    if (is_new) groups_.push_back(&group->first);
    return group->second;
  }

  Cited CitedBy(const CitedClaim& claim) {
    Cited cited;
    References all;
    for (const int index : claim.citations) {
      const Citation& citation = text_.citations[static_cast<size_t>(index)];
      if (citation.state == CitationState::kUnknown) continue;
      const References named = CitedSentencesOf(citation, report_.documents);
      if (named.empty()) continue;
      cited.citations.push_back(index);
      cited.groups.push_back(GroupOf(named));
      all = Merged(std::move(all), named);
    }
    if (!cited.citations.empty()) cited.all = GroupOf(all);
    return cited;
  }

  /// Judges each claim by each of its citations and by all together: every distinct group of
  /// sentences is made a set of sources once, for all claims that it is asked about.
  void JudgeCited() {
    std::map<size_t, std::set<size_t>> asked;
    std::vector<Cited> cited;
    for (size_t c = 0; c < text_.claims.size(); ++c) {
      cited.push_back(open_[c] ? CitedBy(text_.claims[c]) : Cited{});
      if (cited[c].citations.empty()) continue;
      asked[cited[c].all].insert(c);
      for (const size_t group : cited[c].groups) asked[group].insert(c);
    }
    for (const auto& [group, claims] : asked) Judge(group, claims);
    for (size_t c = 0; c < text_.claims.size(); ++c) {
      if (open_[c]) FinishClaim(c, cited[c]);
    }
  }

  void Judge(size_t group, const std::set<size_t>& claims) {
    const References& references = *groups_[group];
    CitedPassages passages = MakeCitedPassages(report_.documents, references);
    GroundingReport scratch;
    scratch.response.language = text_.language;
    std::vector<size_t> indices;
    for (const size_t claim : claims) {
      indices.push_back(scratch.claims.size());
      scratch.claims.emplace_back().claim = report_.claims[claim].claim;
    }
    scratch.documents = std::move(passages.documents);
    GroundingOptions options = options_.grounding;
    options.exhaustive = options.exhaustive || references.size() <= kCompareAll;
    grounder_.Judge(indices, options, progress_, stop_, &scratch);
    text_.model_failed = text_.model_failed || scratch.coverage.model_failed;
    size_t next = 0;
    for (const size_t claim : claims) {
      const ClaimResult& result = scratch.claims[next++];
      Judgement judgement{result.verdict, {}, 0, result.reason};
      if (const EvidenceSet* set = DecidingSet(result)) {
        judgement.probability = set->probability;
        for (const SentenceRef& ref : set->sentences) {
          judgement.evidence.push_back(passages.OriginOf(ref));
        }
      }
      judgements_[{claim, group}] = std::move(judgement);
    }
  }

  void FinishClaim(size_t index, const Cited& cited) {
    CitedClaim& claim = text_.claims[index];
    if (cited.citations.empty()) return FinishUncited(claim);
    const Judgement& together = judgements_.at({index, cited.all});
    claim.verdict = together.verdict;
    claim.evidence = together.evidence;
    claim.probability = together.probability;
    claim.reason = together.reason;
    if (claim.verdict == Verdict::kNotEnoughInfo && claim.reason.empty()) {
      claim.reason = "what it cites does not say so";
    }
    for (size_t i = 0; i < cited.citations.size(); ++i) {
      const References& named = *groups_[cited.groups[i]];
      const Judgement& alone = judgements_.at({index, cited.groups[i]});
      Tally& tally = tallies_[cited.citations[i]];
      const bool in_group =
          alone.verdict == Verdict::kNotEnoughInfo && together.verdict == Verdict::kSupported &&
          std::any_of(together.evidence.begin(), together.evidence.end(),
                      [&](const SentenceRef& ref) {
                        return std::binary_search(named.begin(), named.end(), ref);
                      });
      if (alone.verdict == Verdict::kSupported) {
        tally.supports = std::max(tally.supports, alone.probability);
        ++tally.supported;
      } else if (in_group) {
        tally.supports = std::max(tally.supports, together.probability);
        ++tally.supported;
        ++tally.in_group;
      } else if (alone.verdict == Verdict::kContradicted ||
                 alone.verdict == Verdict::kConflicting) {
        tally.contradicts = std::max(tally.contradicts, alone.probability);
        ++tally.contradicted;
        if (tally.reason.empty()) tally.reason = alone.reason;
      } else if (alone.verdict == Verdict::kUnchecked) {
        ++tally.unchecked;
        if (tally.reason.empty()) tally.reason = alone.reason;
      } else {
        ++tally.silent;
        if (tally.reason.empty()) tally.reason = alone.reason;
      }
    }
  }

  /// No citation that it has names anything that was read.
  void FinishUncited(CitedClaim& claim) const {
    const bool unread =
        std::any_of(claim.citations.begin(), claim.citations.end(), [&](int number) {
          return text_.citations[static_cast<size_t>(number)].state != CitationState::kUnknown;
        });
    if (unread) {
      claim.reason = "the source that it cites was not read, or has no text";
      return;  // Unchecked.
    }
    claim.needs_citation = true;
    claim.verdict = Verdict::kNotEnoughInfo;
    claim.reason = claim.citations.empty() ? "it has no citation" : "its citation names nothing";
  }

  /// Looks in all sources for what supports the claims that their citations do not.
  void Suggest() {
    std::vector<size_t> wanted;
    for (size_t c = 0; c < text_.claims.size(); ++c) {
      const Verdict verdict = text_.claims[c].verdict;
      if (open_[c] && verdict != Verdict::kSupported) wanted.push_back(c);
    }
    if (wanted.empty()) return;
    const bool failed = report_.coverage.model_failed;
    grounder_.Judge(wanted, options_.grounding, progress_, stop_, &report_);
    text_.model_failed = text_.model_failed || (report_.coverage.model_failed && !failed);
    size_t unsearched = 0;
    for (const size_t c : wanted) {
      const ClaimResult& result = report_.claims[c];
      if (result.verdict == Verdict::kUnchecked) ++unsearched;
      const EvidenceSet* set = BestSupport(result);
      if (set != nullptr) text_.claims[c].would_support = set->sentences;
    }
    if (unsearched > 0 && !report_.documents.empty()) {
      text_.gaps.push_back(fmt::format("the sources were not searched for what supports {} claim{}",
                                       unsearched, unsearched == 1 ? "" : "s"));
    }
  }

  void FinishCitations() {
    for (size_t i = 0; i < text_.citations.size(); ++i) {
      Citation& citation = text_.citations[i];
      if (citation.state == CitationState::kUnknown) continue;
      const auto found = tallies_.find(static_cast<int>(i));
      if (found == tallies_.end()) {
        if (citation.reason.empty() || citation.state == CitationState::kRepaired) {
          AddReason(citation, WhyUnjudged(citation));
        }
        continue;
      }
      const Tally& tally = found->second;
      const int all = tally.supported + tally.contradicted + tally.silent + tally.unchecked;
      if (tally.contradicted > 0) {
        citation.verdict = CitationVerdict::kContradicts;
        citation.probability = tally.contradicts;
        AddReason(citation, tally.reason);
      } else if (tally.supported > 0) {
        citation.verdict = CitationVerdict::kSupports;
        citation.probability = tally.supports;
        citation.in_group = tally.in_group == tally.supported;
        if (tally.supported < all) {
          AddReason(citation, fmt::format("it supports {} of {} claims", tally.supported, all));
        }
      } else if (tally.unchecked > 0) {
        AddReason(citation, tally.reason);
      } else {
        citation.verdict = CitationVerdict::kDoesNotAddress;
        AddReason(citation, tally.reason);
      }
    }
  }

  std::string WhyUnjudged(const Citation& citation) const {
    for (const int claim : citation.claims) {
      const std::string& reason = text_.claims[static_cast<size_t>(claim)].reason;
      if (!reason.empty()) return reason;
    }
    return "it follows nothing that can be checked";
  }

  static void AddReason(Citation& citation, const std::string& reason) {
    if (reason.empty()) return;
    citation.reason += (citation.reason.empty() ? "" : "; ") + reason;
  }

  void FinishSentences() {
    for (CitedSentence& sentence : text_.sentences) {
      sentence.verdict = Verdict::kNotCheckable;
      if (sentence.claims.empty()) sentence.reason = "no claim was taken from it";
      for (const int index : sentence.claims) {
        const CitedClaim& claim = text_.claims[static_cast<size_t>(index)];
        if (VerdictUrgency(claim.verdict) > VerdictUrgency(sentence.verdict) ||
            sentence.reason.empty()) {
          sentence.reason = claim.reason;
        }
        if (VerdictUrgency(claim.verdict) > VerdictUrgency(sentence.verdict))
          sentence.verdict = claim.verdict;
        sentence.needs_citation = sentence.needs_citation || claim.needs_citation;
        sentence.would_support = Merged(std::move(sentence.would_support), claim.would_support);
      }
    }
  }

  void FillGaps() {
    for (const UnreadSource& source : text_.unread_sources) {
      text_.gaps.push_back(fmt::format("source {} was not read: {}",
                                       source.uri.empty() ? "without a name" : source.uri,
                                       source.status.ToString()));
    }
    if (report_.documents.empty() && text_.unread_sources.empty()) {
      text_.gaps.emplace_back("no source was given");
    }
    std::map<std::string, int> reasons;
    int checkable = 0;
    for (const CitedClaim& claim : text_.claims) {
      checkable += claim.verdict == Verdict::kNotCheckable ? 0 : 1;
      if (claim.verdict == Verdict::kUnchecked) ++reasons[claim.reason];
    }
    for (const auto& [reason, count] : reasons) {
      text_.gaps.push_back(
          fmt::format("{} claim{} not checked: {}", count, count == 1 ? "" : "s", reason));
    }
    if (checkable == 0) text_.gaps.emplace_back("the text has no statement to check");
  }

  /// What a citation does for the claims that it follows.
  struct Tally {
    int supported = 0;
    int in_group = 0;
    int contradicted = 0;
    int silent = 0;
    int unchecked = 0;
    float supports = 0;
    float contradicts = 0;
    std::string reason;
  };

  const Grounder& grounder_;
  const VerifyOptions& options_;
  const GroundingProgress& progress_;
  const std::stop_token& stop_;
  CitedText text_;
  GroundingReport report_;
  std::vector<bool> open_;  ///< By claim: it waits to be judged.
  std::map<References, size_t> group_of_;
  std::vector<const References*> groups_;                      ///< Keys of group_of_.
  std::map<std::pair<size_t, size_t>, Judgement> judgements_;  ///< By claim and group.
  std::map<int, Tally> tallies_;                               ///< By citation.
};

}  // namespace

Result<CitedText> CitationVerifier::Verify(CitedInput input, const VerifyOptions& options,
                                           const GroundingProgress& progress,
                                           std::stop_token stop) const {
  return Verification(grounder_, options, progress, stop).Run(std::move(input));
}

}  // namespace gloss
