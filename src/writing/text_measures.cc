#include "writing/text_measures.h"

#include <algorithm>
#include <functional>
#include <string>

#include "text/characters.h"
#include "text/words.h"

namespace gloss {
namespace {

constexpr size_t kRun = kMostVerbatimWords + 1;

/// One hash for every run of `kRun` words.
std::vector<uint64_t> RunsOf(std::string_view text) {
  const std::vector<Word> words = WordsOf(text);
  std::vector<uint64_t> hashes;
  for (const Word& word : words) hashes.push_back(std::hash<std::string>{}(word.folded));
  std::vector<uint64_t> runs;
  for (size_t i = 0; i + kRun <= hashes.size(); ++i) {
    uint64_t run = 1469598103934665603U;
    for (size_t k = i; k < i + kRun; ++k) run = (run ^ hashes[k]) * 1099511628211U;
    runs.push_back(run);
  }
  return runs;
}

}  // namespace

size_t CountWords(std::string_view text) {
  size_t count = 0;
  bool counted = false;
  for (size_t at = 0; at < text.size();) {
    const Char c = CharAt(text, at);
    if (IsBlank(c.kind)) {
      counted = false;
    } else if (!counted && (IsLetter(c.kind) || c.kind == CharKind::kDigit)) {
      counted = true;
      ++count;
    }
    at = c.end;
  }
  return count;
}

size_t LongestCommonRun(std::string_view a, std::string_view b) {
  const std::vector<Word> left = WordsOf(a);
  const std::vector<Word> right = WordsOf(b);
  std::vector<size_t> before(right.size() + 1, 0);
  std::vector<size_t> now(right.size() + 1, 0);
  size_t longest = 0;
  for (const Word& word : left) {
    for (size_t k = 0; k < right.size(); ++k) {
      now[k + 1] = word.folded == right[k].folded ? before[k] + 1 : 0;
      longest = std::max(longest, now[k + 1]);
    }
    std::swap(before, now);
  }
  return longest;
}

VerbatimIndex::VerbatimIndex(std::span<const Document> documents) {
  for (const Document& document : documents) {
    for (size_t i = 0; i < document.sentences.size(); ++i) {
      const std::vector<uint64_t> runs = RunsOf(document.SentenceText(i));
      runs_.insert(runs.begin(), runs.end());
    }
  }
}

bool VerbatimIndex::HasCopy(std::string_view text) const {
  const std::vector<uint64_t> runs = RunsOf(text);
  return std::any_of(runs.begin(), runs.end(), [&](uint64_t run) { return runs_.contains(run); });
}

}  // namespace gloss
