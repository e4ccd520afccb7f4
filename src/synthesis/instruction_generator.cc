#include "synthesis/instruction_generator.h"

#include <algorithm>
#include <map>
#include <set>

#include "synthesis/instruction_templates.h"
#include "text/ascii.h"
#include "text/words.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr std::string_view kTopic = "{topic}";
constexpr size_t kMostTopics = 12;
constexpr size_t kMostHeadingWords = 7;
constexpr size_t kLeastTopicBytes = 5;
constexpr size_t kLeastUses = 3;

/// No mark-up, no tag and no place to fill may come into an instruction from a document.
bool IsPlain(std::string_view topic) {
  return topic.find_first_of("<>{}[]|`*_#\"“”„«»") == std::string_view::npos;
}

void AddHeadings(const Document& document, std::vector<std::string>& topics) {
  for (const Block& block : document.blocks) {
    if (block.kind != BlockKind::kHeading) continue;
    std::string heading = CollapseSpace(block.span.In(document.text));
    while (!heading.empty() && std::string_view(".:;,").find(heading.back()) != std::string::npos) {
      heading.pop_back();
    }
    const size_t words = CountWords(heading);
    if (words >= 1 && words <= kMostHeadingWords && heading.size() >= kLeastTopicBytes &&
        IsPlain(heading) && std::find(topics.begin(), topics.end(), heading) == topics.end()) {
      topics.push_back(std::move(heading));
    }
  }
}

/// Content words by the number of sentences that have them; a spelling each.
void AddFrequentWords(const Document& document, std::vector<std::string>& topics) {
  struct Use {
    std::string spelling;
    size_t sentences = 0;
    bool capitalised = true;  ///< Wherever it stands but at the beginning.
  };
  const Lexicon& lexicon = LexiconFor(document.language);
  std::map<std::string, Use> uses;
  for (size_t i = 0; i < document.sentences.size(); ++i) {
    const std::string_view sentence = document.SentenceText(i);
    std::set<std::string> seen;
    const std::vector<Word> words = WordsOf(sentence);
    for (size_t k = 1; k < words.size(); ++k) {
      const Word& word = words[k];
      if (word.is_number || word.folded.size() < kLeastTopicBytes ||
          lexicon.stop.contains(word.folded) || !seen.insert(word.folded).second) {
        continue;
      }
      Use& use = uses[word.folded];
      if (use.sentences++ == 0) use.spelling = std::string(word.span.In(sentence));
      use.capitalised = use.capitalised && word.capitalised;
    }
  }
  std::vector<const Use*> ranked;
  // Capitals tell names, and nouns in German; other words can be of any kind.
  for (const auto& [folded, use] : uses) {
    if (use.sentences >= kLeastUses && use.capitalised && IsPlain(use.spelling)) {
      ranked.push_back(&use);
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Use* a, const Use* b) { return a->sentences > b->sentences; });
  for (const Use* use : ranked) {
    if (std::find(topics.begin(), topics.end(), use->spelling) == topics.end()) {
      topics.push_back(use->spelling);
    }
  }
}

InstructionKind DrawKind(const InstructionMix& mix, RandomChoice& random) {
  const double all = mix.none + mix.positive + mix.adversarial + mix.formatting;
  double left = random.Share() * all;
  if ((left -= mix.positive) < 0) return InstructionKind::kPositive;
  if ((left -= mix.adversarial) < 0) return InstructionKind::kAdversarial;
  if ((left -= mix.formatting) < 0) return InstructionKind::kFormatting;
  return InstructionKind::kNone;
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool IsBullet(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("• ");
}

bool IsNumbered(std::string_view line) {
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && digits < 4 && digits + 1 < line.size() &&
         (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
}

bool IsHeading(std::string_view line) {
  const size_t signs = std::min(line.find_first_not_of('#'), line.size());
  return signs > 0 && signs <= 6 && signs < line.size() && line[signs] == ' ';
}

bool IsTableRule(std::string_view line) {
  return line.starts_with('|') && line.find("--") != std::string_view::npos &&
         line.find_first_not_of("|-: ") == std::string_view::npos;
}

}  // namespace

std::string_view InstructionKindName(InstructionKind kind) {
  switch (kind) {
    case InstructionKind::kNone:
      return "none";
    case InstructionKind::kPositive:
      return "positive";
    case InstructionKind::kAdversarial:
      return "adversarial";
    case InstructionKind::kFormatting:
      return "formatting";
  }
  return "none";
}

std::vector<std::string> TopicsOf(const Document& document, size_t most) {
  std::vector<std::string> topics;
  AddHeadings(document, topics);
  AddFrequentWords(document, topics);
  topics.resize(std::min(topics.size(), most));
  return topics;
}

CustomInstruction MakeInstruction(const InstructionMix& mix, const Document& document,
                                  std::string_view language, RandomChoice& random) {
  CustomInstruction instruction;
  const InstructionKind kind = DrawKind(mix, random);
  if (kind == InstructionKind::kNone) return instruction;
  const InstructionTemplates& templates = InstructionTemplatesOf(language);
  const std::span<const InstructionTemplate> all =
      kind == InstructionKind::kPositive      ? templates.positive
      : kind == InstructionKind::kAdversarial ? templates.adversarial
                                              : templates.formatting;
  const std::vector<std::string> topics = TopicsOf(document, kMostTopics);
  std::vector<const InstructionTemplate*> usable;
  for (const InstructionTemplate& each : all) {
    if (!topics.empty() || each.text.find(kTopic) == std::string_view::npos) {
      usable.push_back(&each);
    }
  }
  const InstructionTemplate& chosen = *usable[random.Below(usable.size())];
  instruction = {kind, std::string(chosen.name), std::string(chosen.text),
                 std::string(chosen.format)};
  if (const size_t at = instruction.text.find(kTopic); at != std::string::npos) {
    instruction.text.replace(at, kTopic.size(), topics[random.Below(topics.size())]);
  }
  return instruction;
}

bool HasFormat(std::string_view text, std::string_view format) {
  if (format.empty()) return true;
  size_t bullets = 0;
  size_t numbered = 0;
  size_t headings = 0;
  size_t rules = 0;
  size_t rows = 0;
  size_t paragraphs = 0;
  bool blank = true;
  for (const std::string_view line : LinesOf(text)) {
    bullets += IsBullet(line) ? 1 : 0;
    numbered += IsNumbered(line) ? 1 : 0;
    headings += IsHeading(line) ? 1 : 0;
    rules += IsTableRule(line) ? 1 : 0;
    rows += line.starts_with('|') ? 1 : 0;
    if (!line.empty() && blank) ++paragraphs;
    blank = line.empty();
  }
  if (format == "bullets") return bullets >= 2;
  if (format == "numbered") return numbered >= 2;
  if (format == "table") return rules == 1 && rows >= 3;
  if (format == "headings") return headings >= 2;
  if (format == "paragraphs") {
    return paragraphs >= 2 && bullets + numbered + headings + rows == 0;
  }
  return false;
}

}  // namespace gloss
