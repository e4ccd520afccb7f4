// The splitter and the language detection on the passages of UD PUD. Skipped, with the reason,
// where the data is not: $GLOSSATOR_SHARED_DIR, else ../shared beside the repository, must hold
// data/sentences. eval/splitter/measure.py is the same measurement beside NLTK Punkt.

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "text/characters.h"
#include "text/language.h"
#include "text/sentence_splitter.h"

namespace gloss {
namespace {

constexpr double kTarget = 0.985;
constexpr double kDetectionTarget = 0.99;

struct Passage {
  std::string text;
  std::vector<std::string> sentences;
};

std::string DataPath(std::string_view language) {
  const char* shared = std::getenv("GLOSSATOR_SHARED_DIR");
  const std::string folder =
      shared != nullptr ? shared : std::string(GLOSSATOR_SOURCE_DIR) + "/../shared";
  return folder + "/data/sentences/ud_pud." + std::string(language) + ".jsonl.gz";
}

std::string ReadGzip(const std::string& path) {
  std::string content;
  archive* reader = archive_read_new();
  archive_read_support_filter_gzip(reader);
  archive_read_support_format_raw(reader);
  archive_entry* entry = nullptr;
  if (archive_read_open_filename(reader, path.c_str(), 1 << 16) == ARCHIVE_OK &&
      archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    char buffer[1 << 15];
    la_ssize_t count = 0;
    while ((count = archive_read_data(reader, buffer, sizeof buffer)) > 0) {
      content.append(buffer, static_cast<size_t>(count));
    }
  }
  archive_read_free(reader);
  return content;
}

std::vector<Passage> ReadPassages(const std::string& path) {
  std::vector<Passage> passages;
  const std::string content = ReadGzip(path);
  for (size_t begin = 0; begin < content.size();) {
    const size_t end = content.find('\n', begin);
    const auto row = nlohmann::json::parse(content.substr(begin, end - begin));
    passages.push_back({row.at("text"), row.at("sentences")});
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  return passages;
}

/// Characters that are not white space.
size_t SolidLength(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const Char c = CharAt(text, at);
    count += IsBlank(c.kind) ? 0 : 1;
    at = c.end;
  }
  return count;
}

template <typename Texts>
std::set<size_t> InnerBoundaries(const Texts& sentences) {
  std::set<size_t> places;
  size_t position = 0;
  for (size_t i = 0; i + 1 < sentences.size(); ++i) {
    position += SolidLength(sentences[i]);
    places.insert(position);
  }
  return places;
}

class SplitterOnPud : public testing::TestWithParam<const char*> {};

TEST_P(SplitterOnPud, BoundariesReachTheTarget) {
  const std::string language = GetParam();
  const std::string path = DataPath(language);
  if (!IsRegularFile(path)) GTEST_SKIP() << "no data at " << path;
  const std::vector<Passage> passages = ReadPassages(path);
  ASSERT_EQ(passages.size(), 397U);
  size_t hits = 0;
  size_t wrong = 0;
  size_t missed = 0;
  size_t detected = 0;
  for (const Passage& passage : passages) {
    std::vector<std::string_view> found;
    for (const Span& span : SplitSentences(passage.text, language)) {
      found.push_back(span.In(passage.text));
    }
    const std::set<size_t> gold_places = InnerBoundaries(passage.sentences);
    const std::set<size_t> found_places = InnerBoundaries(found);
    for (const size_t place : found_places) (gold_places.contains(place) ? hits : wrong) += 1;
    for (const size_t place : gold_places) missed += found_places.contains(place) ? 0 : 1;
    detected += DetectLanguage(passage.text) == language ? 1 : 0;
  }
  const double f1 =
      2.0 * static_cast<double>(hits) / static_cast<double>(2 * hits + wrong + missed);
  const double accuracy = static_cast<double>(detected) / static_cast<double>(passages.size());
  std::printf("%s: F1 %.4f (%zu right, %zu false, %zu missed), language detected in %.4f\n",
              language.c_str(), f1, hits, wrong, missed, accuracy);
  EXPECT_GE(f1, kTarget);
  EXPECT_GE(accuracy, kDetectionTarget);
}

TEST_P(SplitterOnPud, LanguageOfSingleSentences) {
  const std::string language = GetParam();
  const std::string path = DataPath(language);
  if (!IsRegularFile(path)) GTEST_SKIP() << "no data at " << path;
  size_t right = 0;
  size_t wrong = 0;
  size_t count = 0;
  for (const Passage& passage : ReadPassages(path)) {
    for (const std::string& sentence : passage.sentences) {
      const LanguageCode found = DetectLanguage(sentence);
      ++count;
      right += found == language ? 1 : 0;
      wrong += found != language && !found.empty() ? 1 : 0;
    }
  }
  std::printf("%s: of %zu sentences %zu right, %zu wrong, the rest not decided\n", language.c_str(),
              count, right, wrong);
  EXPECT_GE(static_cast<double>(right), 0.95 * static_cast<double>(count));
  EXPECT_LE(static_cast<double>(wrong), 0.02 * static_cast<double>(count));
}

INSTANTIATE_TEST_SUITE_P(Languages, SplitterOnPud, testing::Values("en", "de", "es", "fr", "it"),
                         [](const auto& parameter) { return std::string(parameter.param); });

}  // namespace
}  // namespace gloss
