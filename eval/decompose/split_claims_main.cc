// gloss_split_claims: records on standard input, each ended by a NUL byte, of the fields language,
// context and sentence, divided by U+001F. For each one line on standard output, its fields divided
// likewise: the sentence with its references resolved, the open references, then each clause that
// the rules split off, with the name of the guard's objection before it ("ok" for none) and U+001E
// between. A tool for measurements, not for users.

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "grounding/claim_guard.h"
#include "grounding/clause_splitter.h"
#include "grounding/references.h"
#include "grounding/sentence_words.h"
#include "text/sentence_splitter.h"
#include "text/utf8.h"

namespace {

constexpr char kField = '\x1F';

void PrintRecord(std::string_view record) {
  const size_t first = record.find(kField);
  const size_t second = first == std::string_view::npos ? first : record.find(kField, first + 1);
  if (second == std::string_view::npos) {
    std::puts("");
    return;
  }
  const std::string_view language = record.substr(0, first);
  const std::string_view context = record.substr(first + 1, second - first - 1);
  const std::string_view sentence = record.substr(second + 1);
  gloss::ReferenceResolver resolver(language);
  for (const gloss::Span& span : gloss::SplitSentences(context, language)) {
    resolver.AddContext(resolver.Resolve(span.In(context)).text);
  }
  const gloss::ResolvedSentence resolved = resolver.Resolve(sentence);
  std::string line = resolved.text;
  line += kField;
  for (const gloss::OpenReference& reference : resolved.open) {
    line += gloss::DescribeOpenReference(reference, sentence) + "; ";
  }
  const gloss::SentenceWords words(resolved.text, context, language);
  for (const std::string& claim : gloss::SplitClauses(resolved.text, language)) {
    line += kField;
    line += gloss::ObjectionTo(claim, words).value_or("ok");
    line += '\x1E';
    line += claim;
  }
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::puts(line.c_str());
}

}  // namespace

int main() {
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
  while (!rest.empty()) {
    const size_t end = rest.find('\0');
    PrintRecord(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return 0;
}
