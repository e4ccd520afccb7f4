#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>

#include "grounding/embed_texts.h"
#include "judge/check_table.h"
#include "judge/text_checks.h"
#include "writing/quality.h"
#include "writing/salience.h"
#include "writing/selection.h"
#include "writing/source_sentences.h"

namespace gloss {
namespace {

constexpr size_t kFewestSalient = 3;
constexpr size_t kMostSalient = 10;
constexpr size_t kMostParagraphs = 8;  ///< Sources of more without headings are cut into tenths.
constexpr size_t kFewParts = 5;        ///< Of so few each must be covered.

/// A section, a paragraph or a tenth of a source.
using PartKey = std::pair<int, int>;

const Sentence& SentenceOf(const CitedText& text, const SentenceRef& ref) {
  return text.documents[static_cast<size_t>(ref.document)]
      .sentences[static_cast<size_t>(ref.sentence)];
}

/// Index of the innermost heading over a sentence; -1: none.
int HeadingOver(const CitedText& text, const SentenceRef& ref) {
  const int block = SentenceOf(text, ref).block;
  if (block < 0) return -1;
  const Document& document = text.documents[static_cast<size_t>(ref.document)];
  const std::vector<int>& path = document.blocks[static_cast<size_t>(block)].heading_path;
  return path.empty() ? -1 : path.back();
}

/// The parts of sources: by the innermost heading, where a document has sentences that state
/// something under several; else by paragraph where these are few, else by tenth.
class SourceParts {
 public:
  SourceParts(const CitedText& text, const std::vector<SourceSentence>& sentences) : text_(text) {
    for (const SourceSentence& sentence : sentences) {
      headings_[sentence.ref.document].insert(HeadingOver(text, sentence.ref));
      paragraphs_[sentence.ref.document].insert(SentenceOf(text, sentence.ref).block);
    }
  }

  /// Of any sentence of the sources.
  PartKey Of(const SentenceRef& ref) const {
    const auto headings = headings_.find(ref.document);
    if (headings != headings_.end() && headings->second.size() > 1) {
      return {ref.document, HeadingOver(text_, ref)};
    }
    const auto paragraphs = paragraphs_.find(ref.document);
    if (paragraphs != paragraphs_.end() && paragraphs->second.size() <= kMostParagraphs) {
      return {ref.document, SentenceOf(text_, ref).block};
    }
    const Document& document = text_.documents[static_cast<size_t>(ref.document)];
    return {ref.document, static_cast<int>(PartOf(document, static_cast<size_t>(ref.sentence)))};
  }

 private:
  const CitedText& text_;
  std::map<int, std::set<int>> headings_;    ///< By document.
  std::map<int, std::set<int>> paragraphs_;  ///< Likewise.
};

class Covering {
 public:
  Covering(const CheckInput& input, std::vector<SourceSentence> sentences)
      : input_(input), sentences_(std::move(sentences)) {}

  Status Rank(Embedder& embedder, const std::stop_token& stop) {
    const RankingInput ranking{input_.text.documents, sentences_, input_.asked.focus};
    auto ranked = RankSentences(embedder, ranking, {}, {}, stop);
    if (!ranked.ok()) return ranked.status();
    ranked_ = *std::move(ranked);
    for (const Citation& citation : input_.text.citations) {
      // A document as a whole names no sentence: what is said of it is told by meaning.
      covered_.insert(citation.sentences.begin(), citation.sentences.end());
    }
    return AddAlike(embedder, stop);
  }

  Finding Salient() const {
    const size_t count = std::min(
        ranked_.size(), std::clamp(input_.parts.statements.size(), kFewestSalient, kMostSalient));
    const double share = CoverageOfSalient(ranked_, sentences_, covered_, count);
    const auto covered = static_cast<size_t>(std::lround(share * static_cast<double>(count)));
    std::string first_left;
    for (size_t i = 0; i < count && first_left.empty(); ++i) {
      const SourceSentence& sentence = sentences_[ranked_[i].index];
      if (!covered_.contains(sentence.ref)) first_left = Excerpt(sentence.text);
    }
    return {PassedIf(share >= input_.options.least_covered),
            fmt::format(
                "{} of the {} most important sentences covered{}", covered, count,
                covered == count || first_left.empty() ? "" : "; not, for example, " + first_left)};
  }

  /// Nothing where the sources are of one part.
  std::optional<Finding> Parts() const {
    const SourceParts parts(input_.text, sentences_);
    std::set<PartKey> all;
    for (const SourceSentence& sentence : sentences_) all.insert(parts.Of(sentence.ref));
    if (all.size() < 2) return std::nullopt;
    std::set<PartKey> covered;
    for (const SentenceRef& ref : covered_) {
      const PartKey part = parts.Of(ref);
      if (all.contains(part)) covered.insert(part);
    }
    const size_t statements = input_.parts.statements.size();
    const bool each = all.size() <= kFewParts && statements >= all.size();
    const size_t needed = each ? all.size() : PartsNeeded(statements, all.size());
    std::string left;
    for (const SourceSentence& sentence : sentences_) {
      if (covered.contains(parts.Of(sentence.ref))) continue;
      left = Excerpt(sentence.text);
      break;
    }
    return Finding{
        PassedIf(covered.size() >= needed),
        fmt::format("{} of {} parts of the sources covered, {} needed{}", covered.size(),
                    all.size(), needed, left.empty() ? "" : "; not the one that begins " + left)};
  }

 private:
  /// Sentences that a statement is like count as covered, cited or not.
  Status AddAlike(Embedder& embedder, const std::stop_token& stop) {
    std::deque<std::string> made;
    std::vector<std::string_view> texts;
    for (const int index : input_.parts.statements) {
      texts.push_back(
          AsPassage(embedder, input_.text.sentences[static_cast<size_t>(index)].statement, made));
    }
    if (texts.empty()) return Status::Ok();
    const TextEmbeddings statements = EmbedTexts(embedder, texts, {}, stop);
    if (!statements.status.ok()) return statements.status;
    for (const RankedSentence& entry : ranked_) {
      const bool alike = std::any_of(
          statements.items.begin(), statements.items.end(),
          [&](const auto& statement) { return Cosine(*statement, entry.embedding) >= kAlike; });
      if (alike) covered_.insert(sentences_[entry.index].ref);
    }
    return Status::Ok();
  }

  const CheckInput& input_;
  std::vector<SourceSentence> sentences_;
  std::vector<RankedSentence> ranked_;
  std::set<SentenceRef> covered_;
};

}  // namespace

Result<std::vector<JudgeCheck>> CoverageChecks(const CheckInput& input, Embedder& embedder,
                                               const std::stop_token& stop) {
  std::vector<JudgeCheck> checks;
  const auto unchecked = [&](std::string reason) {
    checks.push_back(MakeCheck("salient_covered", {CheckOutcome::kUnchecked, std::move(reason)}));
    return checks;
  };
  std::vector<SourceSentence> sentences = StatingSentences(input.text.documents);
  if (sentences.empty()) return unchecked("no sentence of the sources states anything");
  Covering covering(input, std::move(sentences));
  if (const Status ranked = covering.Rank(embedder, stop); !ranked.ok()) {
    if (ranked.code() == StatusCode::kCancelled) return ranked;
    return unchecked(ranked.message());
  }
  checks.push_back(MakeCheck("salient_covered", covering.Salient()));
  if (input.asked.focus.empty()) {
    if (auto parts = covering.Parts()) {
      checks.push_back(MakeCheck("parts_covered", *std::move(parts)));
    }
  }
  return checks;
}

}  // namespace gloss
