#include "synthesis/synth_records.h"

#include <array>

#include "base/hash.h"

namespace gloss {
namespace {

constexpr std::array<std::string_view, kRejectionCodes> kNames = {"cut_off",
                                                                  "no_reasoning",
                                                                  "no_text",
                                                                  "stray_markup",
                                                                  "wrong_language",
                                                                  "no_citation",
                                                                  "unknown_tag",
                                                                  "repeated_tag",
                                                                  "uncited_statement",
                                                                  "misplaced_citation",
                                                                  "unsupported",
                                                                  "contradicted",
                                                                  "unchecked",
                                                                  "reasoning_omits_tag",
                                                                  "reasoning_unknown_tag",
                                                                  "reasoning_unused_tags",
                                                                  "verbatim_copy",
                                                                  "poor_spread",
                                                                  "poor_spacing",
                                                                  "filler",
                                                                  "wrong_length",
                                                                  "format_ignored",
                                                                  "duplicate_text"};
constexpr size_t kIdDigits = 32;

}  // namespace

std::string_view RejectionCodeName(RejectionCode code) { return kNames[static_cast<size_t>(code)]; }

std::optional<RejectionCode> RejectionCodeFromName(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<RejectionCode>(i);
  }
  return std::nullopt;
}

std::string RecordId(const std::vector<std::string>& parts) {
  // With lengths, so that no two lists run together to the same bytes.
  std::string bytes;
  for (const std::string& part : parts) bytes += std::to_string(part.size()) + ":" + part;
  return Sha256Hex(bytes).substr(0, kIdDigits);
}

}  // namespace gloss
