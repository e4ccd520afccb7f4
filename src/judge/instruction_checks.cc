#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "grounding/embed_texts.h"
#include "judge/check_table.h"
#include "judge/text_checks.h"
#include "retrieval/terms.h"
#include "text/language.h"
#include "text/markdown_blocks.h"
#include "writing/relevance.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr float kOverlapWeight = 0.25F;  ///< Of the share of the focus' terms, as in writing.

Finding Length(const CheckInput& input) {
  size_t words = 0;
  for (size_t i = 0; i < input.text.sentences.size(); ++i) {
    if (input.parts.kinds[i] != BlockKind::kHeading) {
      words += CountWords(input.text.sentences[i].statement);
    }
  }
  const AskedFor& asked = input.asked;
  const auto target = static_cast<double>(asked.words);
  if (asked.words_at_most) {
    return {PassedIf(words <= asked.words),
            fmt::format("{}, at most {} were asked for", Counted(words, "word"), asked.words)};
  }
  const double off = std::abs(static_cast<double>(words) - target) / target;
  return {PassedIf(off <= input.options.length_tolerance),
          fmt::format("{}, {} were asked for: {:.0f} % off, {:.0f} % are allowed",
                      Counted(words, "word"), asked.words, 100 * off,
                      100 * input.options.length_tolerance)};
}

/// Sentences of the text by the kind of block that they stand in.
struct Layout {
  size_t items = 0;
  size_t cells = 0;
  size_t headings = 0;
  size_t prose = 0;
};

Layout LayoutOf(const CheckInput& input) {
  Layout layout;
  for (const Block& block : MarkdownBlocks(input.text.text)) {
    if (block.kind == BlockKind::kListItem) ++layout.items;
    if (block.kind == BlockKind::kTableCell) ++layout.cells;
    if (block.kind == BlockKind::kHeading) ++layout.headings;
  }
  for (const int index : input.parts.statements) {
    const BlockKind kind = input.parts.kinds[static_cast<size_t>(index)];
    if (kind == BlockKind::kParagraph || kind == BlockKind::kQuote) ++layout.prose;
  }
  return layout;
}

Finding Style(const CheckInput& input) {
  const Layout layout = LayoutOf(input);
  const std::string found =
      fmt::format("{}, {}, {}, {} in running text", Counted(layout.headings, "heading"),
                  Counted(layout.items, "list item"), Counted(layout.cells, "table line"),
                  Counted(layout.prose, "statement"));
  bool passed = false;
  const std::string& style = input.asked.style;
  if (style == "bullets") passed = layout.items > 0 && layout.prose == 0;
  if (style == "sections") passed = layout.headings > 0;
  if (style == "table") passed = layout.cells > 1;
  if (style == "prose") passed = layout.items == 0 && layout.cells == 0 && layout.prose > 0;
  return {PassedIf(passed), fmt::format("{} asked for; the text has {}", style, found)};
}

Finding Language(const CheckInput& input) {
  std::string statements;
  for (const CitedSentence& sentence : input.text.sentences) {
    statements += sentence.statement + "\n";
  }
  const LanguageCode found = DetectLanguage(statements);
  if (found.empty()) {
    return {CheckOutcome::kUnchecked, "the text is too short to tell its language"};
  }
  return {PassedIf(found == input.asked.language),
          fmt::format("the text is in \"{}\"; \"{}\" was asked for", found, input.asked.language)};
}

/// The first statement with all terms of a phrase; -1: none.
int StatementWith(const CheckInput& input, std::string_view phrase) {
  const std::string& language = input.text.language;
  const std::set<std::string> wanted = TermSetOf(phrase, language);
  for (const int index : input.parts.statements) {
    const CitedSentence& sentence = input.text.sentences[static_cast<size_t>(index)];
    if (TermCoverage(wanted, TermSetOf(sentence.statement, language)) >= 1) return index;
  }
  return -1;
}

Finding Mentions(const CheckInput& input) {
  std::string missing;
  for (const std::string& phrase : input.asked.mention) {
    if (StatementWith(input, phrase) < 0)
      missing += (missing.empty() ? "" : ", ") + Excerpt(phrase);
  }
  if (missing.empty()) return {CheckOutcome::kPassed, "what was to be mentioned is"};
  return {CheckOutcome::kFailed, "not mentioned: " + missing};
}

/// The first statement, with what it cites, has as many of the terms as any other.
Finding BeginsWith(const CheckInput& input) {
  const std::string& language = input.text.language;
  const std::set<std::string> wanted = TermsToBeginWith(input.text, input.asked.begin_with);
  const std::string what = Excerpt(input.asked.begin_with);
  float of_first = 0;
  float most = 0;
  int best = -1;
  for (const int index : input.parts.statements) {
    const auto at = static_cast<size_t>(index);
    const std::string said = input.text.sentences[at].statement + " " + input.parts.evidence[at];
    const float coverage = TermCoverage(wanted, TermSetOf(said, language));
    if (best < 0) of_first = coverage;
    if (best < 0 || coverage > most) {
      most = coverage;
      best = index;
    }
  }
  if (most <= 0) return {CheckOutcome::kFailed, "no statement is about " + what};
  if (of_first >= most) return {CheckOutcome::kPassed, "it begins with " + what};
  return {CheckOutcome::kFailed,
          what + " comes later, in " +
              Excerpt(input.text.sentences[static_cast<size_t>(best)].statement),
          {best}};
}

Finding LeavesOut(const CheckInput& input) {
  Finding finding{CheckOutcome::kPassed, "what was to be left out is"};
  for (const std::string& phrase : input.asked.leave_out) {
    const int at = StatementWith(input, phrase);
    if (at < 0) continue;
    if (finding.outcome == CheckOutcome::kPassed) finding = {CheckOutcome::kFailed, ""};
    finding.explanation += (finding.explanation.empty() ? "" : "; ") + Excerpt(phrase) +
                           " is mentioned in " +
                           Excerpt(input.text.sentences[static_cast<size_t>(at)].statement);
    finding.sentences.push_back(at);
  }
  return finding;
}

Finding RulesKept(const CheckInput& input) {
  const auto& citations = input.text.citations;
  const auto unknown = std::count_if(citations.begin(), citations.end(), [](const auto& each) {
    return each.state == CitationState::kUnknown;
  });
  const std::string asked = Excerpt(input.asked.against_rules.front());
  if (citations.empty()) return {CheckOutcome::kFailed, "no citations, as " + asked + " has it"};
  if (unknown > 0) {
    return {CheckOutcome::kFailed,
            fmt::format("{} that name nothing, after {}",
                        Counted(static_cast<size_t>(unknown), "citation"), asked)};
  }
  return {CheckOutcome::kPassed, "citations are in order, against " + asked};
}

/// How near statements and what they cite are to the focus, by meaning and by words.
class FocusScale {
 public:
  FocusScale(Embedding focus, std::set<std::string> terms, RelevanceScale scale)
      : focus_(std::move(focus)), terms_(std::move(terms)), scale_(scale) {}

  float Of(const Embedding& embedding, std::string_view text, std::string_view language) const {
    const float overlap = TermCoverage(terms_, TermSetOf(text, language));
    return overlap >= 1 ? 1.0F : scale_.Of(Cosine(focus_, embedding)) + kOverlapWeight * overlap;
  }

 private:
  Embedding focus_;
  std::set<std::string> terms_;
  RelevanceScale scale_;
};

Result<Finding> Focus(const CheckInput& input, Embedder& embedder, const std::stop_token& stop) {
  const std::string& language = input.text.language;
  const std::string_view focus = input.asked.focus;
  std::deque<std::string> made;
  const std::vector<std::string> query = QueryTexts(embedder, {&focus, 1});
  std::vector<std::string_view> texts = {query.front()};
  for (const int index : input.parts.statements) {
    const auto at = static_cast<size_t>(index);
    texts.push_back(AsPassage(embedder, input.text.sentences[at].statement, made));
    texts.push_back(AsPassage(embedder, input.parts.evidence[at], made));
  }
  const TextEmbeddings embeddings = EmbedTexts(embedder, texts, {}, stop);
  GLOSS_RETURN_IF_ERROR(embeddings.status);
  GLOSS_ASSIGN_OR_RETURN(const RelevanceScale scale,
                         RelevanceScale::For(embedder, *embeddings.items[0], language, stop));
  const FocusScale relevance(*embeddings.items[0], TermSetOf(focus, language), scale);
  size_t on_focus = 0;
  std::vector<int> beside;
  for (size_t i = 0; i < input.parts.statements.size(); ++i) {
    const auto at = static_cast<size_t>(input.parts.statements[i]);
    const float by_statement =
        relevance.Of(*embeddings.items[1 + 2 * i], input.text.sentences[at].statement, language);
    const float by_evidence =
        input.parts.evidence[at].empty()
            ? 0
            : relevance.Of(*embeddings.items[2 + 2 * i], input.parts.evidence[at], language);
    if (std::max(by_statement, by_evidence) >= input.options.least_relevance) {
      ++on_focus;
    } else {
      beside.push_back(input.parts.statements[i]);
    }
  }
  const size_t all = input.parts.statements.size();
  const bool passed =
      static_cast<double>(on_focus) >= input.options.least_on_focus * static_cast<double>(all);
  return Finding{
      PassedIf(passed),
      fmt::format("{} of {} are about {}", on_focus, Counted(all, "statement"), Excerpt(focus)),
      passed ? std::vector<int>{} : std::move(beside)};
}

}  // namespace

std::set<std::string> TermsToBeginWith(const CitedText& text, std::string_view phrase) {
  std::set<std::string> known;
  for (const Document& document : text.documents) {
    known.merge(TermSetOf(document.text, text.language));
  }
  std::set<std::string> terms;
  for (const std::string& term : TermSetOf(phrase, text.language)) {
    if (known.contains(term)) terms.insert(term);
  }
  return terms;
}

Result<std::vector<JudgeCheck>> InstructionChecks(const CheckInput& input, Embedder& embedder,
                                                  const std::stop_token& stop) {
  const AskedFor& asked = input.asked;
  std::vector<JudgeCheck> checks;
  if (asked.words > 0) checks.push_back(MakeCheck("length", Length(input)));
  if (!asked.style.empty()) checks.push_back(MakeCheck("style", Style(input)));
  if (asked.items > 0) {
    const size_t items = LayoutOf(input).items;
    checks.push_back(MakeCheck(
        "item_count",
        {PassedIf(items == asked.items),
         fmt::format("{}, {} were asked for", Counted(items, "list item"), asked.items)}));
  }
  if (!asked.language.empty()) checks.push_back(MakeCheck("language", Language(input)));
  if (!asked.begin_with.empty()) checks.push_back(MakeCheck("begins_with", BeginsWith(input)));
  if (!asked.mention.empty()) checks.push_back(MakeCheck("mentions", Mentions(input)));
  if (!asked.leave_out.empty()) checks.push_back(MakeCheck("leaves_out", LeavesOut(input)));
  if (!asked.against_rules.empty()) checks.push_back(MakeCheck("rules_kept", RulesKept(input)));
  if (!asked.focus.empty()) {
    if (input.parts.statements.empty()) {
      checks.push_back(MakeCheck("focus", {CheckOutcome::kFailed, "the text states nothing"}));
      return checks;
    }
    auto focus = Focus(input, embedder, stop);
    if (!focus.ok() && focus.status().code() == StatusCode::kCancelled) return focus.status();
    checks.push_back(MakeCheck(
        "focus", focus.ok() ? *std::move(focus)
                            : Finding{CheckOutcome::kUnchecked, focus.status().message()}));
  }
  return checks;
}

}  // namespace gloss
