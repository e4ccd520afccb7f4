// gloss_write_long --models DIR [--models DIR…] [--threads N] [--words N] [--chunk-tokens N]
//                  [--language L] [--bytes N] [--state FILE] [--stop-after N] < text
//
// Writes about one long text, attribute first and by rules alone, and prints one JSON line: time,
// peak memory, parts and what became of them. With --bytes the text is cut there (at a code point).
// With --state what is done is kept and taken up; --stop-after N stops when N parts are done. The
// work of eval/writing/long_documents.py.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stop_token>
#include <string>
#include <utility>

#include "base/hash.h"
#include "eval_models.h"
#include "text/segmenter.h"
#include "text/utf8.h"
#include "writing/attribute_first_parts.h"

namespace gloss {
namespace {

using Json = nlohmann::json;
using Flags = std::map<std::string, std::string>;

size_t NumberOf(const Flags& flags, const std::string& name, size_t otherwise) {
  const auto found = flags.find(name);
  return found == flags.end() ? otherwise : std::stoull(found->second);
}

double PeakMebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double SecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Document ReadText(const Flags& flags) {
  Document document;
  document.id = "d1";
  const auto language = flags.find("--language");
  document.language = language == flags.end() ? "en" : language->second;
  document.text = ReplaceInvalidUtf8(
      std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()));
  size_t bytes = std::min(document.text.size(), NumberOf(flags, "--bytes", document.text.size()));
  while (bytes < document.text.size() && (document.text[bytes] & 0xC0) == 0x80) --bytes;
  document.text.resize(bytes);
  return document;
}

Json Summary(const LongCitedText& written) {
  const size_t sentences = written.text.documents.front().sentences.size();
  std::set<size_t> tenths;
  for (const Citation& citation : written.text.citations) {
    tenths.insert(static_cast<size_t>(citation.sentences.front().sentence) * 10 / sentences);
  }
  size_t read = 0;
  Json coverage = Json::array();
  for (const PartCoverage& part : written.parts.coverage) {
    read += part.sentences;
    coverage.push_back({part.sentences, part.cited, part.cited_in_text});
  }
  return {{"sentences", sentences},
          {"parts", written.parts.parts.size()},
          {"levels", written.parts.levels},
          {"resumed", written.parts.resumed},
          {"citations", written.text.citations.size()},
          {"tenths", tenths.size()},
          {"sentences_in_parts", read},
          {"coverage", std::move(coverage)},
          {"text_sha256", Sha256Hex(written.text.text)},
          {"text", written.text.text}};
}

Result<Json> Run(const Flags& flags, const EvalModelOptions& model_options) {
  Document document = ReadText(flags);
  const auto begin = std::chrono::steady_clock::now();
  Segment(document);
  AssignTags({&document, 1});
  Json answer = {{"bytes", document.text.size()}, {"segment_seconds", SecondsSince(begin)}};
  EvalModelSet models(model_options);
  GLOSS_ASSIGN_OR_RETURN(const EvalModels opened, models.For(document.language));
  WritingOptions options;
  options.words = NumberOf(flags, "--words", 300);
  LongTextOptions long_options;
  long_options.chunk_tokens = NumberOf(flags, "--chunk-tokens", long_options.chunk_tokens);
  if (const auto state = flags.find("--state"); state != flags.end()) {
    long_options.state_path = state->second;
  }
  std::stop_source source;
  const size_t stop_after = NumberOf(flags, "--stop-after", 0);
  const auto progress = [&](std::string_view stage, size_t done, size_t) {
    if (stop_after > 0 && stage == "parts" && done >= stop_after) source.request_stop();
  };
  WritingInput input;
  input.documents.push_back(std::move(document));
  const auto written =
      WriteLongAttributeFirst({*opened.embedder, *opened.classifier}, std::move(input), options,
                              long_options, progress, source.get_token());
  answer["seconds"] = SecondsSince(begin);
  answer["cpu_seconds"] = CpuSeconds();
  answer["peak_mib"] = PeakMebibytes();
  if (written.ok()) {
    answer.update(Summary(*written));
  } else if (written.status().code() == StatusCode::kCancelled) {
    answer["stopped"] = true;
  } else {
    return written.status();
  }
  return answer;
}

int Main(int argc, char** argv) {
  EvalModelOptions options;
  options.cache = false;
  const auto flags = ReadFlags(argc, argv, options);
  const auto answer = flags.ok() ? Run(*flags, options) : Result<Json>(flags.status());
  if (!answer.ok()) {
    std::cerr << "gloss_write_long: " << answer.status().ToString() << "\n";
    return 1;
  }
  std::cout << answer->dump() << std::endl;
  return 0;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Main(argc, argv); }
