#pragma once

// Shared by the splitter's tests: a case is one text in which "‖" marks each place where a sentence
// must end; the splitter sees the text without the marks.

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/sentence_splitter.h"
#include "text/utf8.h"

namespace gloss {

struct SplitCase {
  std::string_view language;
  std::string_view marked;
};

inline constexpr std::string_view kBoundaryMark = "‖";

inline std::vector<std::string> ExpectedSentences(std::string_view marked, std::string& text) {
  std::vector<Span> spans;
  text.clear();
  while (true) {
    const size_t mark = marked.find(kBoundaryMark);
    const size_t begin = text.size();
    text.append(marked.substr(0, mark));
    spans.push_back({begin, text.size()});
    if (mark == std::string_view::npos) break;
    marked.remove_prefix(mark + kBoundaryMark.size());
  }
  std::vector<std::string> sentences;
  for (const Span& span : spans) {
    const Span trimmed = TrimWhiteSpace(text, span);
    if (!trimmed.empty()) sentences.emplace_back(trimmed.In(text));
  }
  return sentences;
}

inline void CheckSplitCases(std::span<const SplitCase> cases) {
  for (const SplitCase& c : cases) {
    std::string text;
    const std::vector<std::string> expected = ExpectedSentences(c.marked, text);
    std::vector<std::string> found;
    for (const Span& span : SplitSentences(text, c.language)) found.emplace_back(span.In(text));
    EXPECT_EQ(found, expected) << "language \"" << c.language << "\"";
  }
}

}  // namespace gloss
