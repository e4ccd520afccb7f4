// gloss_split_sentences [LANGUAGE]: texts on standard input, each ended by a NUL byte; for each
// text one line on standard output: the byte ranges of its sentences, "begin:end begin:end …". With
// --throughput it prints the megabytes a second of splitting all of standard input as one text
// instead. A tool for measurements, not for users.

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "text/sentence_splitter.h"
#include "text/utf8.h"

namespace {

void PrintSentences(std::string_view text, std::string_view language) {
  std::string line;
  for (const gloss::Span& span : gloss::SplitSentences(text, language)) {
    if (!line.empty()) line += ' ';
    line += std::to_string(span.begin) + ':' + std::to_string(span.end);
  }
  std::puts(line.c_str());
}

void PrintThroughput(std::string_view text, std::string_view language) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const size_t count = gloss::SplitSentences(text, language).size();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf("%zu bytes, %zu sentences, %.3f s, %.1f MB/s\n", text.size(), count, seconds,
              static_cast<double>(text.size()) / 1e6 / seconds);
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view language;
  bool throughput = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--throughput") {
      throughput = true;
    } else {
      language = argv[i];
    }
  }
  const gloss::Result<std::string> input = gloss::ReadFile("-");
  if (!input.ok()) {
    std::fprintf(stderr, "%s\n", input.status().ToString().c_str());
    return 1;
  }
  if (const gloss::Status status = gloss::CheckUtf8(*input); !status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  std::string_view rest = *input;
  if (throughput) {
    PrintThroughput(rest, language);
    return 0;
  }
  while (!rest.empty()) {
    const size_t end = rest.find('\0');
    PrintSentences(rest.substr(0, end), language);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return 0;
}
