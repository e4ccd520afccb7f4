#include "report/summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace gloss {

std::string_view VerdictLabel(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported:
      return "Supported";
    case Verdict::kContradicted:
      return "Contradicted";
    case Verdict::kConflicting:
      return "Conflicting";
    case Verdict::kNotEnoughInfo:
      return "Not enough info";
    case Verdict::kNotCheckable:
      return "Not checkable";
    case Verdict::kUnchecked:
      return "Unchecked";
  }
  return "Unchecked";
}

std::string_view VerdictIcon(Verdict verdict, bool unicode) {
  switch (verdict) {
    case Verdict::kSupported:
      return unicode ? "✓" : "+";
    case Verdict::kContradicted:
      return unicode ? "✗" : "x";
    case Verdict::kConflicting:
      return unicode ? "±" : "~";
    case Verdict::kNotEnoughInfo:
      return "?";
    case Verdict::kNotCheckable:
      return unicode ? "–" : "-";
    case Verdict::kUnchecked:
      return "!";
  }
  return "!";
}

bool IsProblem(Verdict verdict) {
  return verdict != Verdict::kSupported && verdict != Verdict::kNotCheckable;
}

std::array<int, 6> CountVerdicts(const GroundingReport& report) {
  std::array<int, 6> counts{};
  for (const ClaimResult& claim : report.claims) ++counts[static_cast<size_t>(claim.verdict)];
  return counts;
}

std::vector<std::vector<size_t>> ClaimsBySentence(const GroundingReport& report) {
  std::vector<std::vector<size_t>> claims(report.response.sentences.size());
  for (size_t i = 0; i < report.claims.size(); ++i) {
    const auto sentence = static_cast<size_t>(report.claims[i].claim.sentence);
    if (sentence < claims.size()) claims[sentence].push_back(i);
  }
  return claims;
}

const EvidenceSet* BestEvidence(const ClaimResult& claim, Polarity polarity) {
  for (const EvidenceSet& set : claim.evidence) {
    if (set.polarity == polarity) return &set;
  }
  return nullptr;
}

std::string DocumentName(const Document& document) {
  if (!document.title.empty()) return document.title;
  const size_t slash = document.uri.find_last_of('/');
  std::string name = slash == std::string::npos ? document.uri : document.uri.substr(slash + 1);
  return name.empty() || name == "-" ? document.id : name;
}

std::vector<std::string> HeadingPath(const Document& document, const Sentence& sentence) {
  std::vector<std::string> path;
  if (sentence.block < 0) return path;
  for (int heading : document.blocks[static_cast<size_t>(sentence.block)].heading_path) {
    path.emplace_back(document.blocks[static_cast<size_t>(heading)].span.In(document.text));
  }
  return path;
}

std::string PageLabel(const Document& document, const Sentence& sentence) {
  const auto pages = PagesOf(document, sentence.span);
  if (!pages) return "";
  if (pages->first == pages->second) return fmt::format("p. {}", pages->first);
  return fmt::format("pp. {}-{}", pages->first, pages->second);
}

std::string CellLabel(const Document& document, const Sentence& sentence) {
  if (sentence.block < 0) return "";
  const auto& cell = document.blocks[static_cast<size_t>(sentence.block)].cell;
  if (!cell) return "";
  return fmt::format("table {}, row {}, column {}", cell->table + 1, cell->row + 1,
                     cell->column + 1);
}

std::string PercentLabel(const std::optional<double>& share) {
  if (!share) return "n/a";
  std::string text = fmt::format("{:.1f}", *share * 100);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " %";
}

std::string ScoreLabel(const std::optional<double>& score) {
  return score ? fmt::format("{:.3f}", *score) : "n/a";
}

std::string CountLabel(int count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::vector<MetricLine> MetricLines(const GroundingMetrics& metrics) {
  return {
      {"FCR", "Faithful", "claims with supporting and no contradicting evidence",
       PercentLabel(metrics.fcr)},
      {"ACR", "Ambiguous", "claims with supporting and contradicting evidence",
       PercentLabel(metrics.acr)},
      {"HCR", "Hallucinated", "claims with contradicting and no supporting evidence",
       PercentLabel(metrics.hcr)},
      {"UCR", "Unverified", "claims with neither", PercentLabel(metrics.ucr)},
      {"", "Unchecked", "claims whose check was not done", PercentLabel(metrics.unchecked)},
      {"CER", "Claim entailment", "claims that their own response sentence entails",
       PercentLabel(metrics.cer)},
      {"ECSS", "Evidence similarity", "mean cosine of a claim and its evidence",
       ScoreLabel(metrics.ecss)},
      {"PFCR", "Flip consistency",
       "evidence whose label turns when the claim's polarity is flipped",
       PercentLabel(metrics.pfcr)},
  };
}

std::vector<std::string> GapLines(const GroundingReport& report) {
  std::vector<std::string> lines = report.coverage.gaps;
  for (const UnreadSource& source : report.unread_sources) {
    const bool named = std::any_of(lines.begin(), lines.end(), [&source](const std::string& line) {
      return !source.uri.empty() && line.find(source.uri) != std::string::npos;
    });
    if (!named) {
      lines.push_back(
          fmt::format("Source {} could not be read: {}", source.uri, source.status.message()));
    }
  }
  const int unchecked = CountVerdicts(report)[static_cast<size_t>(Verdict::kUnchecked)];
  if (unchecked > 0 && report.coverage.gaps.empty()) {
    lines.push_back(
        fmt::format("{} not checked.", CountLabel(unchecked, "claim was", "claims were")));
  }
  if (report.claims.empty() && report.coverage.gaps.empty()) {
    lines.emplace_back("The response gave no claims, so nothing was checked.");
  }
  return lines;
}

std::string CoverageLine(const GroundingReport& report) {
  const int sources = static_cast<int>(report.documents.size());
  return fmt::format("{} of {} checked in {}", report.coverage.claims_checked,
                     CountLabel(report.coverage.claims, "claim", "claims"),
                     CountLabel(sources, "source", "sources"));
}

}  // namespace gloss
