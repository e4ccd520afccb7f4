#include "synthesis/example_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "grounding/grounder.h"
#include "text/citation_marks.h"
#include "text/language.h"
#include "text/markdown_blocks.h"
#include "text/segmenter.h"
#include "text/utf8.h"
#include "writing/citation_verifier.h"
#include "writing/quality.h"
#include "writing/selection.h"
#include "writing/source_sentences.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

/// A text without its marks, to tell its language by.
std::string WithoutMarks(const std::string& text, const std::vector<CitationMark>& marks) {
  std::string plain;
  size_t done = 0;
  for (const CitationMark& mark : marks) {
    if (mark.span.begin < done) continue;
    plain.append(text, done, mark.span.begin - done);
    done = mark.content.size() > 0 ? mark.content.begin : mark.span.end;
  }
  return plain.append(text, done, std::string::npos);
}

std::string Quoted(std::string_view text) {
  constexpr size_t kMost = 160;
  if (text.size() <= kMost) return fmt::format("\"{}\"", text);
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("\"{} …\"", text.substr(0, end));
}

RejectionCode CodeOf(FormatFault fault) {
  switch (fault) {
    case FormatFault::kUnknownMark:
      return RejectionCode::kUnknownTag;
    case FormatFault::kCitedAgain:
      return RejectionCode::kRepeatedTag;
    case FormatFault::kUncited:
      return RejectionCode::kUncitedStatement;
    case FormatFault::kMarkBefore:
      return RejectionCode::kMisplacedCitation;
    case FormatFault::kCopied:
      return RejectionCode::kVerbatimCopy;
  }
  return RejectionCode::kUnknownTag;
}

/// Words of the reasoning that are not tags.
size_t WordsBesideTags(std::string_view reasoning, size_t tags) {
  const size_t words = CountWords(reasoning);
  return words - std::min(words, tags);
}

}  // namespace

Document WrittenText(std::string text) {
  Document document;
  document.text = std::move(text);
  document.media_type = "text/plain";
  document.blocks = MarkdownBlocks(document.text);
  Segment(document);
  return document;
}

class ExampleFilter::Judging {
 public:
  Judging(const FilterOptions& options, const SynthTask& task, const SynthSource& source)
      : options_(options), task_(task), source_(source), index_({&source.document, 1}) {}

  /// What needs no model.
  void CheckForm(const TeacherAnswer& answer) {
    read_ = ReadTeacherAnswer(ReplaceInvalidUtf8(answer.text));
    reasoning_tags_ = TagsNamedIn(read_.reasoning, index_);
    reasoning_words_ = WordsBesideTags(read_.reasoning, reasoning_tags_.size());
    if (answer.cut_off) Reject(RejectionCode::kCutOff, "the answer ended at its token limit");
    if (reasoning_words_ < options_.least_reasoning_words) {
      Reject(RejectionCode::kNoReasoning, fmt::format("{} words", reasoning_words_));
    }
    if (CountWords(read_.text) == 0) {
      Reject(RejectionCode::kNoText, "nothing stands behind the reasoning");
      return;
    }
    if (read_.stray) Reject(RejectionCode::kStrayMarkup, "marks of the prompt or closing tags");
    CheckLanguageAndTags();
    CheckReasoning();
  }

  const std::string& text() const { return read_.text; }
  bool rejected() const { return !verdict_.rejections.empty(); }

  Status CheckSupport(const JudgeModels& models, const std::stop_token& stop) {
    const Grounder grounder(*models.embedder, *models.classifier, models.decomposer);
    CitedInput input;
    input.text = WrittenText(read_.text);
    input.documents = {source_.document};
    VerifyOptions options;
    options.grounding.decomposition = models.decomposer == nullptr ? "rules" : "model";
    options.grounding.compute_pfcr = false;
    options.suggest = false;
    GLOSS_ASSIGN_OR_RETURN(const CitedText text,
                           CitationVerifier(grounder).Verify(std::move(input), options, {}, stop));
    if (stop.stop_requested()) return {StatusCode::kCancelled, "stopped"};
    if (text.model_failed) {
      return {StatusCode::kModelFailed,
              text.gaps.empty() ? "a model failed while a text was verified" : text.gaps.front()};
    }
    CheckVerified(text);
    return Status::Ok();
  }

  ExampleVerdict Take() { return std::move(verdict_); }

 private:
  void Reject(RejectionCode code, std::string detail) {
    const bool known = std::any_of(verdict_.rejections.begin(), verdict_.rejections.end(),
                                   [code](const Rejection& each) { return each.code == code; });
    if (!known) verdict_.rejections.push_back({code, std::move(detail)});
  }

  void CheckLanguageAndTags() {
    const std::vector<CitationMark> marks = FindCitationMarks(read_.text, index_);
    const LanguageCode language = DetectLanguage(WithoutMarks(read_.text, marks));
    if (!language.empty() && language != task_.language) {
      Reject(RejectionCode::kWrongLanguage,
             fmt::format("{} in place of {}", language, task_.language));
    }
    bool any = false;
    for (const CitationMark& mark : marks) {
      for (const MarkTarget& target : mark.targets) {
        any = true;
        const bool exists = mark.form == MarkForm::kTag && !mark.damaged &&
                            index_.Find(target.id).match == TagMatch::kExact;
        if (exists) {
          if (std::find(used_.begin(), used_.end(), target.id) == used_.end()) {
            used_.push_back(target.id);
          }
        } else {
          Reject(RejectionCode::kUnknownTag,
                 fmt::format("{} names nothing in the source", Quoted(mark.span.In(read_.text))));
        }
      }
    }
    if (!any) Reject(RejectionCode::kNoCitation, "no tag at all");
  }

  void CheckReasoning() {
    if (reasoning_words_ < options_.least_reasoning_words) return;
    const std::set<std::string> named(reasoning_tags_.begin(), reasoning_tags_.end());
    for (const std::string& tag : used_) {
      if (!named.contains(tag)) {
        Reject(RejectionCode::kReasoningOmitsTag, fmt::format("<{}>", tag));
      }
    }
    size_t known = 0;
    size_t used = 0;
    for (const std::string& tag : reasoning_tags_) {
      if (index_.Find(tag).match != TagMatch::kExact) {
        Reject(RejectionCode::kReasoningUnknownTag, fmt::format("<{}>", tag));
        continue;
      }
      ++known;
      if (std::find(used_.begin(), used_.end(), tag) != used_.end()) ++used;
    }
    if (!used_.empty() &&
        static_cast<double>(used) < options_.least_used * static_cast<double>(known)) {
      Reject(RejectionCode::kReasoningUnusedTags, fmt::format("{} of {} are used", used, known));
    }
  }

  void CheckVerified(const CitedText& text) {
    const CitedQuality quality = MeasureQuality(text, {.target_words = task_.words});
    // In the order of the filters; a fault's place tells its kind.
    for (const FormatFault kind : {FormatFault::kUnknownMark, FormatFault::kCitedAgain,
                                   FormatFault::kUncited, FormatFault::kMarkBefore}) {
      AddFaults(quality, kind);
    }
    CheckVerdicts(text);
    AddFaults(quality, FormatFault::kCopied);
    CheckMeasures(text, quality);
    verdict_.quality = ExampleQuality{
        quality.words,  quality.sentences,    quality.citations, quality.precision,
        quality.recall, quality.parts,        quality.spacing,   quality.longest_uncited,
        quality.filler, quality.length_error, reasoning_words_,  reasoning_tags_.size()};
    if (!rejected()) KeepClaims(text);
  }

  void AddFaults(const CitedQuality& quality, FormatFault kind) {
    for (size_t i = 0; i < quality.faults.size(); ++i) {
      if (quality.fault_places[i].kind == kind) Reject(CodeOf(kind), quality.faults[i]);
    }
  }

  void CheckVerdicts(const CitedText& text) {
    for (const Citation& citation : text.citations) {
      if (citation.state == CitationState::kUnknown) continue;
      const std::string what = fmt::format("<{}>: {}", citation.resolved, citation.reason);
      if (citation.verdict == CitationVerdict::kContradicts) {
        Reject(RejectionCode::kContradicted, what);
      } else if (citation.verdict == CitationVerdict::kDoesNotAddress) {
        Reject(RejectionCode::kUnsupported, what);
      }
    }
    for (const CitedClaim& claim : text.claims) {
      const std::string what = fmt::format("{}: {}", Quoted(claim.text), claim.reason);
      if (claim.needs_citation) {
        Reject(RejectionCode::kUncitedStatement, Quoted(claim.text));
      } else if (claim.verdict == Verdict::kContradicted ||
                 claim.verdict == Verdict::kConflicting) {
        Reject(RejectionCode::kContradicted, what);
      } else if (claim.verdict == Verdict::kNotEnoughInfo) {
        Reject(RejectionCode::kUnsupported, what);
      } else if (claim.verdict == Verdict::kUnchecked) {
        Reject(RejectionCode::kUnchecked, what);
      }
    }
    // As the gate of `verify` counts; a text without a claim has nothing that was verified.
    const CitedCounts counts = CountCited(text);
    if (counts.unchecked + counts.claims_unchecked > 0 || !text.gaps.empty() ||
        counts.claims == 0) {
      Reject(RejectionCode::kUnchecked,
             text.gaps.empty() ? "not everything was checked" : text.gaps.front());
    }
  }

  void CheckMeasures(const CitedText& text, const CitedQuality& quality) {
    std::set<size_t> with_sentences;
    for (const SourceSentence& sentence : StatingSentences(text.documents)) {
      with_sentences.insert(sentence.part);
    }
    const auto needed = static_cast<size_t>(
        std::ceil(options_.least_spread *
                  static_cast<double>(PartsNeeded(quality.citations, with_sentences.size()))));
    if (quality.parts < needed) {
      Reject(RejectionCode::kPoorSpread,
             fmt::format("{} parts of the source, {} are needed", quality.parts, needed));
    }
    if (quality.spacing < options_.least_spacing ||
        quality.longest_uncited > options_.longest_uncited) {
      Reject(RejectionCode::kPoorSpacing,
             fmt::format("{:.0f} % of the text's tenths are cited, {} words in a row are not",
                         quality.spacing * 100, quality.longest_uncited));
    }
    if (static_cast<double>(quality.filler) >
        options_.most_filler * static_cast<double>(text.sentences.size())) {
      Reject(RejectionCode::kFiller,
             fmt::format("{} of {} sentences", quality.filler, text.sentences.size()));
    }
    if (quality.length_error.value_or(0) > options_.most_length_error) {
      Reject(RejectionCode::kWrongLength,
             fmt::format("{} words in place of {}", quality.words, task_.words));
    }
    if (!HasFormat(read_.text, task_.instruction.format)) {
      Reject(RejectionCode::kFormatIgnored, task_.instruction.format);
    }
  }

  void KeepClaims(const CitedText& text) {
    for (const CitedClaim& claim : text.claims) {
      if (claim.verdict != Verdict::kSupported || claim.evidence.empty()) continue;
      CitedClaimRecord record;
      record.claim = claim.text;
      for (const SentenceRef& ref : claim.evidence) {
        record.evidence.push_back(static_cast<size_t>(ref.sentence));
      }
      verdict_.claims.push_back(std::move(record));
    }
  }

  const FilterOptions& options_;
  const SynthTask& task_;
  const SynthSource& source_;
  const TagIndex index_;
  ReadAnswer read_;
  std::vector<std::string> used_;  ///< Tags of the text that exist.
  std::vector<std::string> reasoning_tags_;
  size_t reasoning_words_ = 0;
  ExampleVerdict verdict_;
};

Result<ExampleVerdict> ExampleFilter::Judge(const SynthTask& task, const SynthSource& source,
                                            const TeacherAnswer& answer,
                                            const std::stop_token& stop) const {
  Judging judging(options_, task, source);
  judging.CheckForm(answer);
  if (judging.rejected()) return judging.Take();
  GLOSS_ASSIGN_OR_RETURN(const JudgeModels models,
                         models_(WrittenText(judging.text()), source.document));
  GLOSS_RETURN_IF_ERROR(judging.CheckSupport(models, stop));
  return judging.Take();
}

}  // namespace gloss
