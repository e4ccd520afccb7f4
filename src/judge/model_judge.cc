#include "judge/model_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "grounding/prompt.h"
#include "judge/check_table.h"
#include "judge/judge_answer_json.h"

namespace gloss {
namespace {

constexpr size_t kTemplateTokens = 64;  ///< Of a chat template around the messages.

std::string SourcesOf(const CitedText& text) {
  std::string joined;
  for (const Document& document : text.documents) {
    if (!joined.empty()) joined += "\n\n";
    joined += document.text;
  }
  return QuotedForJudge(joined);
}

/// The text as a reader sees it: without marks, line by line.
std::string WordsOfText(const CitedText& text) {
  std::string words;
  for (const CitedSentence& sentence : text.sentences) {
    if (!words.empty()) words += ' ';
    words += sentence.statement;
  }
  return QuotedForJudge(words);
}

struct Question {
  std::string_view id;
  std::string words;  ///< Of the check.
};

std::vector<Question> QuestionsFor(const AskedFor& asked) {
  std::vector<Question> questions;
  for (const std::string_view id : {"judge_facts", "judge_main_points", "judge_concrete"}) {
    // A text that was to be about one thing need not mention the others.
    if (id == "judge_main_points" && !asked.focus.empty()) continue;
    questions.push_back({id, std::string(CheckKindOf(id).question)});
  }
  for (const std::string& instruction : asked.open) {
    questions.push_back(
        {"judge_instruction", fmt::format("Does the text do what this instruction says: {}",
                                          QuotedForJudge(instruction))});
  }
  return questions;
}

struct PairQuestion {
  Criterion criterion;
  std::string_view words;
};

constexpr PairQuestion kPairQuestions[] = {
    {Criterion::kFactualAccuracy, "Which text keeps closer to what the source says?"},
    {Criterion::kCoverage, "Which text mentions more of the main points of the source?"},
    {Criterion::kSpecificity, "Which text is more concrete (who, what, when, how much)?"},
};

std::string_view Swapped(std::string_view place) {
  if (place == "first") return "second";
  return place == "second" ? "first" : place;
}

Preference PreferenceOf(std::string_view in_order, std::string_view swapped) {
  if (in_order.empty() || swapped.empty()) return Preference::kUnchecked;
  if (in_order != Swapped(swapped)) return Preference::kOrderDependent;
  if (in_order == "tie") return Preference::kTie;
  return in_order == "first" ? Preference::kFirst : Preference::kSecond;
}

}  // namespace

GenerationRequest ModelJudge::RequestOf(std::vector<ChatMessage> messages, bool pair) const {
  GenerationRequest request;
  request.messages = std::move(messages);
  request.max_tokens = options_.max_tokens;
  if (generator_.spec().server.empty()) {
    request.grammar = pair ? PlaceGrammar() : YesNoGrammar();
  } else {
    request.json_schema = pair ? PlaceSchema() : YesNoSchema();
  }
  return request;
}

Result<std::vector<ModelJudge::Reply>> ModelJudge::Ask(std::vector<GenerationRequest> requests,
                                                       const std::stop_token& stop,
                                                       JudgeUsage* usage, Status* failure) const {
  std::vector<Reply> replies(requests.size());
  // A prompt that is too long fails the whole call of a model in this process.
  std::vector<GenerationRequest> fitting;
  std::vector<size_t> places;
  const auto window = static_cast<size_t>(std::max(0, generator_.spec().max_tokens));
  for (size_t i = 0; i < requests.size(); ++i) {
    size_t tokens = 0;
    for (const ChatMessage& message : requests[i].messages) {
      tokens += generator_.CountTokens(message.content).value_or(0);
    }
    const size_t needed = tokens + kTemplateTokens + static_cast<size_t>(options_.max_tokens);
    if (tokens > 0 && window > 0 && needed > window) {
      replies[i].problem = fmt::format(
          "source and text do not fit the judge's window ({} tokens needed, {} there are)", needed,
          window);
      continue;
    }
    places.push_back(i);
    fitting.push_back(std::move(requests[i]));
  }
  if (fitting.empty()) return replies;
  BatchResult<GenerationResult> results = generator_.Generate(fitting, stop);
  if (stop.stop_requested()) return Status(StatusCode::kCancelled, "judging was stopped");
  for (size_t i = 0; i < places.size(); ++i) {
    Reply& reply = replies[places[i]];
    if (i >= results.items.size() || !results.items[i]) {
      reply.problem = "the judge gave no answer: " + results.status.message();
      continue;
    }
    GenerationResult& result = *results.items[i];
    ++usage->requests;
    usage->prompt_tokens += result.prompt_tokens;
    usage->generated_tokens += result.generated_tokens;
    reply.text = std::move(result.text);
  }
  if (!results.status.ok() && failure->ok()) *failure = results.status;
  return replies;
}

Result<std::vector<JudgeCheck>> ModelJudge::Check(const CitedText& text, const AskedFor& asked,
                                                  const std::stop_token& stop, JudgeUsage* usage,
                                                  Status* failure) const {
  GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(kJudgePromptId));
  const std::vector<Question> questions = QuestionsFor(asked);
  const std::map<std::string, std::string> shared = {{"source", SourcesOf(text)},
                                                     {"text", WordsOfText(text)}};
  const auto samples = static_cast<size_t>(options_.samples);
  std::vector<GenerationRequest> requests;
  for (const Question& question : questions) {
    std::map<std::string, std::string> values = shared;
    values["question"] = question.words;
    for (size_t k = 0; k < samples; ++k) {
      GenerationRequest request = RequestOf(FillPrompt(prompt, values), /*pair=*/false);
      request.temperature = samples > 1 ? options_.temperature : 0;
      request.seed = options_.seed + k;
      requests.push_back(std::move(request));
    }
  }
  GLOSS_ASSIGN_OR_RETURN(const std::vector<Reply> replies,
                         Ask(std::move(requests), stop, usage, failure));
  std::vector<JudgeCheck> checks;
  for (size_t q = 0; q < questions.size(); ++q) {
    JudgeVotes votes;
    std::string because[2];  // Of no and of yes.
    std::string problem;
    for (size_t k = 0; k < samples; ++k) {
      const Reply& reply = replies[q * samples + k];
      auto answer = reply.problem.empty()
                        ? ReadYesNo(reply.text)
                        : Result<YesNoAnswer>(Status(StatusCode::kModelFailed, reply.problem));
      if (!answer.ok()) {
        ++votes.unreadable;
        if (problem.empty()) {
          problem = reply.problem.empty()
                        ? "the judge's answer is not as asked: " + answer.status().message()
                        : reply.problem;
        }
        continue;
      }
      ++(answer->yes ? votes.yes : votes.no);
      std::string& reason = because[answer->yes ? 1 : 0];
      if (reason.empty()) reason = std::move(answer->explanation);
    }
    JudgeCheck check = MakeCheck(questions[q].id, {});
    check.question = questions[q].words;
    check.votes = votes;
    if (2 * votes.yes > votes.all()) {
      check.outcome = CheckOutcome::kPassed;
      check.explanation = because[1];
    } else if (2 * votes.no > votes.all()) {
      check.outcome = CheckOutcome::kFailed;
      check.explanation = because[0];
    } else {
      check.explanation =
          problem.empty() ? fmt::format("the answers disagree: {} yes, {} no", votes.yes, votes.no)
                          : problem;
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

Result<std::vector<PairJudgement>> ModelJudge::Compare(const JudgedText& first,
                                                       const JudgedText& second,
                                                       const std::stop_token& stop,
                                                       JudgeUsage* usage, Status* failure) const {
  GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(kJudgePairPromptId));
  const std::string source = SourcesOf(first.text);
  const std::string texts[] = {WordsOfText(first.text), WordsOfText(second.text)};
  std::vector<GenerationRequest> requests;
  for (const PairQuestion& question : kPairQuestions) {
    for (const size_t front : {0U, 1U}) {
      GenerationRequest request =
          RequestOf(FillPrompt(prompt, {{"source", source},
                                        {"first", texts[front]},
                                        {"second", texts[1 - front]},
                                        {"question", std::string(question.words)}}),
                    /*pair=*/true);
      request.seed = options_.seed;
      requests.push_back(std::move(request));
    }
  }
  GLOSS_ASSIGN_OR_RETURN(const std::vector<Reply> replies,
                         Ask(std::move(requests), stop, usage, failure));
  std::vector<PairJudgement> pairs;
  for (size_t q = 0; q < std::size(kPairQuestions); ++q) {
    PairJudgement pair;
    pair.id = first.id;
    pair.criterion = kPairQuestions[q].criterion;
    pair.question = kPairQuestions[q].words;
    for (const size_t order : {0U, 1U}) {
      const Reply& reply = replies[2 * q + order];
      auto answer = reply.problem.empty()
                        ? ReadPlace(reply.text)
                        : Result<PlaceAnswer>(Status(StatusCode::kModelFailed, reply.problem));
      if (answer.ok()) (order == 0 ? pair.in_order : pair.swapped) = answer->better;
      if (order == 0 || pair.explanation.empty()) {
        pair.explanation = answer.ok() ? std::move(answer->explanation)
                                       : "not as asked: " + answer.status().message();
      } else if (!answer.ok()) {
        pair.explanation += "; swapped, not as asked: " + answer.status().message();
      }
    }
    pair.preference = PreferenceOf(pair.in_order, pair.swapped);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace gloss
