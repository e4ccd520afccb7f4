#include "writing/quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "grounding/checkability.h"
#include "text/characters.h"
#include "text/words.h"
#include "writing/sentence_shortener.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr size_t kTenths = 10;

/// Phrases of texts about texts, and of no text in particular.
constexpr std::array<std::string_view, 26> kFiller = {"it is important to note",
                                                      "it is worth noting",
                                                      "it should be noted that",
                                                      "this document discusses",
                                                      "the document discusses",
                                                      "the text discusses",
                                                      "this text provides",
                                                      "the document provides",
                                                      "overall, the document",
                                                      "in conclusion, the",
                                                      "plays a crucial role",
                                                      "provides a comprehensive",
                                                      "es ist wichtig zu beachten",
                                                      "dieses dokument behandelt",
                                                      "der text behandelt",
                                                      "insgesamt lässt sich",
                                                      "es importante señalar",
                                                      "este documento trata",
                                                      "el texto trata",
                                                      "cabe destacar que",
                                                      "il est important de noter",
                                                      "ce document traite",
                                                      "le texte traite",
                                                      "è importante notare",
                                                      "questo documento tratta",
                                                      "il testo tratta"};

bool IsFiller(std::string_view statement, std::string_view language) {
  const std::string folded = FoldCase(statement);
  if (std::any_of(kFiller.begin(), kFiller.end(), [&](std::string_view phrase) {
        return folded.find(phrase) != std::string::npos;
      })) {
    return true;
  }
  return NotCheckableReason(statement, language, false).has_value();
}

class Measuring {
 public:
  Measuring(const CitedText& text, const QualityOptions& options)
      : text_(text), options_(options), copies_(text.documents) {}

  CitedQuality Run() {
    Count();
    FindFaults();
    MeasureSupport();
    MeasureSpread();
    MeasureSpacing();
    if (options_.target_words > 0) {
      const auto target = static_cast<double>(options_.target_words);
      quality_.length_error = std::abs(static_cast<double>(quality_.words) - target) / target;
    }
    return std::move(quality_);
  }

 private:
  bool States(const CitedSentence& sentence) const {
    return sentence.verdict != Verdict::kNotCheckable;
  }

  void Count() {
    quality_.citations = text_.citations.size();
    for (size_t i = 0; i < text_.sentences.size(); ++i) {
      const CitedSentence& sentence = text_.sentences[i];
      quality_.words += CountWords(sentence.statement);
      if (IsFiller(sentence.statement, text_.language)) {
        quality_.filler_sentences.push_back(static_cast<int>(i));
        ++quality_.filler;
      }
      if (!States(sentence)) continue;
      ++quality_.sentences;
      if (IsQuotation(sentence.statement)) {
        ++quality_.quoted;
      } else if (sentence.origin == CitedOrigin::kShortened) {
        ++quality_.shortened;
      } else if (sentence.origin == CitedOrigin::kWritten) {
        ++quality_.written;
      }
    }
  }

  void Fault(FormatFault kind, int sentence, std::string fault) {
    quality_.faults.push_back(std::move(fault));
    quality_.fault_places.push_back({kind, sentence});
  }

  void FindFaults() {
    std::map<std::string, int> uses;
    for (const Citation& citation : text_.citations) {
      if (citation.state == CitationState::kUnknown) {
        Fault(FormatFault::kUnknownMark, citation.sentence,
              fmt::format("{} names nothing in the sources", citation.id));
      } else if (++uses[citation.resolved] == 2) {
        Fault(FormatFault::kCitedAgain, citation.sentence,
              fmt::format("{} is cited more than once", citation.resolved));
      }
    }
    for (size_t i = 0; i < text_.sentences.size(); ++i) {
      const CitedSentence& sentence = text_.sentences[i];
      const auto at = static_cast<int>(i);
      if (States(sentence) && sentence.citations.empty()) {
        Fault(FormatFault::kUncited, at, "a statement without a citation: " + sentence.statement);
      }
      for (const int index : sentence.citations) {
        const Citation& citation = text_.citations[static_cast<size_t>(index)];
        if (citation.span.begin == sentence.span.begin) {
          Fault(FormatFault::kMarkBefore, at,
                fmt::format("{} stands before its statement", citation.id));
        }
      }
      if (!IsQuotation(sentence.statement) && copies_.HasCopy(sentence.statement)) {
        Fault(FormatFault::kCopied, at,
              fmt::format("more than {} words of a source without quotation marks: {}",
                          kMostVerbatimWords, sentence.statement));
      }
    }
  }

  /// The statement is a quotation of the sentence that the citation names.
  bool Quotes(const Citation& citation) const {
    if (citation.sentence < 0) return false;
    const std::string& statement =
        text_.sentences[static_cast<size_t>(citation.sentence)].statement;
    if (!IsQuotation(statement)) return false;
    const std::string said = WordKey(Unquoted(statement));
    return std::any_of(
        citation.sentences.begin(), citation.sentences.end(), [&](const SentenceRef& ref) {
          const Document& document = text_.documents[static_cast<size_t>(ref.document)];
          return WordKey(document.SentenceText(static_cast<size_t>(ref.sentence))) == said;
        });
  }

  void MeasureSupport() {
    size_t right = 0;
    for (const Citation& citation : text_.citations) {
      if (citation.verdict == CitationVerdict::kSupports || Quotes(citation)) ++right;
    }
    if (quality_.citations > 0) {
      quality_.precision = static_cast<double>(right) / static_cast<double>(quality_.citations);
    }
    size_t supported = 0;
    for (const CitedSentence& sentence : text_.sentences) {
      if (!States(sentence)) continue;
      const bool quotes = std::any_of(
          sentence.citations.begin(), sentence.citations.end(),
          [&](int index) { return Quotes(text_.citations[static_cast<size_t>(index)]); });
      if (sentence.verdict == Verdict::kSupported || quotes) ++supported;
    }
    if (quality_.sentences > 0) {
      quality_.recall = static_cast<double>(supported) / static_cast<double>(quality_.sentences);
    }
  }

  void MeasureSpread() {
    std::vector<std::set<size_t>> parts(text_.documents.size());
    for (const Citation& citation : text_.citations) {
      for (const SentenceRef& ref : citation.sentences) {
        const auto document = static_cast<size_t>(ref.document);
        parts[document].insert(
            PartOf(text_.documents[document], static_cast<size_t>(ref.sentence)));
      }
    }
    if (parts.empty()) return;
    quality_.parts = kParts;
    for (const std::set<size_t>& of_document : parts) {
      quality_.parts = std::min(quality_.parts, of_document.size());
    }
  }

  void MeasureSpacing() {
    std::set<size_t> tenths;
    size_t before = 0;
    size_t since = 0;
    for (const CitedSentence& sentence : text_.sentences) {
      const size_t words = CountWords(sentence.statement);
      // The tenths whose middle is in the sentence.
      for (size_t tenth = 0; tenth < kTenths && !sentence.citations.empty(); ++tenth) {
        const size_t middle = (2 * tenth + 1) * quality_.words;
        if (middle >= 2 * kTenths * before && middle < 2 * kTenths * (before + words)) {
          tenths.insert(tenth);
        }
      }
      since = sentence.citations.empty() ? since + words : 0;
      quality_.longest_uncited = std::max(quality_.longest_uncited, since);
      before += words;
    }
    quality_.spacing = static_cast<double>(tenths.size()) / static_cast<double>(kTenths);
  }

  const CitedText& text_;
  const QualityOptions& options_;
  const VerbatimIndex copies_;
  CitedQuality quality_;
};

}  // namespace

CitedQuality MeasureQuality(const CitedText& text, const QualityOptions& options) {
  return Measuring(text, options).Run();
}

double CoverageOfSalient(std::span<const RankedSentence> ranked,
                         std::span<const SourceSentence> sentences,
                         const std::set<SentenceRef>& cited, size_t count) {
  std::vector<const Embedding*> of_cited;
  for (const RankedSentence& entry : ranked) {
    if (cited.contains(sentences[entry.index].ref)) of_cited.push_back(&entry.embedding);
  }
  count = std::min(count, ranked.size());
  size_t covered = 0;
  for (size_t i = 0; i < count; ++i) {
    const bool is_covered =
        std::any_of(of_cited.begin(), of_cited.end(), [&](const Embedding* embedding) {
          return embedding == &ranked[i].embedding ||
                 Cosine(*embedding, ranked[i].embedding) >= kAlike;
        });
    if (is_covered) ++covered;
  }
  return count == 0 ? 0 : static_cast<double>(covered) / static_cast<double>(count);
}

}  // namespace gloss
