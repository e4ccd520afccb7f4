// The splitter's contract for any text: lossless, trimmed, in order, deterministic, linear time,
// bounded sentences. What it splits is tested in sentence_splitter_{languages,structure}_test.cc.

#include "text/sentence_splitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "text/utf8.h"

namespace gloss {
namespace {

constexpr std::string_view kLanguages[] = {"en", "de", "es", "fr", "it",
                                           "ja", "pt", "",   "x!", "en@calendar=buddhist"};

// Empty when the contract holds, else what is wrong.
std::string Violation(std::string_view text, const std::vector<Span>& spans) {
  size_t position = 0;
  for (const Span& span : spans) {
    if (span.begin < position) return "overlaps or out of order at " + std::to_string(span.begin);
    if (span.end <= span.begin || span.end > text.size()) return "bad range";
    if (!IsWhiteSpace(text.substr(position, span.begin - position))) {
      return "text lost before " + std::to_string(span.begin);
    }
    if (TrimWhiteSpace(text, span) != span) return "not trimmed at " + std::to_string(span.begin);
    if (FindInvalidUtf8(span.In(text))) return "cuts a code point at " + std::to_string(span.begin);
    position = span.end;
  }
  return IsWhiteSpace(text.substr(position)) ? "" : "text lost at the end";
}

TEST(SentenceSplitter, NothingComesOfNothing) {
  for (const std::string_view language : kLanguages) {
    EXPECT_TRUE(SplitSentences("", language).empty());
    EXPECT_TRUE(SplitSentences(" \n\t\u00A0\u2029\r\n ", language).empty());
  }
}

TEST(SentenceSplitter, VersionIsNamed) { EXPECT_FALSE(SplitterVersion().empty()); }

TEST(SentenceSplitter, KeepsItsContractOnRandomText) {
  static const std::vector<std::string> kParts = {"a",           "B",
                                                  "word",        "Word",
                                                  "The",         "z.",
                                                  "B.",          "Dr",
                                                  "Mio",         "3",
                                                  "12",          ".",
                                                  ".",           ".",
                                                  "!",           "?",
                                                  "…",           "...",
                                                  ",",           ";",
                                                  ":",           "-",
                                                  "–",           "\"",
                                                  "'",           "“",
                                                  "”",           "„",
                                                  "«",           "»",
                                                  "(",           ")",
                                                  "[",           "]",
                                                  "[3]",         "<a3f5e823>",
                                                  "</a3f5e823>", "<",
                                                  ">",           "|",
                                                  "\t",          " ",
                                                  " ",           " ",
                                                  " ",           "\n",
                                                  "\n",          "\r\n",
                                                  "\n\n",        "\u00A0",
                                                  "\u200B",      "\uFEFF",
                                                  "\u202E",      "\u2069",
                                                  "\u2028",      "\u2029",
                                                  "😀",          "👩‍👩‍👧",
                                                  "日",          "本",
                                                  "。",          "！",
                                                  "は",          "「",
                                                  "」",          "ก",
                                                  "ข",           "ก ",
                                                  "ا",           "؟",
                                                  "क",           "।",
                                                  "α;",          "e\u0301",
                                                  "#",           "*",
                                                  "**",          "- ",
                                                  "1. ",         "a) ",
                                                  "•",           "¿",
                                                  "¡",           "°",
                                                  "²",           "§",
                                                  "$",           "http://a.B/c?d=E",
                                                  "\0"};
  std::mt19937_64 random(11);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    const size_t count = 1 + random() % 60;
    for (size_t i = 0; i < count; ++i) text += kParts[random() % kParts.size()];
    const std::string_view language = kLanguages[random() % std::size(kLanguages)];
    const std::vector<Span> spans = SplitSentences(text, language);
    ASSERT_EQ(Violation(text, spans), "") << "round " << round << ": " << text;
    ASSERT_EQ(SplitSentences(text, language), spans) << text;
  }
}

TEST(SentenceSplitter, KeepsItsContractOnRandomBytes) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 1000; ++round) {
    std::string bytes(random() % 300, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string text = ReplaceInvalidUtf8(bytes);
    ASSERT_EQ(Violation(text, SplitSentences(text, kLanguages[round % 5])), "")
        << "round " << round;
  }
}

std::string Repeat(std::string_view pattern, size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += pattern;
  return text;
}

constexpr std::string_view kPatterns[] = {
    ".",      "....",    ". ",          ". . ",   "1",      "1.",      "1. ",     "1 1 1 ",
    "[",      "[3]",     ".[",          ".[3]",   "a.[3]",  "\"",      ".\"",     "“",
    ".“",     ".'",      "'",           "a. ",    "A. ",    "z. B. ",  "J.-",     "war. Xa ",
    "\n",     "a\n",     "a.\n",        "A.\n",   "a\n\n",  "\r\n",    "\r",      "a\tb\n",
    "- a\n",  "1. a\n",  "| a | b |\n", "😀",     ".😀",    "x",       "é",       "日",
    "日。",   "。",      "ก",           "ก ",     "(",      "(. ",     "(A. B. ", ").",
    ". )",    "<a>",     ".<a>",        ".</a> ", "<",      ".<",      "…",       "… ",
    "!",      "? ",      "end.Next",    "α;",     "\u200B", ".\u200B", "\u0301",  ".\u0301",
    "\u00A0", ".\u00A0", "-",           ". - ",   "*",      ".*",      "**a.** ", "#",
    ". , ",   ". 1 ",    ". $",         "  ",     "a  ",    ".3 ",     "word.3 ", "¿",
    ". ¿",    "[a](b.",  "a;b,c:"};

// Processor time, which other programs do not lengthen.
double SecondsToSplit(const std::string& text) {
  const std::clock_t start = std::clock();
  const std::vector<Span> spans = SplitSentences(text, "de");
  const std::clock_t end = std::clock();
  EXPECT_EQ(Violation(text, spans), "");
  return static_cast<double>(end - start) / CLOCKS_PER_SEC;
}

// Eight times the text may take eight times as long, give or take caches; quadratic work would take
// 64 times.
TEST(SentenceSplitter, TakesLinearTimeForAnyPattern) {
  constexpr size_t kSmall = 50'000;
  for (const std::string_view pattern : kPatterns) {
    const std::string small = Repeat(pattern, kSmall);
    const std::string large = Repeat(pattern, 8 * kSmall);
    bool linear = false;
    double best_small = 1e9;
    double best_large = 1e9;
    for (int attempt = 0; attempt < 5 && !linear; ++attempt) {
      best_small = std::min(best_small, SecondsToSplit(small));
      best_large = std::min(best_large, SecondsToSplit(large));
      linear = best_large < 24 * best_small + 0.02;
    }
    EXPECT_TRUE(linear) << "pattern \"" << pattern << "\": " << best_small << " s for " << kSmall
                        << " bytes, " << best_large << " s for eight times as many";
  }
}

TEST(SentenceSplitter, TenMegabytesAreSplit) {
  for (const std::string_view pattern : {std::string_view("."), std::string_view("x"),
                                         std::string_view("A. b. "), std::string_view("\n")}) {
    const std::string text = Repeat(pattern, 10'000'000);
    EXPECT_EQ(Violation(text, SplitSentences(text, "en")), "") << pattern;
  }
}

TEST(SentenceSplitter, VeryLongSentencesAreCutAtWhiteSpace) {
  const std::string text = Repeat("some words without any full stop, ", 50'000);
  const std::vector<Span> spans = SplitSentences(text, "en");
  EXPECT_EQ(Violation(text, spans), "");
  EXPECT_GT(spans.size(), 50'000U / 3500);
  for (const Span& span : spans) {
    EXPECT_LE(span.size(), 3500U);
    EXPECT_EQ(span.In(text).back(), ',');  // After a comma rather than within a phrase.
  }
}

TEST(SentenceSplitter, TextWithoutAnyWhiteSpaceIsCutToo) {
  const std::string text = Repeat("ABCDEFGH", 100'000);
  const std::vector<Span> spans = SplitSentences(text, "en");
  EXPECT_EQ(Violation(text, spans), "");
  for (const Span& span : spans) EXPECT_LE(span.size(), 12'000U);
}

TEST(SentenceSplitter, SentencesOfOrdinaryLengthStayWhole) {
  const std::string text = Repeat("word ", 2'500) + "end.";
  EXPECT_EQ(SplitSentences(text, "en").size(), 1U);
}

TEST(SentenceSplitter, DoesNotDependOnTheProcessLocale) {
  const std::string text = "Am 3. Juni z. B. in Bonn. İIıi. Der U.S. Dept. of State. Ja!";
  const std::vector<Span> before = SplitSentences(text, "de");
  for (const char* locale : {"C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8", "C"}) {
    std::setlocale(LC_ALL, locale);  // Those that are not installed change nothing.
    EXPECT_EQ(SplitSentences(text, "de"), before);
    EXPECT_EQ(SplitSentences(text, ""), SplitSentences(text, "xx"));
  }
  std::setlocale(LC_ALL, "C");
}

TEST(SentenceSplitter, ThreadsAgree) {
  const std::string text = Repeat("Dr. Smith came. He saw Fig. 2 [3]. „Gut!“, sagte er. ", 20'000);
  const std::vector<Span> expected = SplitSentences(text, "en");
  std::vector<std::vector<Span>> results(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<Span>& result : results) {
      threads.emplace_back([&text, &result] { result = SplitSentences(text, "en"); });
    }
  }
  for (const std::vector<Span>& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace gloss
