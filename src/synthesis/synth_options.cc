#include "synthesis/synth_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gloss {
namespace {

Status Wrong(std::string_view what) { return {StatusCode::kInvalidArgument, std::string(what)}; }

bool IsShare(double value) { return value >= 0 && value <= 1; }

}  // namespace

Status ValidateOptions(const SynthOptions& options) {
  const TaskOptions& tasks = options.tasks;
  const FilterOptions& filter = options.filter;
  const InstructionMix& mix = tasks.instructions;
  if (!options.examples && !options.groups && !options.pairs) return Wrong("nothing is to be made");
  if (tasks.per_part == 0) return Wrong("texts a part: must be at least 1");
  if (tasks.part_tokens < 200) return Wrong("tokens of a part: must be at least 200");
  if (tasks.fewest_words == 0 || tasks.fewest_words > tasks.most_words) {
    return Wrong("words: the least number must be at least 1 and not above the greatest");
  }
  if (tasks.words_per_tag == 0) return Wrong("words a tag: must be at least 1");
  if (mix.none < 0 || mix.positive < 0 || mix.adversarial < 0 || mix.formatting < 0 ||
      mix.none + mix.positive + mix.adversarial + mix.formatting <= 0) {
    return Wrong("instructions: shares must not be negative, and not all be 0");
  }
  if (!IsShare(tasks.relaxed_share) || !IsShare(filter.least_used) ||
      !IsShare(filter.least_spread) || !IsShare(filter.least_spacing) ||
      !IsShare(filter.most_filler)) {
    return Wrong("shares: must be from 0 to 1");
  }
  if (tasks.temperature < 0 || tasks.temperature > 2) {
    return Wrong("temperature: must be from 0 to 2");
  }
  if (options.spend.jobs < 1) return Wrong("jobs: must be at least 1");
  if (options.spend.requests_per_minute < 0 || options.spend.tokens_per_minute < 0) {
    return Wrong("rates: must not be negative");
  }
  for (const DuplicateOptions& each : {options.document_duplicates, options.text_duplicates}) {
    if (each.words == 0 || each.similarity <= 0 || each.similarity > 1) {
      return Wrong("near duplicates: similarity must be above 0 and at most 1");
    }
  }
  if (options.split.shares.empty() || options.split.shares.size() > 3) {
    return Wrong("split: one, two or three shares");
  }
  return Status::Ok();
}

std::map<std::string, std::string> SettingsOf(const SynthOptions& options) {
  const TaskOptions& tasks = options.tasks;
  const FilterOptions& filter = options.filter;
  const PairOptions& pairs = options.grounding;
  const InstructionMix& mix = tasks.instructions;
  return {
      {"per_part", std::to_string(tasks.per_part)},
      {"part_tokens", std::to_string(tasks.part_tokens)},
      {"most_parts", std::to_string(tasks.most_parts)},
      {"fewest_sentences", std::to_string(tasks.fewest_sentences)},
      {"words", fmt::format("{}-{}", tasks.fewest_words, tasks.most_words)},
      {"words_per_tag", std::to_string(tasks.words_per_tag)},
      {"language", tasks.language},
      {"instructions", fmt::format("none {}, positive {}, adversarial {}, formatting {}", mix.none,
                                   mix.positive, mix.adversarial, mix.formatting)},
      {"relaxed_share", fmt::format("{}", tasks.relaxed_share)},
      {"temperature", fmt::format("{}", tasks.temperature)},
      {"seed", std::to_string(tasks.seed)},
      {"reasoning_tokens", std::to_string(tasks.reasoning_tokens)},
      {"least_reasoning_words", std::to_string(filter.least_reasoning_words)},
      {"least_used", fmt::format("{}", filter.least_used)},
      {"least_spread", fmt::format("{}", filter.least_spread)},
      {"least_spacing", fmt::format("{}", filter.least_spacing)},
      {"longest_uncited", std::to_string(filter.longest_uncited)},
      {"most_filler", fmt::format("{}", filter.most_filler)},
      {"most_length_error", fmt::format("{}", filter.most_length_error)},
      {"sentences_per_part", std::to_string(pairs.sentences_per_part)},
      {"contradictions", std::to_string(pairs.contradictions)},
      {"neutrals", std::to_string(pairs.neutrals)},
      {"ask_teacher", pairs.ask_teacher ? "yes" : "no"},
      {"pairs_seed", std::to_string(pairs.seed)},
      {"document_similarity", fmt::format("{}", options.document_duplicates.similarity)},
      {"text_similarity", fmt::format("{}", options.text_duplicates.similarity)},
      {"split", fmt::format("{}", fmt::join(options.split.shares, ":"))},
      {"split_seed", std::to_string(options.split.seed)},
  };
}

}  // namespace gloss
