#include "grounding/grounder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "grounding/cascade_matcher.h"
#include "grounding/claim_extractor.h"
#include "grounding/evidence_matcher.h"
#include "grounding/metrics.h"
#include "grounding/pair_batch.h"
#include "grounding/prompt.h"
#include "grounding/verdict_aggregator.h"
#include "text/marked_text.h"
#include "text/sentence_splitter.h"

namespace gloss {
namespace {

ModelUse UseOf(std::string_view role, const ModelSpec& spec) {
  return {std::string(role), spec.name, spec.sha256};
}

/// A language that the model is not made for: what it writes then is no claim of the sentence.
bool IsForeign(const LanguageCode& language, const ModelSpec& spec) {
  return !language.empty() && !UncoveredLanguages(spec, {&language, 1}).empty();
}

std::string NameOf(const UnreadSource& source) {
  return source.uri.empty() ? std::string("a source without a name") : source.uri;
}

bool HasContext(const std::vector<Document>& documents) {
  return std::any_of(documents.begin(), documents.end(),
                     [](const Document& document) { return !document.sentences.empty(); });
}

/// Why a claim is unchecked, in words for the report.
std::string ReasonFor(const VerdictFacts& facts, const Status& status,
                      const std::vector<UnreadSource>& unread) {
  if (facts.unfinished) return status.ToString();
  if (facts.source_unread) return fmt::format("source {} was not read", NameOf(unread.front()));
  return "there is no source text to compare it with";
}

/// False for a caller who stopped the work.
bool IsModelFailure(const Status& status) {
  return !status.ok() && status.code() != StatusCode::kCancelled;
}

/// The figures that keep a claim from being supported; those that the source contradicts suffice.
std::string FigureReason(const std::vector<FigureNote>& figures) {
  const bool conflict =
      std::any_of(figures.begin(), figures.end(), [](const auto& note) { return note.conflict; });
  std::string reason;
  for (const FigureNote& note : figures) {
    if (note.conflict != conflict || reason.find(note.text) != std::string::npos) continue;
    reason += (reason.empty() ? "" : "; ") + note.text;
  }
  return reason;
}

/// Verdicts, evidence and scores of the claims that were matched.
void TakeMatches(MatchResult matches, std::span<const size_t> matched, GroundingReport& report) {
  const bool has_context = HasContext(report.documents);
  for (size_t i = 0; i < matched.size(); ++i) {
    ClaimMatch& match = matches.claims[i];
    ClaimResult& result = report.claims[matched[i]];
    const VerdictFacts facts{.supports = HasEvidence(match.evidence, Polarity::kSupports),
                             .contradicts = HasEvidence(match.evidence, Polarity::kContradicts),
                             .unfinished = match.unchecked_pairs > 0 || !match.status.ok(),
                             .has_context = has_context,
                             .source_unread = !report.unread_sources.empty()};
    result.verdict = DecideVerdict(facts);
    if (facts.unfinished && IsModelFailure(match.status)) report.coverage.model_failed = true;
    if (result.verdict == Verdict::kUnchecked) {
      result.reason = ReasonFor(facts, match.status, report.unread_sources);
    }
    if (result.reason.empty()) result.reason = FigureReason(match.figures);
    if (result.reason.empty() && result.verdict == Verdict::kNotEnoughInfo &&
        !match.weak_evidence.empty()) {
      result.reason = fmt::format("something may support it, but with a probability of {:.2f} only",
                                  match.weak_evidence.front().probability);
    }
    result.weak_evidence = std::move(match.weak_evidence);
    result.scores = std::move(match.scores);
    result.evidence = std::move(match.evidence);
    result.figures = std::move(match.figures);
    result.unchecked_pairs = match.unchecked_pairs;
  }
}

/// A claim that is read after its context can be contradicted for what the context says: evidence
/// against it counts where it contradicts the claim alone, too.
void ConfirmContradictions(EntailmentClassifier& classifier, GroundingReport& report,
                           const std::stop_token& stop) {
  std::vector<std::pair<size_t, size_t>> asked;  // claim, evidence set
  std::vector<std::string> premises;
  for (size_t c = 0; c < report.claims.size(); ++c) {
    if (report.claims[c].claim.context.empty()) continue;
    for (size_t s = 0; s < report.claims[c].evidence.size(); ++s) {
      const EvidenceSet& set = report.claims[c].evidence[s];
      if (set.polarity != Polarity::kContradicts) continue;
      asked.emplace_back(c, s);
      premises.push_back(JoinedText(report.documents, set));
    }
  }
  std::vector<PremiseHypothesis> pairs;
  for (size_t i = 0; i < asked.size(); ++i) {
    pairs.push_back({premises[i], report.claims[asked[i].first].claim.text});
  }
  const PairBatch labels = ClassifyPairs(classifier, pairs, stop, {});
  for (size_t i = asked.size(); i-- > 0;) {
    ClaimResult& result = report.claims[asked[i].first];
    const std::optional<RelationScores>& label = labels.scores[i];
    if (label && label->label == Relation::kContradiction) continue;
    result.evidence.erase(result.evidence.begin() + static_cast<std::ptrdiff_t>(asked[i].second));
    if (!label) {
      result.verdict = Verdict::kUnchecked;
      result.reason = labels.status.ToString();
      if (IsModelFailure(labels.status)) report.coverage.model_failed = true;
    } else if (result.verdict != Verdict::kUnchecked &&
               !HasEvidence(result.evidence, Polarity::kContradicts)) {
      result.verdict = HasEvidence(result.evidence, Polarity::kSupports) ? Verdict::kSupported
                                                                         : Verdict::kNotEnoughInfo;
      result.reason.clear();
    }
  }
}

/// One line for each reason why claims are unchecked, with the claims' ids.
void AddUncheckedGaps(GroundingReport& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const ClaimResult& result : report.claims) {
    if (result.verdict != Verdict::kUnchecked) continue;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& entry) { return entry.first == result.reason; });
    if (group == groups.end()) {
      groups.push_back({result.reason, {}});
      group = std::prev(groups.end());
    }
    group->second.push_back(result.claim.id);
  }
  constexpr size_t kMostIds = 8;
  for (const auto& [reason, ids] : groups) {
    std::string list;
    for (size_t i = 0; i < std::min(kMostIds, ids.size()); ++i) {
      list += (i == 0 ? "" : ", ") + ids[i];
    }
    if (ids.size() > kMostIds) list += fmt::format(" and {} more", ids.size() - kMostIds);
    report.coverage.gaps.push_back(fmt::format("not checked ({}): {}", list, reason));
  }
}

void FillCoverage(const GroundingInput& input, GroundingReport& report) {
  Coverage& coverage = report.coverage;
  std::vector<bool> sentence_checked(report.response.sentences.size(), true);
  for (const ClaimResult& result : report.claims) {
    if (result.verdict == Verdict::kNotCheckable) continue;
    ++coverage.claims;
    if (result.verdict == Verdict::kUnchecked) {
      sentence_checked[static_cast<size_t>(result.claim.sentence)] = false;
    } else {
      ++coverage.claims_checked;
    }
  }
  coverage.response_sentences = static_cast<int>(sentence_checked.size());
  coverage.response_sentences_checked =
      static_cast<int>(std::count(sentence_checked.begin(), sentence_checked.end(), true));
  coverage.sources_read = static_cast<int>(report.documents.size());
  coverage.sources = coverage.sources_read + static_cast<int>(report.unread_sources.size());

  if (report.response.sentences.empty()) {
    coverage.gaps.emplace_back("the response has no text to check");
  } else if (coverage.claims == 0) {
    coverage.gaps.emplace_back("the response has no statement to check");
  }
  if (coverage.sources == 0) {
    coverage.gaps.emplace_back("no source was given");
  } else if (!HasContext(report.documents)) {
    coverage.gaps.emplace_back("no source has text that was read");
  }
  for (const UnreadSource& source : report.unread_sources) {
    coverage.gaps.push_back(
        fmt::format("source {} was not read: {}", NameOf(source), source.status.ToString()));
  }
  if (input.response_truncated) {
    coverage.gaps.emplace_back("the response was cut off by its producer: the rest was not seen");
  }
  AddUncheckedGaps(report);
}

void FillProvenance(const GroundingOptions& options, const Prompt& prompt,
                    GroundingReport& report) {
  Provenance& provenance = report.provenance;
  provenance.method = options.method;
  provenance.splitter_version = SplitterVersion();
  provenance.settings = SettingsOf(options);
  provenance.prompts = {{prompt.id, prompt.sha256}};
}

void AddPfcr(const FlipConsistency& flips, GroundingReport& report) {
  report.metrics.pfcr = flips.rate;
  if (flips.left_out > 0) {
    report.warnings.push_back(
        fmt::format("pfcr leaves out {} of {} evidence pairs: their claims have "
                    "no rule that flips them",
                    flips.left_out, flips.left_out + flips.pairs));
  }
  if (!flips.status.ok()) {
    report.warnings.push_back(fmt::format("pfcr was not computed: {}", flips.status.ToString()));
  }
}

}  // namespace

MatchResult Grounder::Match(std::span<const std::string_view> claims, const GroundingReport& report,
                            const GroundingOptions& options, const GroundingProgress& progress,
                            const std::stop_token& stop) const {
  if (options.method == "etracer") {
    return EvidenceMatcher(embedder_, classifier_)
        .Match(claims, report.documents, options.tau.value_or(kPaperTau), progress, stop);
  }
  CascadeOptions cascade;
  cascade.min_importance = options.tau;
  cascade.evidence_sets = options.evidence_sets;
  cascade.check_figures = options.check_figures;
  cascade.exhaustive = options.exhaustive;
  return CascadeMatcher(embedder_, classifier_, cascade)
      .Match(claims, report.documents, report.response.language, progress, stop);
}

void Grounder::Judge(std::span<const size_t> claims, const GroundingOptions& options,
                     const GroundingProgress& progress, const std::stop_token& stop,
                     GroundingReport* report) const {
  std::vector<std::string_view> texts;
  std::vector<std::string> to_read;
  for (const size_t index : claims) to_read.push_back(TextToMatch(report->claims[index].claim));
  for (const std::string& text : to_read) texts.push_back(text);
  TakeMatches(Match(texts, *report, options, progress, stop), claims, *report);
  ConfirmContradictions(classifier_, *report, stop);
}

Result<GroundingReport> Grounder::Ground(GroundingInput input, const GroundingOptions& requested,
                                         const GroundingProgress& progress,
                                         std::stop_token stop) const {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(requested));
  GroundingOptions options = EffectiveOptions(requested);
  Generator* decomposer = options.decomposition == "model" ? decomposer_ : nullptr;
  if (decomposer != nullptr && IsForeign(input.response.language, decomposer->spec())) {
    decomposer = nullptr;
    options.decomposition = "rules";
  }
  Result<Prompt> prompt = DecompositionPrompt(options.decompose_prompt, decomposer);
  if (!prompt.ok()) return prompt.status();

  GroundingReport report;
  report.id = std::move(input.id);
  report.question = std::move(input.question);
  MarkedText marked(std::move(input.response));
  report.response = marked.plain();
  report.documents = std::move(input.documents);
  report.unread_sources = std::move(input.unread_sources);

  std::vector<bool> context_only;
  if (!input.only.empty()) {
    for (const Sentence& sentence : report.response.sentences) {
      const Span span = marked.ToResponse(sentence.span);
      context_only.push_back(std::none_of(
          input.only.begin(), input.only.end(),
          [&](const Span& only) { return only.begin < span.end && span.begin < only.end; }));
    }
  }

  ClaimExtractor extractor(decomposer, classifier_, *prompt, options);
  Extraction extraction = extractor.Extract({.response = report.response,
                                             .question = report.question,
                                             .response_truncated = input.response_truncated,
                                             .documents = report.documents,
                                             .context_only = context_only},
                                            progress, stop);
  report.coverage.model_failed = IsModelFailure(extraction.failure);
  report.dropped_claims = std::move(extraction.dropped);
  report.warnings = std::move(extraction.warnings);
  report.coverage.content_words = static_cast<int>(extraction.coverage.content_words);
  report.coverage.content_words_in_claims = static_cast<int>(extraction.coverage.covered);
  if (options.decomposition != requested.decomposition) {
    report.warnings.push_back(
        fmt::format("{} is not made for the response's language ({}): its sentences are split by "
                    "rule, or are claims themselves",
                    decomposer_->spec().name, report.response.language));
  } else if (decomposer == nullptr && options.decomposition == "model") {
    report.warnings.emplace_back("no decomposition model: every response sentence is one claim");
  }

  std::vector<size_t> to_match;
  report.claims.reserve(extraction.claims.size());
  for (ExtractedClaim& extracted : extraction.claims) {
    ClaimResult result;
    result.claim = std::move(extracted.claim);
    result.reason = std::move(extracted.reason);
    if (extracted.settled) {
      result.verdict = *extracted.settled;
    } else {
      to_match.push_back(report.claims.size());
    }
    report.claims.push_back(std::move(result));
  }
  if (input.match) Judge(to_match, options, progress, stop, &report);

  report.citations = CitationsOf(report.claims, report.response.sentences.size());
  report.metrics = ComputeMetrics(report.claims, report.dropped_claims);
  if (options.compute_pfcr) AddPfcr(ComputePfcr(report, classifier_, progress, stop), report);
  FillCoverage(input, report);
  FillProvenance(options, *prompt, report);
  report.provenance.models = {UseOf("embedder", embedder_.spec()),
                              UseOf("entailment", classifier_.spec())};
  if (decomposer != nullptr) {
    report.provenance.models.push_back(UseOf("decomposer", decomposer->spec()));
    if (const auto& adapter = decomposer->spec().adapter) {
      const std::string name = adapter->file.substr(adapter->file.find_last_of('/') + 1);
      report.provenance.models.push_back({"decomposer_adapter", name, adapter->sha256});
    }
  }
  std::move(marked).Restore(&report);
  return report;
}

}  // namespace gloss
