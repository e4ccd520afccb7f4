#include "cli/synth_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace gloss::cli {
namespace {

using Counts = std::map<std::string, size_t>;

size_t CountIn(const Counts& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

std::string RejectionTable(const SynthSummary& summary) {
  std::vector<std::pair<std::string, size_t>> rows(summary.rejections.begin(),
                                                   summary.rejections.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out = fmt::format("{:<24} {:>7} {:>7}\n", "rejected because of", "texts", "first");
  for (const auto& [code, texts] : rows) {
    out +=
        fmt::format("  {:<22} {:>7} {:>7}\n", code, texts, CountIn(summary.first_rejections, code));
  }
  return out;
}

std::string AcceptedTable(std::string_view title,
                          const std::map<std::string, AcceptedCount>& counts) {
  std::string out = fmt::format("{:<24} {:>8} {:>8}\n", title, "accepted", "rejected");
  for (const auto& [name, count] : counts) {
    out += fmt::format("  {:<22} {:>8} {:>8}\n", name, count.accepted, count.rejected);
  }
  return out;
}

}  // namespace

std::string DescribeEstimate(const SynthPreview& preview, const SynthOptions& options) {
  const CostEstimate& estimate = preview.estimate;
  std::string out =
      fmt::format("{} documents, {} near duplicates left out, {} parts\n", preview.documents_read,
                  preview.plan.near_duplicates.size(), preview.plan.sources.size());
  if (!options.examples) return out;
  out += fmt::format("teacher {}: {} texts to ask for, {} answered before\n",
                     preview.plan.teacher.empty() ? "(none)" : preview.plan.teacher, estimate.tasks,
                     estimate.done);
  out += fmt::format("estimate: {} prompt tokens, {} tokens of answers (at most {})",
                     estimate.prompt_tokens, estimate.completion_tokens,
                     estimate.most_completion_tokens);
  out += estimate.cost ? fmt::format(", cost {:.2f}\n", *estimate.cost)
                       : ", cost unknown: give --price-in and --price-out\n";
  if (options.spend.most_tokens > 0) {
    out += fmt::format("budget: {} tokens in all\n", options.spend.most_tokens);
  }
  return out;
}

std::string DescribeSummary(const SynthSummary& summary) {
  std::string out;
  if (summary.tasks > 0) {
    out +=
        fmt::format("{} texts: {} accepted, {} rejected, {} failed, {} not asked\n", summary.tasks,
                    summary.accepted, summary.rejected, summary.failed, summary.open);
    out += fmt::format("tokens: {} of prompts, {} of answers", summary.prompt_tokens,
                       summary.completion_tokens);
    out += summary.cost ? fmt::format("; cost {:.2f}\n", *summary.cost) : "\n";
    if (!summary.rejections.empty()) out += RejectionTable(summary);
    out += AcceptedTable("language", summary.by_language);
    out += AcceptedTable("instruction", summary.by_instruction);
  }
  if (!summary.pairs.empty()) {
    out += "pairs";
    for (const auto& [label, count] : summary.pairs) out += fmt::format("  {} {}", label, count);
    out += fmt::format("\n{:<24} {:>8} {:>8}\n", "contradictions", "made", "kept");
    for (const auto& [change, count] : summary.contradictions) {
      out += fmt::format("  {:<22} {:>8} {:>8}\n", change, count.made, count.kept);
    }
  }
  for (const auto& [file, sides] : summary.splits) {
    out += fmt::format("{:<24}", file);
    for (const auto& [side, lines] : sides) out += fmt::format("  {} {}", side, lines);
    out += "\n";
  }
  if (!summary.stopped.empty()) {
    out += fmt::format("ended early: {}; the same command goes on from here\n", summary.stopped);
  }
  return out;
}

}  // namespace gloss::cli
