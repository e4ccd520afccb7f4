#include "synthesis/synth_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/hash.h"
#include "text/segmenter.h"
#include "text/words.h"
#include "writing/prompted_parts.h"
#include "writing/sentence_range.h"
#include "writing/text_chunks.h"

namespace gloss {
namespace {

constexpr size_t kWholeDigits = 32;
/// What a sentence's two tags add for the teacher.
constexpr size_t kTokensPerSentence = 24;
constexpr size_t kTokensPerWord = 4;

std::string_view PromptLanguage(std::string_view language) {
  constexpr std::array<std::string_view, 5> kLanguages = {"en", "de", "es", "fr", "it"};
  return std::find(kLanguages.begin(), kLanguages.end(), language) != kLanguages.end()
             ? language
             : std::string_view("en");
}

/// Sentences of a range as plain text: those of one block as they stand, a blank line between
/// blocks. Page numbers and running heads, which are no sentences, stay out.
std::string TextOfRange(const Document& document, const SentenceRange& range) {
  std::string text;
  for (size_t i = range.begin; i < range.end; ++i) {
    const Sentence& sentence = document.sentences[i];
    if (i > range.begin) {
      const Sentence& before = document.sentences[i - 1];
      const std::string_view between =
          std::string_view(document.text)
              .substr(before.span.end, sentence.span.begin - before.span.end);
      if (sentence.block != before.block) {
        text += "\n\n";
      } else {
        text += CollapseSpace(between).empty() ? std::string(between) : " ";
      }
    }
    text += sentence.span.In(document.text);
  }
  return text;
}

/// A prompt of the five languages with this task's values, split where the tagged text comes.
struct FilledPrompt {
  Prompt prompt;
  std::string system;
  std::string user_before;
  std::string user_after;
};

Result<FilledPrompt> Fill(const SynthTask& task, bool relaxed) {
  const std::string_view form = relaxed                         ? "_relaxed"
                                : task.instruction.text.empty() ? ""
                                                                : "_instruct";
  FilledPrompt filled;
  GLOSS_ASSIGN_OR_RETURN(filled.prompt, FindPrompt(fmt::format("oneshot{}_{}_v1", form,
                                                               PromptLanguage(task.language))));
  // No value has this character: they are made safe for prompts.
  const std::string place = "\x01";
  const std::vector<ChatMessage> messages =
      FillPrompt(filled.prompt, {{"words", std::to_string(task.words)},
                                 {"tags", std::to_string(task.tags)},
                                 {"instruction", SafeForPrompt(task.instruction.text)},
                                 {"text", place}});
  for (const ChatMessage& message : messages) {
    if (message.role == "system") filled.system = message.content;
  }
  const std::string& user = messages.back().content;
  const size_t at = user.find(place);
  if (at == std::string::npos) {
    return Status(StatusCode::kInternal, filled.prompt.id + ": it has no place for the text");
  }
  filled.user_before = user.substr(0, at);
  filled.user_after = user.substr(at + place.size());
  // A relaxed prompt without an instruction leaves two empty lines.
  for (size_t gap = filled.user_before.find("\n\n\n"); gap != std::string::npos;
       gap = filled.user_before.find("\n\n\n")) {
    filled.user_before.erase(gap, 1);
  }
  return filled;
}

Status AddSources(const Document& document, const TextReader& read, const TaskOptions& options,
                  std::vector<SynthSource>& sources) {
  if (document.sentences.empty()) return Status::Ok();
  ChunkOptions chunking;
  chunking.most_tokens = options.part_tokens;
  chunking.tokens_per_sentence = kTokensPerSentence;
  std::vector<TextChunk> chunks = CutIntoChunks({&document, 1}, EstimateTokens, chunking);
  const size_t parts = chunks.size();
  if (options.most_parts > 0) chunks.resize(std::min(chunks.size(), options.most_parts));
  for (size_t i = 0; i < chunks.size(); ++i) {
    if (chunks[i].ranges.empty()) continue;
    GLOSS_ASSIGN_OR_RETURN(Document part,
                           read(TextOfRange(document, chunks[i].ranges.front()), document));
    if (part.sentences.size() < options.fewest_sentences) continue;
    part.id = "d1";
    part.title = document.title;
    part.uri = document.uri;
    AssignTags({&part, 1});
    sources.push_back(
        {std::move(part), Sha256Hex(document.text).substr(0, kWholeDigits), i, parts});
  }
  return Status::Ok();
}

size_t EstimatedPromptTokens(const SynthSource& source) {
  constexpr size_t kRules = 700;
  return EstimateTokens(source.document.text) +
         source.document.sentences.size() * kTokensPerSentence + kRules;
}

Result<SynthTask> MakeTask(const SynthPlan& plan, size_t source_index, size_t text,
                           const TaskOptions& options) {
  const SynthSource& source = plan.sources[source_index];
  RandomChoice random(options.seed, fmt::format("{} {} {}", source.whole, source.part, text));
  SynthTask task;
  task.source = source_index;
  task.language = !options.language.empty()           ? options.language
                  : !source.document.language.empty() ? source.document.language
                                                      : "en";
  task.language = PromptLanguage(task.language);
  task.instruction = MakeInstruction(options.instructions, source.document, task.language, random);
  const size_t range = options.most_words - options.fewest_words;
  // Tens: nobody asks for 173 words.
  task.words = options.fewest_words + random.Below(range + 1) / 10 * 10;
  const size_t sentences = source.document.sentences.size();
  task.tags = std::clamp<size_t>(task.words / options.words_per_tag, 1, sentences);
  task.relaxed = random.Share() < options.relaxed_share;
  // JSON numbers of 53 bits and servers' seeds of 31 hold it.
  task.seed = random.Next() >> 33U;
  task.prompt_tokens = EstimatedPromptTokens(source);
  task.max_tokens = static_cast<int>(task.words * kTokensPerWord + options.reasoning_tokens);
  GLOSS_ASSIGN_OR_RETURN(const TeacherPrompt asked, TeacherPromptOf(task, source));
  GLOSS_ASSIGN_OR_RETURN(const ExamplePrompt learned, ExamplePromptOf(task));
  std::vector<std::string> parts = {plan.teacher,
                                    asked.sha256,
                                    learned.sha256,
                                    task.relaxed ? "relaxed" : "strict",
                                    std::to_string(text),
                                    std::to_string(task.seed),
                                    std::to_string(task.max_tokens),
                                    fmt::format("{}", options.temperature)};
  for (const ChatMessage& message : asked.messages) parts.push_back(message.content);
  task.id = RecordId(parts);
  return task;
}

}  // namespace

std::string TaggedPart(const SynthSource& source) {
  const SentenceRange all{0, 0, source.document.sentences.size()};
  return TaggedText({&source.document, 1}, {&all, 1});
}

Result<TeacherPrompt> TeacherPromptOf(const SynthTask& task, const SynthSource& source) {
  GLOSS_ASSIGN_OR_RETURN(const FilledPrompt filled, Fill(task, false));
  GLOSS_ASSIGN_OR_RETURN(
      const Prompt reasoning,
      FindPrompt(fmt::format("synth_reasoning_{}_v1", PromptLanguage(task.language))));
  TeacherPrompt prompt;
  prompt.id = filled.prompt.id + "+" + reasoning.id;
  prompt.sha256 = Sha256Hex(filled.prompt.sha256 + reasoning.sha256);
  prompt.messages = {{"system", filled.system},
                     {"user", filled.user_before + TaggedPart(source) + filled.user_after + "\n\n" +
                                  reasoning.messages.back().content}};
  return prompt;
}

Result<ExamplePrompt> ExamplePromptOf(const SynthTask& task) {
  GLOSS_ASSIGN_OR_RETURN(FilledPrompt filled, Fill(task, task.relaxed));
  return ExamplePrompt{
      filled.prompt.id,         filled.prompt.sha256,          task.relaxed,
      std::move(filled.system), std::move(filled.user_before), std::move(filled.user_after)};
}

Result<SynthPlan> PlanSynthesis(std::vector<Document> documents, const TextReader& read,
                                const SynthOptions& options, std::string_view teacher) {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  SynthPlan plan;
  plan.teacher = teacher;
  NearDuplicates seen(options.document_duplicates);
  std::vector<std::string> kept;
  for (Document& document : documents) {
    if (const auto like = seen.Find(document.text)) {
      plan.near_duplicates.push_back({document.uri, kept[like->index], like->similarity});
      continue;
    }
    seen.Add(document.text);
    kept.push_back(document.uri);
    GLOSS_RETURN_IF_ERROR(AddSources(document, read, options.tasks, plan.sources));
    document = Document{};
  }
  if (!options.examples) return plan;
  for (size_t i = 0; i < plan.sources.size(); ++i) {
    for (size_t text = 0; text < options.tasks.per_part; ++text) {
      GLOSS_ASSIGN_OR_RETURN(SynthTask task, MakeTask(plan, i, text, options.tasks));
      plan.tasks.push_back(std::move(task));
    }
  }
  return plan;
}

}  // namespace gloss
