#include "writing/salience.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "grounding/embed_texts.h"
#include "retrieval/terms.h"
#include "text/words.h"
#include "writing/relevance.h"

namespace gloss {
namespace {

constexpr float kLeadLength = 12.0F;  ///< Sentences over which the worth of an early place falls.
constexpr float kEndShare = 0.95F;    ///< Sentences behind it are the end of a document.
constexpr size_t kLongWords = 30;     ///< A longer sentence leaves less room for others.
constexpr size_t kManyFacts = 5;      ///< More figures and names add nothing.
constexpr size_t kManyReferences = 3;

using PartKey = std::pair<int, size_t>;  // document, part

PartKey KeyOf(const SourceSentence& sentence) { return {sentence.ref.document, sentence.part}; }

/// 0 to 1: early in its document, at its end, or the first of its block.
float PositionWorth(const Document& document, const SourceSentence& sentence) {
  const auto index = static_cast<size_t>(sentence.ref.sentence);
  const auto place = static_cast<float>(index);
  const auto count = static_cast<float>(document.sentences.size());
  float worth = std::exp(-place / kLeadLength);
  if (count > kLeadLength && place / count > kEndShare) worth = std::max(worth, 0.5F);
  const int block = document.sentences[index].block;
  if (block >= 0 && (index == 0 || document.sentences[index - 1].block != block)) {
    worth = std::max(worth, 0.4F);
  }
  return worth;
}

/// What a sentence tells, counted.
struct Facts {
  size_t figures = 0;     ///< That are no part of a reference.
  size_t names = 0;       ///< Words with a capital, the first aside.
  size_t references = 0;  ///< Numbers of other places: "§ 433 Abs. 1", "Articles 5 and 7".
};

Facts FactsOf(std::string_view text) {
  static const std::set<std::string_view> kPlaces = {
      "absatz", "absatzes", "absätze",  "absätzen", "abs",       "satz",      "satzes",
      "sätze",  "nr",       "nummer",   "nummern",  "artikel",   "artikels",  "buchstabe",
      "anhang", "art",      "article",  "articles", "section",   "sections",  "paragraph",
      "annex",  "point",    "points",   "artículo", "artículos", "apartado",  "anexo",
      "alinéa", "annexe",   "articolo", "articoli", "comma",     "paragrafo", "allegato"};
  static const std::set<std::string_view> kJoins = {"und", "bis", "oder", "and", "to", "or",
                                                    "y",   "a",   "et",   "à",   "ou", "e"};
  const std::vector<Word> words = WordsOf(text);
  Facts facts;
  std::vector<bool> refers(words.size(), false);
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (!word.is_number) {
      if (i > 0 && word.capitalised) ++facts.names;
      continue;
    }
    const size_t before = i > 0 ? words[i - 1].span.end : 0;
    const bool marked =
        text.substr(before, word.span.begin - before).find("§") != std::string_view::npos;
    const bool joined = i > 1 && refers[i - 2] && kJoins.contains(words[i - 1].folded);
    refers[i] = marked || joined ||
                (i > 0 && (kPlaces.contains(words[i - 1].folded) ||
                           (words[i - 1].is_number && refers[i - 1])));
    ++(refers[i] ? facts.references : facts.figures);
  }
  return facts;
}

/// 0 to 1.
float ShareOf(size_t count, size_t many) {
  return static_cast<float>(std::min(count, many)) / static_cast<float>(many);
}

class Ranking {
 public:
  Ranking(const RankingInput& input, const SalienceOptions& options)
      : input_(input), options_(options) {}

  Result<std::vector<RankedSentence>> Run(Embedder& embedder, const WritingProgress& progress,
                                          const std::stop_token& stop) {
    ReadFocus();
    std::vector<size_t> chosen = Preselect();
    if (options_.method == "lead" || options_.method == "random") {
      return WithoutModel(std::move(chosen));
    }
    GLOSS_RETURN_IF_ERROR(Embed(embedder, chosen, progress, stop));
    Score();
    Sort();
    return std::move(ranked_);
  }

 private:
  const Document& DocumentOf(size_t index) const {
    return input_.documents[static_cast<size_t>(input_.sentences[index].ref.document)];
  }

  std::set<std::string> TermsAt(size_t index) const {
    return TermSetOf(input_.sentences[index].text, DocumentOf(index).language);
  }

  void ReadFocus() {
    if (input_.focus.empty() || input_.documents.empty()) return;
    focus_terms_ = TermSetOf(input_.focus, input_.documents.front().language);
  }

  /// The sentences to embed, in order: all, or those of each part with its frequent terms.
  std::vector<size_t> Preselect() const {
    std::vector<size_t> all(input_.sentences.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    if (all.size() <= options_.most_embedded) return all;
    std::unordered_map<std::string, uint32_t> sentences_with;
    for (const size_t i : all) {
      for (const std::string& term : TermsAt(i)) ++sentences_with[term];
    }
    std::map<PartKey, std::vector<std::pair<float, size_t>>> by_part;
    for (const size_t i : all) {
      const std::set<std::string> terms = TermsAt(i);
      float frequent = 0;
      for (const std::string& term : terms) {
        frequent += std::log1p(static_cast<float>(sentences_with[term]));
      }
      if (!terms.empty()) frequent /= static_cast<float>(terms.size());
      const float whole = std::log1p(static_cast<float>(all.size()));
      const float worth =
          frequent / whole + Adjustment(i) + options_.focus * TermCoverage(focus_terms_, terms);
      by_part[KeyOf(input_.sentences[i])].emplace_back(-worth, i);
    }
    std::vector<size_t> chosen;
    const size_t share = std::max<size_t>(1, options_.most_embedded / by_part.size());
    for (auto& [key, list] : by_part) {
      const size_t take = std::min(share, list.size());
      std::partial_sort(list.begin(), list.begin() + static_cast<ptrdiff_t>(take), list.end());
      for (size_t k = 0; k < take; ++k) chosen.push_back(list[k].second);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  /// What is known of a sentence without a model.
  float Adjustment(size_t index) const {
    const SourceSentence& sentence = input_.sentences[index];
    const Document& document = DocumentOf(index);
    const Facts facts = FactsOf(sentence.text);
    // German writes every noun with a capital: only figures tell there.
    const size_t told = facts.figures + (document.language == "de" ? 0 : facts.names);
    float worth = options_.position * PositionWorth(document, sentence) +
                  options_.information * ShareOf(told, kManyFacts) -
                  options_.references * ShareOf(facts.references, kManyReferences);
    if (sentence.standing == Standing::kSpare) worth -= options_.spare;
    if (sentence.refers_back) worth -= options_.refers_back;
    if (sentence.words > kLongWords) {
      worth -= options_.length * static_cast<float>(sentence.words - kLongWords);
    }
    return worth;
  }

  /// The baselines that look at places alone.
  std::vector<RankedSentence> WithoutModel(std::vector<size_t> chosen) {
    for (const size_t index : chosen) {
      RankedSentence& entry = ranked_.emplace_back();
      entry.index = index;
      entry.salience = -static_cast<float>(input_.sentences[index].ref.sentence);
      if (options_.method == "random") {
        const std::string key =
            std::string(input_.sentences[index].text) + std::string(input_.focus);
        entry.salience =
            std::stof(std::to_string(std::stoul(Md5Hex(key).substr(0, 6), nullptr, 16)));
      }
    }
    Sort();
    return std::move(ranked_);
  }

  Status Embed(Embedder& embedder, const std::vector<size_t>& chosen,
               const WritingProgress& progress, const std::stop_token& stop) {
    std::vector<std::string_view> texts;
    texts.reserve(chosen.size() + 1);
    std::deque<std::string> passages;
    for (const size_t index : chosen) {
      texts.push_back(AsPassage(embedder, input_.sentences[index].text, passages));
    }
    const std::string query = QueryText(embedder.spec(), input_.focus);
    if (!input_.focus.empty()) texts.push_back(query);
    TextEmbeddings embeddings = EmbedTexts(
        embedder, texts,
        [&progress](GroundingStage, size_t done, size_t total) {
          if (progress) progress("read", done, total);
        },
        stop);
    GLOSS_RETURN_IF_ERROR(embeddings.status);
    for (size_t i = 0; i < chosen.size(); ++i) {
      RankedSentence& entry = ranked_.emplace_back();
      entry.index = chosen[i];
      entry.embedding = *std::move(embeddings.items[i]);
    }
    if (input_.focus.empty()) return Status::Ok();
    focus_ = *std::move(embeddings.items.back());
    GLOSS_ASSIGN_OR_RETURN(
        scale_, RelevanceScale::For(embedder, focus_, input_.documents.front().language, stop));
    return Status::Ok();
  }

  /// The normalised mean of embeddings that are added one by one.
  struct Middle {
    Embedding sum;
    void Add(const Embedding& vector) {
      sum.resize(vector.size(), 0);
      for (size_t i = 0; i < vector.size(); ++i) sum[i] += vector[i];
    }
    float CosineWith(const Embedding& vector) const {
      double dot = 0;
      double norm = 0;
      for (size_t i = 0; i < vector.size(); ++i) {
        dot += static_cast<double>(sum[i]) * static_cast<double>(vector[i]);
        norm += static_cast<double>(sum[i]) * static_cast<double>(sum[i]);
      }
      return norm > 0 ? static_cast<float>(dot / std::sqrt(norm)) : 0;
    }
  };

  void Score() {
    std::map<int, Middle> of_document;
    std::map<PartKey, Middle> of_part;
    for (const RankedSentence& entry : ranked_) {
      const SourceSentence& sentence = input_.sentences[entry.index];
      if (sentence.standing != Standing::kFull) continue;
      of_document[sentence.ref.document].Add(entry.embedding);
      of_part[KeyOf(sentence)].Add(entry.embedding);
    }
    const bool plain = options_.method == "centrality";
    for (RankedSentence& entry : ranked_) {
      const SourceSentence& sentence = input_.sentences[entry.index];
      const Middle& document = of_document[sentence.ref.document];
      const Middle& part = of_part[KeyOf(sentence)];
      float central = document.sum.empty() ? 0 : document.CosineWith(entry.embedding);
      if (!plain && !part.sum.empty()) {
        central = (2 * central + part.CosineWith(entry.embedding)) / 3;
      }
      entry.salience = plain ? central : options_.centrality * central + Adjustment(entry.index);
      if (focus_.empty()) continue;
      entry.relevance = scale_.Of(Cosine(focus_, entry.embedding));
      entry.overlap = TermCoverage(focus_terms_, TermsAt(entry.index));
      if (!plain) entry.salience += options_.focus * (entry.relevance + 0.25F * entry.overlap);
    }
  }

  void Sort() {
    std::stable_sort(
        ranked_.begin(), ranked_.end(),
        [](const RankedSentence& a, const RankedSentence& b) { return a.salience > b.salience; });
  }

  const RankingInput& input_;
  const SalienceOptions& options_;
  std::set<std::string> focus_terms_;
  Embedding focus_;
  RelevanceScale scale_{0};
  std::vector<RankedSentence> ranked_;
};

}  // namespace

Result<std::vector<RankedSentence>> RankSentences(Embedder& embedder, const RankingInput& input,
                                                  const SalienceOptions& options,
                                                  const WritingProgress& progress,
                                                  const std::stop_token& stop) {
  return Ranking(input, options).Run(embedder, progress, stop);
}

}  // namespace gloss
