#include "writing/long_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/hash.h"
#include "text/sentence_splitter.h"
#include "text/tag_index.h"
#include "writing/long_text_state_json.h"
#include "writing/tag_cleaning.h"
#include "writing/text_chunks.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr size_t kFewestChunkTokens = 200;
constexpr size_t kMostWords = 20000;
/// A partial text that is longer than twice its length is cut at a citation.
constexpr size_t kMostTimesTooLong = 2;

Status Validate(const LongTextOptions& options) {
  if (options.words < 1 || options.words > kMostWords) {
    return {StatusCode::kInvalidArgument,
            fmt::format("words: {}, must be 1 to {}", options.words, kMostWords)};
  }
  if (options.fewest_part_words < 1 || options.fewest_part_words > options.most_part_words) {
    return {StatusCode::kInvalidArgument,
            fmt::format("words of a partial text: {} to {} is no range", options.fewest_part_words,
                        options.most_part_words)};
  }
  if (options.chunk_tokens < kFewestChunkTokens) {
    return {StatusCode::kInvalidArgument, fmt::format("chunk_tokens: {}, must be at least {}",
                                                      options.chunk_tokens, kFewestChunkTokens)};
  }
  return Status::Ok();
}

/// Names what a state file belongs to: everything that its texts depend on.
std::string KeyOf(std::span<const Document> documents, const LongTextOptions& options,
                  const std::map<std::string, std::string>& writer) {
  Sha256 hash;
  const auto add = [&hash](std::string_view text) {
    hash.Update(fmt::format("{}:", text.size()));
    hash.Update(text);
  };
  add(kLongTextStateSchema);
  add(SplitterVersion());
  add(fmt::format("{} {} {} {}", options.words, options.chunk_tokens, options.fewest_part_words,
                  options.most_part_words));
  for (const auto& [name, value] : writer) {
    add(name);
    add(value);
  }
  for (const Document& document : documents) {
    add(document.text);
    add(document.language);
    for (const Sentence& sentence : document.sentences) add(sentence.tag);
  }
  return hash.Hex();
}

/// Up to the last citation within `words` words.
std::string CutAtCitation(const std::string& text, size_t words) {
  size_t kept = 0;
  for (size_t at = text.find("<"); at != std::string::npos; at = text.find("<", at + 1)) {
    const size_t end = text.find('>', at);
    if (end == std::string::npos || CountWords(text.substr(0, at)) > words) break;
    kept = end + 1;
  }
  return text.substr(0, kept);
}

}  // namespace

class LongTextWriter::Run {
 public:
  Run(PartialWriter& writer, std::span<const Document> documents, const LongTextOptions& options,
      const WritingProgress& progress, const std::stop_token& stop)
      : writer_(writer),
        documents_(documents),
        options_(options),
        progress_(progress),
        stop_(stop),
        tags_(documents) {}

  Result<LongText> Finish() {
    GLOSS_RETURN_IF_ERROR(Validate(options_));
    limit_ = options_.chunk_tokens;
    if (writer_.window() > 0) limit_ = std::min(limit_, writer_.window());
    limit_ = std::max(limit_, kFewestChunkTokens);
    chunks_ = CutIntoChunks(
        documents_, [this](std::string_view text) { return writer_.CountTokens(text); },
        {.most_tokens = limit_, .tokens_per_sentence = writer_.tokens_per_sentence()});
    if (chunks_.empty()) {
      return Status(StatusCode::kInvalidArgument, "sources: there is no sentence in them");
    }
    GLOSS_RETURN_IF_ERROR(TakeUp());
    GLOSS_RETURN_IF_ERROR(WriteParts());
    GLOSS_RETURN_IF_ERROR(MergeAll());
    Report();
    return std::move(result_);
  }

 private:
  /// Reads the state file, if there is one.
  Status TakeUp() {
    if (options_.state_path.empty()) return Status::Ok();
    const std::string key = KeyOf(documents_, options_, writer_.Identity());
    auto state = ReadLongTextState(options_.state_path);
    if (state.status().code() == StatusCode::kNotFound) {
      state_.key = key;
      return Status::Ok();
    }
    if (!state.ok()) return state.status();
    if (state->key != key) {
      return {
          StatusCode::kInvalidArgument,
          fmt::format("{}: it belongs to other documents, options or models; name another file, "
                      "or delete it to begin anew",
                      options_.state_path)};
    }
    state_ = std::move(*state);
    return Status::Ok();
  }

  /// The text at a place, from the state file or by `write`, which is then kept.
  template <typename Writer>
  Result<PartialText> Obtain(size_t level, size_t index, const std::set<std::string>& allowed,
                             const Writer& write) {
    const auto known = state_.texts.find({level, index});
    if (known != state_.texts.end()) {
      if (!IsSound(known->second, allowed)) {
        return Status(StatusCode::kParseError,
                      fmt::format("{}: damaged: text {} of level {} does not fit the documents; "
                                  "delete the file to begin anew",
                                  options_.state_path, index + 1, level));
      }
      ++result_.resumed;
      return known->second;
    }
    if (stop_.stop_requested()) return Status(StatusCode::kCancelled, "stopped by the caller");
    GLOSS_ASSIGN_OR_RETURN(PartialText text, write());
    if (!options_.state_path.empty()) {
      state_.texts[{level, index}] = text;
      GLOSS_RETURN_IF_ERROR(WriteLongTextState(options_.state_path, state_));
    }
    return text;
  }

  /// A file can say anything.
  bool IsSound(const PartialText& text, const std::set<std::string>& allowed) const {
    const auto names_sentence = [&](int document, size_t sentence) {
      return document >= 0 && static_cast<size_t>(document) < documents_.size() &&
             sentence < documents_[static_cast<size_t>(document)].sentences.size();
    };
    for (const SentenceRange& range : text.covers) {
      if (range.begin >= range.end || !names_sentence(range.document, range.end - 1)) return false;
    }
    for (const PlacedStatement& placed : text.statements) {
      const SentenceRef& ref = placed.source;
      if (ref.sentence < 0 || !names_sentence(ref.document, static_cast<size_t>(ref.sentence))) {
        return false;
      }
    }
    const CleanedText cleaned = CleanTags(text.text, tags_, allowed);
    return cleaned.text == text.text && cleaned.tags == text.tags;
  }

  size_t WordsFor(size_t tokens) const {
    const size_t range = options_.most_part_words - options_.fewest_part_words;
    return options_.fewest_part_words +
           std::min(range, range * tokens / std::max<size_t>(1, limit_));
  }

  Status WriteParts() {
    const bool whole = chunks_.size() == 1;
    for (size_t i = 0; i < chunks_.size(); ++i) {
      if (progress_) progress_("parts", i, chunks_.size());
      const TextChunk& chunk = chunks_[i];
      PartTask task{documents_, chunk.ranges, whole ? options_.words : WordsFor(chunk.tokens),
                    whole};
      const std::set<std::string> allowed = TagsOf(documents_, chunk.ranges);
      auto text = Obtain(0, i, allowed, [&]() -> Result<PartialText> {
        auto part = writer_.WritePart(task, progress_, stop_);
        if (!part.ok()) return part.status().WithContext(fmt::format("part {}", i + 1));
        Clean(allowed, whole ? 0 : task.words, *part);
        part->covers = chunk.ranges;
        return part;
      });
      if (!text.ok()) return text.status();
      result_.parts.push_back(std::move(*text));
    }
    if (progress_) progress_("parts", chunks_.size(), chunks_.size());
    return Status::Ok();
  }

  Status MergeAll() {
    std::vector<PartialText> texts = result_.parts;
    while (texts.size() > 1) {
      ++result_.levels;
      const std::vector<size_t> ends = Group(texts);
      const bool is_last = ends.size() == 1;
      std::vector<PartialText> merged;
      size_t begin = 0;
      for (size_t g = 0; g < ends.size(); ++g) {
        if (progress_) progress_("merge", g, ends.size());
        const std::span<const PartialText> group = std::span(texts).subspan(begin, ends[g] - begin);
        begin = ends[g];
        if (group.size() == 1) {
          merged.push_back(group.front());
          continue;
        }
        std::set<std::string> allowed;
        for (const PartialText& text : group) allowed.insert(text.tags.begin(), text.tags.end());
        auto text =
            Obtain(result_.levels, g, allowed, [&] { return Merge(group, allowed, is_last); });
        if (!text.ok()) return text.status();
        merged.push_back(std::move(*text));
      }
      if (progress_) progress_("merge", ends.size(), ends.size());
      texts = std::move(merged);
    }
    result_.text = std::move(texts.front());
    return Status::Ok();
  }

  /// Ends of consecutive groups that the writer can read at once, of like size; fewer than texts.
  std::vector<size_t> Group(const std::vector<PartialText>& texts) const {
    std::vector<size_t> tokens;
    size_t total = 0;
    for (const PartialText& text : texts) {
      tokens.push_back(TokensToMerge(text));
      total += tokens.back();
    }
    const size_t wanted = std::max<size_t>(1, (total + limit_ - 1) / limit_);
    const size_t even = (total + wanted - 1) / wanted;
    std::vector<size_t> ends;
    size_t used = 0;
    size_t count = 0;
    for (size_t i = 0; i < texts.size(); ++i) {
      // Two at the least, or no level would be the last.
      if (count >= 2 && (used >= even || used + tokens[i] > limit_)) {
        ends.push_back(i);
        used = count = 0;
      }
      used += tokens[i];
      ++count;
    }
    ends.push_back(texts.size());
    return ends;
  }

  size_t TokensToMerge(const PartialText& text) const {
    // Attribute first: what is read again are the cited sentences.
    if (text.statements.empty()) return writer_.CountTokens(text.text);
    size_t tokens = 0;
    for (const PlacedStatement& placed : text.statements) {
      const Document& document = documents_[static_cast<size_t>(placed.source.document)];
      tokens +=
          writer_.CountTokens(document.SentenceText(static_cast<size_t>(placed.source.sentence)));
    }
    return tokens;
  }

  Result<PartialText> Merge(std::span<const PartialText> group,
                            const std::set<std::string>& allowed, bool is_last) {
    size_t tokens = 0;
    std::vector<SentenceRange> covers;
    for (const PartialText& text : group) {
      tokens += TokensToMerge(text);
      for (const SentenceRange& range : text.covers) {
        const bool joins = !covers.empty() && covers.back().document == range.document &&
                           covers.back().end == range.begin;
        if (joins) {
          covers.back().end = range.end;
        } else {
          covers.push_back(range);
        }
      }
    }
    const size_t words = is_last ? options_.words : WordsFor(tokens);
    auto merged = writer_.Merge({documents_, group, words, is_last}, progress_, stop_);
    if (!merged.ok()) {
      return merged.status().WithContext(fmt::format("merging, level {}", result_.levels));
    }
    Clean(allowed, is_last ? 0 : words, *merged);
    merged->covers = std::move(covers);
    return merged;
  }

  /// Leaves the tags that the text may cite; `words` above 0: and not much more words.
  void Clean(const std::set<std::string>& allowed, size_t words, PartialText& text) {
    CleanedText cleaned = CleanTags(text.text, tags_, allowed);
    if (cleaned.removed > 0) {
      text.notes.push_back(fmt::format(
          "{} citations that named nothing of this part were taken out", cleaned.removed));
    }
    if (words > 0 && CountWords(cleaned.text) > words * kMostTimesTooLong) {
      text.notes.push_back(
          fmt::format("cut: {} words instead of {}", CountWords(cleaned.text), words));
      cleaned = CleanTags(CutAtCitation(cleaned.text, words * kMostTimesTooLong), tags_, allowed);
    }
    text.text = std::move(cleaned.text);
    text.tags = std::move(cleaned.tags);
    std::erase_if(text.statements, [&](const PlacedStatement& placed) {
      const Document& document = documents_[static_cast<size_t>(placed.source.document)];
      const std::string& tag = document.sentences[static_cast<size_t>(placed.source.sentence)].tag;
      return std::find(text.tags.begin(), text.tags.end(), tag) == text.tags.end();
    });
    if (text.tags.empty()) text.notes.push_back("it cites nothing");
  }

  void Report() {
    const std::set<std::string> cited(result_.text.tags.begin(), result_.text.tags.end());
    for (size_t i = 0; i < result_.parts.size(); ++i) {
      const PartialText& part = result_.parts[i];
      PartCoverage coverage{part.covers, 0, part.tags.size(), 0};
      for (const SentenceRange& range : part.covers) coverage.sentences += range.size();
      for (const std::string& tag : part.tags)
        coverage.cited_in_text += cited.contains(tag) ? 1 : 0;
      result_.coverage.push_back(std::move(coverage));
      for (const std::string& note : part.notes) {
        result_.warnings.push_back(fmt::format("part {}: {}", i + 1, note));
      }
    }
    if (result_.parts.size() > 1) {
      const auto in_text =
          std::count_if(result_.coverage.begin(), result_.coverage.end(),
                        [](const PartCoverage& part) { return part.cited_in_text > 0; });
      // Where every part is cited there is nothing that a reader must know.
      if (static_cast<size_t>(in_text) < result_.parts.size()) {
        result_.warnings.push_back(fmt::format(
            "read in {} parts, merged; the text cites {} of them", result_.parts.size(), in_text));
      }
      for (const std::string& note : result_.text.notes) result_.warnings.push_back(note);
    }
  }

  PartialWriter& writer_;
  std::span<const Document> documents_;
  const LongTextOptions& options_;
  const WritingProgress& progress_;
  const std::stop_token& stop_;
  TagIndex tags_;
  size_t limit_ = 0;
  std::vector<TextChunk> chunks_;
  LongTextState state_;
  LongText result_;
};

Result<LongText> LongTextWriter::Write(std::span<const Document> documents,
                                       const LongTextOptions& options,
                                       const WritingProgress& progress,
                                       const std::stop_token& stop) {
  return Run(writer_, documents, options, progress, stop).Finish();
}

std::string DescribeCoverage(const LongText& text, std::span<const Document> documents) {
  std::string lines;
  if (text.coverage.size() < 2) return lines;
  for (const PartCoverage& part : text.coverage) {
    std::string ranges;
    for (const SentenceRange& range : part.ranges) {
      ranges += fmt::format("{}{} sentences {} to {}", ranges.empty() ? "" : ", ",
                            documents[static_cast<size_t>(range.document)].id, range.begin + 1,
                            range.end);
    }
    lines += fmt::format("{}{}: {} cited, {} in the text", lines.empty() ? "" : "; ", ranges,
                         part.cited, part.cited_in_text);
  }
  return lines;
}

}  // namespace gloss
