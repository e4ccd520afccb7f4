#include "cli/synth_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace gloss::cli {
namespace {

template <typename T>
bool ParseNumber(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

Status ParseWords(std::string_view text, TaskOptions& tasks) {
  const size_t dash = text.find('-');
  const std::string_view least = text.substr(0, dash);
  const std::string_view most = dash == std::string_view::npos ? least : text.substr(dash + 1);
  if (ParseNumber(least, tasks.fewest_words) && ParseNumber(most, tasks.most_words)) {
    return Status::Ok();
  }
  return {StatusCode::kInvalidArgument,
          fmt::format("--words \"{}\": expected a number or a range such as 100-300", text)};
}

void AddTaskSettings(Settings& settings, SynthSettings& options) {
  TaskOptions& tasks = options.options.tasks;
  settings
      .Add("--per-part", tasks.per_part, "Texts about each part of a document, by other prompts")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  settings
      .Add("--part-tokens", tasks.part_tokens,
           "Longer documents are cut at sentences into parts of at most so many tokens")
      ->check(CLI::Range(200, 1000000))
      ->type_name("N");
  settings
      .Add("--max-parts", tasks.most_parts, "Parts of one document, from its beginning; 0: all")
      ->type_name("N");
  settings
      .Add("--min-sentences", tasks.fewest_sentences, "Parts with fewer sentences are left out")
      ->type_name("N");
  settings
      .Add("--words", options.words, "Length of the texts: a number or a range that is drawn from")
      ->type_name("N-N");
  settings
      .Add("--target-language", tasks.language,
           "Language to write in: en, de, es, fr or it; that of each document if absent")
      ->check(CLI::IsMember({"", "en", "de", "es", "fr", "it"}))
      ->type_name("CODE");
  settings
      .Add("--instructions", options.instructions,
           "How often each kind of custom instruction is drawn")
      ->type_name("KIND:SHARE,…");
  settings
      .Add("--relaxed-share", tasks.relaxed_share,
           "Share of examples whose prompt states the task without the list of rules")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  settings.Add("--temperature", tasks.temperature, "Of the teacher")
      ->check(CLI::Range(0.0, 2.0))
      ->type_name("T");
  settings
      .Add("--reasoning-tokens", tasks.reasoning_tokens,
           "Tokens that the teacher may write beyond the text itself")
      ->check(CLI::Range(0, 100000))
      ->type_name("N");
  settings
      .Add("--seed", tasks.seed, "Of what is drawn: instructions, lengths, the teacher's seeds")
      ->type_name("N");
}

void AddFilterSettings(Settings& settings, SynthSettings& options) {
  FilterOptions& filter = options.options.filter;
  settings
      .Add("--min-spread", filter.least_spread,
           "Share of the parts of a document that its length asks for, from which a text must cite")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  settings
      .Add("--min-spacing", filter.least_spacing,
           "Share of a text's tenths that must hold a citation")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  settings.Add("--max-uncited", filter.longest_uncited, "Words in a row without a citation")
      ->type_name("N");
  settings.Add("--max-filler", filter.most_filler, "Share of sentences that say nothing")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  settings
      .Add("--max-length-error", filter.most_length_error,
           "How far a text's length may be from its target, as a share of it")
      ->type_name("SHARE");
  settings
      .Add("--document-similarity", options.options.document_duplicates.similarity,
           "Documents that share so much with one before them (Jaccard, five words) are left out")
      ->check(CLI::Range(0.01, 1.0))
      ->type_name("SHARE");
  settings
      .Add("--text-similarity", options.options.text_duplicates.similarity,
           "Texts that share so much with an accepted one (Jaccard, three words) are rejected")
      ->check(CLI::Range(0.01, 1.0))
      ->type_name("SHARE");
}

void AddPairSettings(Settings& settings, SynthSettings& options) {
  PairOptions& pairs = options.options.grounding;
  settings
      .Add("--sentences-per-part", pairs.sentences_per_part,
           "Sentences of a part whose claims are taken, for groups and pairs")
      ->type_name("N");
  settings
      .Add("--contradictions", pairs.contradictions, "Most contradictions of one claim, by rule")
      ->type_name("N");
  settings.AddFlag("--teacher-contradictions", pairs.ask_teacher,
                   "Have the teacher make one more contradiction of each claim");
  settings.Add("--neutrals", pairs.neutrals, "Neutral sentences of one claim")->type_name("N");
  settings
      .Add("--split", options.split,
           "Shares of train and eval, or of train, dev and eval (8:1:1), by documents")
      ->type_name("N:N");
  settings.Add("--split-seed", options.options.split.seed, "Of the split")->type_name("N");
}

void AddSpendSettings(Settings& settings, SynthSettings& options) {
  SpendOptions& spend = options.options.spend;
  settings
      .Add("--max-tokens", spend.most_tokens,
           "Tokens that prompts and answers may use in all, earlier runs included; 0: no end")
      ->type_name("N");
  settings
      .Add("--requests-per-minute", spend.requests_per_minute,
           "Most requests a minute; 0: no limit")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  settings.Add("--tokens-per-minute", spend.tokens_per_minute, "Most tokens a minute; 0: no limit")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  settings
      .Add("--price-in", options.price_in,
           "Price of a million prompt tokens, for the estimate; in any currency")
      ->type_name("PRICE");
  settings.Add("--price-out", options.price_out, "Price of a million tokens of answers")
      ->type_name("PRICE");
}

}  // namespace

void AddSynthSettings(CLI::App& app, Settings& settings, SynthSettings& options) {
  app.add_option("-o,--output", options.folder,
                 "Folder of the data and of the journal; the same command with it goes on after a "
                 "stop")
      ->required()
      ->type_name("DIR");
  settings
      .Add("--make", options.make,
           "What to make: examples (cited texts of the teacher), groups (sentences with claims), "
           "pairs (claims with evidence)")
      ->delimiter(',')
      ->check(CLI::IsMember({"examples", "groups", "pairs"}))
      ->type_name("WHAT,…");
  settings.Add("--teacher", options.teacher, "Model that writes, by its name on the server")
      ->type_name("MODEL");
  settings.OnlyFromUser(
      settings
          .Add("--teacher-server", options.teacher_server,
               "Server of the teacher: a URL, \"openai\" or \"ollama\". The documents are sent to "
               "it")
          ->type_name("URL"));
  AddTaskSettings(settings, options);
  AddFilterSettings(settings, options);
  AddPairSettings(settings, options);
  AddSpendSettings(settings, options);
  app.add_flag("-y,--yes", options.yes, "Start without asking whether the cost is fine");
  app.add_flag("--dry-run", options.dry_run, "Print the estimate and the first prompt, and end");
  AddDocumentSettings(settings, options.documents, "documents", "--source-language");
  AddModelSettings(settings, options.models);
}

Result<InstructionMix> ParseInstructionMix(std::string_view text) {
  InstructionMix mix{0, 0, 0, 0};
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view entry = text.substr(begin, end - begin);
    const size_t colon = entry.find(':');
    const std::string_view kind = entry.substr(0, colon);
    double* share = kind == "none"          ? &mix.none
                    : kind == "positive"    ? &mix.positive
                    : kind == "adversarial" ? &mix.adversarial
                    : kind == "formatting"  ? &mix.formatting
                                            : nullptr;
    if (share == nullptr || colon == std::string_view::npos ||
        !ParseNumber(entry.substr(colon + 1), *share)) {
      return Status(
          StatusCode::kInvalidArgument,
          fmt::format("--instructions \"{}\": expected kinds with shares: none, positive, "
                      "adversarial, formatting, as in none:50,positive:50",
                      entry));
    }
    begin = end + 1;
  }
  return mix;
}

Result<SynthRequest> ToSynthRequest(const SynthSettings& settings, std::stop_token stop) {
  SynthRequest request;
  request.folder = settings.folder;
  request.load = ToLoadOptions(settings.documents, std::move(stop));
  request.options = settings.options;
  SynthOptions& options = request.options;
  const auto makes = [&settings](std::string_view what) {
    return std::find(settings.make.begin(), settings.make.end(), what) != settings.make.end();
  };
  options.examples = makes("examples");
  options.groups = makes("groups");
  options.pairs = makes("pairs");
  // One seed for all that is drawn.
  options.grounding.seed = options.tasks.seed;
  GLOSS_ASSIGN_OR_RETURN(options.tasks.instructions, ParseInstructionMix(settings.instructions));
  GLOSS_RETURN_IF_ERROR(ParseWords(settings.words, options.tasks));
  GLOSS_ASSIGN_OR_RETURN(options.split.shares, ParseSplit(settings.split));
  if (settings.price_in >= 0) options.spend.price_in = settings.price_in;
  if (settings.price_out >= 0) options.spend.price_out = settings.price_out;
  if (settings.models.servers.jobs > 0) options.spend.jobs = settings.models.servers.jobs;
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  return request;
}

}  // namespace gloss::cli
