#include "backends/remote/remote_generator.h"

#include <algorithm>
#include <utility>

#include "backends/remote/cited_sentences_json.h"
#include "backends/remote/halving.h"
#include "models/tag_automaton.h"
#include "models/tag_grammar.h"

namespace gloss {
namespace {

GenerationResult ResultOf(ChatReply reply) {
  GenerationResult result;
  result.text = std::move(reply.text);
  result.finish = reply.finish;
  result.prompt_tokens = reply.prompt_tokens;
  result.generated_tokens = reply.generated_tokens;
  return result;
}

/// Ends the text before the first of the request's stop strings, whatever the server did.
void EndAtStop(const GenerationRequest& request, GenerationResult& result) {
  size_t end = std::string::npos;
  for (const std::string& stop_string : request.stop) {
    if (!stop_string.empty()) end = std::min(end, result.text.find(stop_string));
  }
  if (end == std::string::npos) return;
  result.text.resize(end);
  result.finish = FinishReason::kStop;
}

}  // namespace

Result<std::unique_ptr<RemoteGenerator>> RemoteGenerator::Connect(
    std::shared_ptr<RemoteServer> server, ModelSpec spec) {
  if (server->facts().kind == ServerKind::kTei) {
    return Status(
        StatusCode::kModelUnavailable,
        "server " + server->url() +
            ": Text Embeddings Inference writes no text; name a chat server for this role");
  }
  GLOSS_ASSIGN_OR_RETURN(spec.name, server->ModelNamed(spec.name));
  spec.server = server->url();
  return std::unique_ptr<RemoteGenerator>(new RemoteGenerator(std::move(server), std::move(spec)));
}

Result<GenerationResult> RemoteGenerator::GenerateOne(const GenerationRequest& request,
                                                      const std::stop_token& stop) const {
  const ServerKind kind = server_->facts().kind;
  if (!request.grammar.empty() && kind != ServerKind::kLlamaServer && kind != ServerKind::kVllm) {
    return Status(StatusCode::kInvalidArgument,
                  "server " + server_->url() + ": this kind of server keeps to no grammar");
  }
  ChatCall call;
  call.model = spec_.name;
  call.messages = request.messages;
  call.max_tokens = request.max_tokens;
  call.temperature = request.temperature;
  call.seed = request.seed;
  call.stop = request.stop;
  call.grammar = request.grammar;
  call.json_schema = request.json_schema;
  if (request.citations) return GenerateCited(request, std::move(call), stop);
  GLOSS_ASSIGN_OR_RETURN(ChatReply reply, server_->Chat(call, stop));
  GenerationResult result = ResultOf(std::move(reply));
  EndAtStop(request, result);
  return result;
}

Result<GenerationResult> RemoteGenerator::GenerateCited(const GenerationRequest& request,
                                                        ChatCall call,
                                                        const std::stop_token& stop) const {
  if (!request.grammar.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "a request has a grammar or citations, not both at once");
  }
  GLOSS_ASSIGN_OR_RETURN(const auto rules, TagRules::Create(*request.citations));
  std::vector<ChatMessage> messages = request.messages;
  if (server_->EnforcesGrammar(spec_.name, stop)) {
    call.grammar = TagGrammar(*rules);
  } else if (!messages.empty() && server_->EnforcesJsonSchema(spec_.name, stop)) {
    call.json_schema = CitedSentencesSchema(*rules);
    messages.back().content += "\n\n" + std::string(CitedSentencesRequest());
    call.messages = messages;
    call.stop = {};  // They are of the text, not of the JSON.
  }
  GLOSS_ASSIGN_OR_RETURN(ChatReply reply, server_->Chat(call, stop));
  GenerationResult result = ResultOf(std::move(reply));
  if (!call.json_schema.empty()) {
    // What is no such JSON, or has no whole sentence, is no text.
    result.text = ReadCitedSentences(result.text, rules).value_or("");
  }
  EndAtStop(request, result);
  const bool asked = !call.grammar.empty() || !call.json_schema.empty();
  if (!asked) return result;
  // A grammar cannot count, and nothing that a server wrote is taken back for a tag that stands
  // twice: whoever reads the text sees to that.
  CitationConstraint uncounted = *request.citations;
  uncounted.once = false;
  GLOSS_ASSIGN_OR_RETURN(const auto kept_to, TagRules::Create(uncounted));
  if (TagAutomaton(kept_to).Accept(result.text)) {
    result.text.resize(LengthWithoutOpenTag(kept_to, result.text));
    result.citations_enforced = true;
  }
  return result;
}

BatchResult<GenerationResult> RemoteGenerator::Generate(std::span<const GenerationRequest> requests,
                                                        std::stop_token stop) {
  ItemAnswers<GenerationResult> answers(requests.size());
  FailureRun run;
  const AskItems<GenerationResult> ask =
      [&](std::span<const size_t> items) -> Result<std::vector<Result<GenerationResult>>> {
    GLOSS_ASSIGN_OR_RETURN(GenerationResult result, GenerateOne(requests[items[0]], stop));
    std::vector<Result<GenerationResult>> one;
    one.emplace_back(std::move(result));
    return one;
  };
  ForEachConcurrently(
      requests.size(), static_cast<size_t>(server_->client().gate().limit()), stop,
      [&](size_t item) { AskInHalves<GenerationResult>(std::span(&item, 1), ask, run, answers); });
  return ToBatch(std::move(answers), "request ");
}

}  // namespace gloss
