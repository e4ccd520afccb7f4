// What the automaton lets through holds no false tag and no tag twice; reading it is linear; the
// list of tokens that may come next is exactly those that may.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/tag_automaton.h"
#include "models/tag_test_support.h"
#include "models/tag_token_filter.h"

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

/// The first byte is options; then tags of four bytes; then text.
gloss::CitationConstraint ReadConstraint(std::string_view& bytes) {
  gloss::CitationConstraint constraint;
  if (bytes.empty()) return constraint;
  const auto options = static_cast<unsigned char>(bytes[0]);
  bytes.remove_prefix(1);
  constraint.once = (options & 1U) != 0;
  constraint.closing_forms = (options & 2U) != 0;
  constexpr std::string_view kHex = "0123456789abcdef";
  for (size_t count = (options >> 2U) % 8; count > 0 && bytes.size() >= 4; --count) {
    std::string tag;
    for (const char c : bytes.substr(0, 4)) {
      tag += kHex[static_cast<unsigned char>(c) >> 4U];
      tag += kHex[static_cast<unsigned char>(c) & 15U];
    }
    constraint.tags.push_back(tag);
    bytes.remove_prefix(4);
  }
  return constraint;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const gloss::CitationConstraint constraint = ReadConstraint(bytes);
  const auto rules = gloss::TagRules::Create(constraint);
  Check(rules.ok());

  // Byte by byte, leaving out what must not stand there; now and then a tag.
  gloss::TagAutomaton automaton(*rules);
  std::string text;
  for (const char byte : bytes.substr(0, 4096)) {
    std::string piece(1, byte);
    if (byte == '@' && !constraint.tags.empty())
      piece = "<" + constraint.tags[text.size() % 2 * (constraint.tags.size() - 1)] + ">";
    if (automaton.Accept(piece)) text += piece;
  }
  const gloss::TagsFound found = gloss::ReadTags(text, constraint.tags);
  Check(found.bad.empty());
  if (!constraint.closing_forms) Check(found.closing.empty());
  if (constraint.once) {
    for (const auto& [tag, count] : found.good) Check(count == 1);
  }
  const size_t kept = gloss::LengthWithoutOpenTag(*rules, text);
  Check(kept <= text.size());

  // The bytes cut into tokens: the list and the single answers agree.
  std::vector<std::string> pieces = {"", "<", ">", "a"};
  for (size_t at = 0; at < bytes.size() && pieces.size() < 60; at += 1 + at % 5) {
    pieces.emplace_back(bytes.substr(at, 1 + at % 7));
  }
  const auto trie = std::make_shared<const gloss::TokenTrie>(pieces);
  gloss::TagTokenFilter filter(*rules, trie);
  for (size_t step = 0; step < 20; ++step) {
    std::vector<int32_t> allowed = filter.Allowed();
    std::sort(allowed.begin(), allowed.end());
    std::vector<int32_t> one_by_one;
    for (size_t token = 1; token < pieces.size(); ++token) {
      if (filter.Allows(static_cast<int32_t>(token))) {
        one_by_one.push_back(static_cast<int32_t>(token));
      }
    }
    Check(allowed == one_by_one);
    if (allowed.empty()) break;
    Check(filter.Accept(allowed[step * 7 % allowed.size()]));
  }
  return 0;
}
