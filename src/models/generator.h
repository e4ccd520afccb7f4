#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "models/batch.h"
#include "models/citation_constraint.h"
#include "models/model_spec.h"

namespace gloss {

/// One text to continue. The prompt is what the model sees, after `template_name` of the spec is
/// applied to the messages.
struct ChatMessage {
  std::string role;  ///< "system", "user" or "assistant".
  std::string content;
};

struct GenerationRequest {
  std::vector<ChatMessage> messages;
  int max_tokens = 256;
  float temperature = 0;          ///< 0: greedy.
  uint64_t seed = 0;              ///< Used when temperature > 0; the same seed, the same text.
  std::vector<std::string> stop;  ///< The text ends before the first of these.
  std::string grammar;            ///< GBNF, root rule "root"; empty: none.
  /// JSON schema (as text) that a server is asked to keep to; empty: none. Nobody promises that it
  /// does, and models in this process do not look at it: whoever reads the answer checks it.
  std::string json_schema{};
  /// Sentence tags that the text may write; nothing: any. Whether it was kept to while the text was
  /// written is in the result. Not together with a grammar.
  std::optional<CitationConstraint> citations;
};

enum class FinishReason {
  kStop,       ///< End of turn, stop string or end of the grammar.
  kMaxTokens,  ///< Cut off: the text is not complete.
};

struct GenerationResult {
  std::string text;
  FinishReason finish = FinishReason::kStop;
  int prompt_tokens = 0;
  int generated_tokens = 0;
  /// The text keeps to the request's `citations` (models/tag_automaton.h); but for `once` where a
  /// grammar on a server stood for it. False: what looks like a tag may be anything.
  bool citations_enforced = false;
};

/// Prompt → text. Many requests of one call are decoded together, and a prompt prefix that they
/// share is computed once. Deterministic for one list of requests, whatever the thread count.
/// Thread-safe.
class Generator {
 public:
  virtual ~Generator() = default;

  /// One result a request. A prompt that does not fit the window is an error of the whole call
  /// (kTooLarge) before anything is computed.
  virtual BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                                 std::stop_token stop) = 0;

  /// Tokens of a text; nothing where the model cannot tell (on a server).
  virtual std::optional<size_t> CountTokens(std::string_view /*text*/) const {
    return std::nullopt;
  }

  virtual const ModelSpec& spec() const = 0;
};

}  // namespace gloss
