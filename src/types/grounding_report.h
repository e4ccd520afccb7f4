#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/citation_mark.h"
#include "types/claim.h"
#include "types/document.h"
#include "types/relation.h"

namespace gloss {

/// Outcome of one claim. Not a Relation.
enum class Verdict {
  kSupported,
  kContradicted,
  kConflicting,    ///< Both supporting and contradicting evidence.
  kNotEnoughInfo,  ///< Neither.
  kNotCheckable,   ///< Greeting, question, offer, opinion: nothing to check.
  kUnchecked,      ///< The work was not done: cut off, timed out, failed. Never a pass.
};

/// "supported", "contradicted", "conflicting", "not_enough_info", "not_checkable", "unchecked".
std::string_view VerdictName(Verdict verdict);
std::optional<Verdict> VerdictFromName(std::string_view name);

/// A sentence of a source.
struct SentenceRef {
  int document = 0;  ///< Index into GroundingReport::documents.
  int sentence = 0;  ///< Index into that document's sentences.

  friend auto operator<=>(const SentenceRef&, const SentenceRef&) = default;
};

/// The cell (claim, context sentence) of the signed score matrix.
struct PairScore {
  SentenceRef sentence;
  float importance = 0;  ///< cosine(claim, sentence), -1 to 1.
  RelationScores relation;
  float signed_score = 0;  ///< importance × sign of the relation's label.
};

enum class Polarity { kSupports, kContradicts };

/// "supports", "contradicts".
std::string_view PolarityName(Polarity polarity);

/// A group of sentences that together support or contradict a claim; with single-sentence evidence
/// the group has one member. A claim can have several alternatives.
struct EvidenceSet {
  Polarity polarity = Polarity::kSupports;
  std::vector<SentenceRef> sentences;  ///< In document order.
  float score = 0;                     ///< |signed score| of the set, 0 to 1.
  float probability = 0;               ///< Calibrated probability of the relation it stands for.
};

/// True when one of the sets is on that side.
bool HasEvidence(std::span<const EvidenceSet> evidence, Polarity polarity);

/// The sentences of a set as they are read together: in its order, joined by one space.
std::string JoinedText(std::span<const Document> documents, const EvidenceSet& set);

/// A figure, name or negation of a claim that a sentence of a source does not bear out. It keeps
/// the sentence from supporting the claim.
struct FigureNote {
  SentenceRef sentence;
  std::string kind;       ///< "number", "date", "negation" … (grounding/figures_check.h).
  std::string text;       ///< For people: "50,000 m³ a day; the source says 5,000".
  bool conflict = false;  ///< The source says otherwise; false: it does not say.
};

/// Everything known about one claim.
struct ClaimResult {
  Claim claim;
  Verdict verdict = Verdict::kUnchecked;
  std::vector<EvidenceSet> evidence;       ///< Best first; supporting and contradicting.
  std::vector<EvidenceSet> weak_evidence;  ///< What may support it, too uncertain to decide.
  std::vector<PairScore> scores;    ///< Every candidate pair (importance ≥ τ), by sentence; all
                                    ///< other pairs have signed score 0.
  std::vector<FigureNote> figures;  ///< Why sentences near the claim do not support it.
  int unchecked_pairs = 0;          ///< Candidates that the entailment model did not label.
  std::string reason;  ///< Why it is unchecked or not checkable, or which figure is not borne out.
};

/// Links from one response sentence to context sentences with polarity (eTracer, step 4).
struct SentenceCitations {
  struct Link {
    SentenceRef sentence;
    Polarity polarity = Polarity::kSupports;
    float score = 0;                  ///< Largest |signed score| among its claims.
    std::vector<std::string> claims;  ///< Ids of the claims that give this link.
  };
  int sentence = 0;         ///< Index into the response's sentences.
  std::vector<Link> links;  ///< By sentence, then polarity.
};

/// Response-level figures of product.md, "Metrics". Shares of the checkable claims that were
/// checked or not: fcr + acr + hcr + ucr + unchecked = 1. Absent when there is nothing to divide
/// by.
struct GroundingMetrics {
  std::optional<double> fcr;        ///< Faithful Claim Rate, |S∖C|.
  std::optional<double> acr;        ///< Ambiguous Claim Rate, |S∩C|.
  std::optional<double> hcr;        ///< Hallucinated Claim Rate, |C∖S|.
  std::optional<double> ucr;        ///< Unverified Claim Rate, neither.
  std::optional<double> unchecked;  ///< Share of unchecked claims.
  std::optional<double> cer;        ///< Claim Entailment Rate.
  std::optional<double> ecss;       ///< Evidence–Claim Semantic Similarity.
  std::optional<double> pfcr;       ///< Polarity-Flip Consistency Rate.
};

/// How much of the work was done.
struct Coverage {
  int response_sentences = 0;
  int response_sentences_checked = 0;
  int claims = 0;
  int claims_checked = 0;           ///< Every candidate pair was labelled.
  int content_words = 0;            ///< Of the response sentences that state something.
  int content_words_in_claims = 0;  ///< Of those, in a claim of their sentence.
  int sources = 0;
  int sources_read = 0;
  bool model_failed = false;      ///< A model gave out before the work was done.
  std::vector<std::string> gaps;  ///< One line a gap: what was not checked, and why.

  bool complete() const { return gaps.empty(); }
};

/// A source that was asked for and could not be read.
struct UnreadSource {
  std::string uri;
  Status status;
};

/// A model as used in a run.
struct ModelUse {
  std::string role;  ///< "embedder", "entailment", "decomposer", "writer".
  std::string name;
  std::string sha256;
};

/// A prompt as used in a run.
struct PromptUse {
  std::string id;
  std::string sha256;
};

/// What produced a report: enough to say whether two reports can be compared.
struct Provenance {
  std::string product_version;
  std::string method;  ///< "cascade", "etracer".
  std::string splitter_version;
  std::vector<ModelUse> models;
  std::vector<PromptUse> prompts;
  std::map<std::string, std::string> settings;  ///< Thresholds, seeds …: all that changes results.
};

/// What became of a response sentence when the response was reformulated.
enum class SentenceAction {
  kKept,       ///< Byte for byte: nothing to correct, not checked, or supported in its new place.
  kRewritten,  ///< Another text, all of whose claims are supported.
  kDropped,    ///< Left out: no text was found that the sources support.
  kMarked,     ///< Kept, with a mark behind it.
};

/// "kept", "rewritten", "dropped", "marked".
std::string_view SentenceActionName(SentenceAction action);

/// A text that was tried for a response sentence.
struct RewriteAttempt {
  std::string text;
  std::string method;  ///< "figure", "model", "claims" or "source" (grounding/reformulator.h).
  std::string reason;  ///< Why it was refused; empty for the one that was taken.
};

/// A claim of a rewritten sentence, as the grounder judged it.
struct RewriteClaim {
  std::string text;
  Verdict verdict = Verdict::kUnchecked;
  std::vector<SentenceRef> evidence;  ///< Its supporting sentences, in document order.
};

struct ReformulatedSentence {
  SentenceAction action = SentenceAction::kKept;
  Span span;           ///< In Reformulation::text, the mark included; empty when it was dropped.
  std::string reason;  ///< In words; empty for a sentence that had nothing to correct.
  std::vector<RewriteAttempt> attempts;  ///< In order; the last one was taken if it was rewritten.
  std::vector<RewriteClaim> claims;      ///< In the new text, where they were judged again.
};

/// A response with what its sources do not support corrected, left out or marked.
struct Reformulation {
  std::string text;
  std::vector<ReformulatedSentence> sentences;  ///< One a response sentence, in order.
  std::string status;  ///< Why the work was not finished; empty when it was.
};

/// The result of grounding one response in its sources. Deterministic: no times, no paths of the
/// machine beyond the uris the caller gave.
struct GroundingReport {
  static constexpr std::string_view kSchema = "glossator/grounding/1";

  std::string id;        ///< The caller's record id (JSONL input); may be empty.
  std::string question;  ///< May be empty.
  Document response;
  std::vector<Document> documents;
  std::vector<UnreadSource> unread_sources;
  std::vector<ClaimResult> claims;  ///< In response order.
  std::vector<DroppedClaim> dropped_claims;
  std::vector<SentenceCitations> citations;  ///< One a response sentence, in order.
  std::vector<CitationMark> marks;  ///< Citations that the response itself writes, by begin.
  GroundingMetrics metrics;
  Coverage coverage;
  Provenance provenance;
  std::vector<std::string> warnings;
  std::optional<Reformulation> reformulation;  ///< When it was asked for.
};

}  // namespace gloss
