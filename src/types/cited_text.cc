#include "types/cited_text.h"

namespace gloss {

std::string_view CitationStateName(CitationState state) {
  switch (state) {
    case CitationState::kExists:
      return "exists";
    case CitationState::kRepaired:
      return "repaired";
    case CitationState::kUnknown:
      return "unknown";
  }
  return "unknown";
}

std::string_view CitationVerdictName(CitationVerdict verdict) {
  switch (verdict) {
    case CitationVerdict::kSupports:
      return "supports";
    case CitationVerdict::kContradicts:
      return "contradicts";
    case CitationVerdict::kDoesNotAddress:
      return "does_not_address";
    case CitationVerdict::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

std::string_view CitedOriginName(CitedOrigin origin) {
  switch (origin) {
    case CitedOrigin::kGiven:
      return "given";
    case CitedOrigin::kWritten:
      return "written";
    case CitedOrigin::kShortened:
      return "shortened";
    case CitedOrigin::kQuoted:
      return "quoted";
  }
  return "given";
}

std::string_view CitationEditName(CitationEdit edit) {
  switch (edit) {
    case CitationEdit::kRepaired:
      return "repaired";
    case CitationEdit::kRemoved:
      return "removed";
    case CitationEdit::kReplaced:
      return "replaced";
    case CitationEdit::kAdded:
      return "added";
  }
  return "repaired";
}

std::vector<SentenceRef> CitedSentencesOf(const Citation& citation,
                                          const std::vector<Document>& documents) {
  if (!citation.cites_document()) return citation.sentences;
  std::vector<SentenceRef> all;
  const auto& sentences = documents[static_cast<size_t>(citation.document)].sentences;
  for (size_t i = 0; i < sentences.size(); ++i) {
    all.push_back({citation.document, static_cast<int>(i)});
  }
  return all;
}

CitedCounts CountCited(const CitedText& text) {
  CitedCounts counts;
  for (const Citation& citation : text.citations) {
    ++counts.citations;
    if (citation.state == CitationState::kUnknown) {
      ++counts.unknown;
      continue;
    }
    counts.repaired += citation.state == CitationState::kRepaired ? 1 : 0;
    switch (citation.verdict) {
      case CitationVerdict::kSupports:
        ++counts.supports;
        break;
      case CitationVerdict::kContradicts:
        ++counts.contradicts;
        break;
      case CitationVerdict::kDoesNotAddress:
        ++counts.does_not_address;
        break;
      case CitationVerdict::kUnchecked:
        ++counts.unchecked;
        break;
    }
  }
  for (const CitedClaim& claim : text.claims) {
    if (claim.verdict == Verdict::kNotCheckable) continue;
    ++counts.claims;
    counts.claims_supported += claim.verdict == Verdict::kSupported ? 1 : 0;
    counts.claims_uncited += claim.needs_citation ? 1 : 0;
    counts.claims_unchecked += claim.verdict == Verdict::kUnchecked ? 1 : 0;
  }
  return counts;
}

}  // namespace gloss
