#include "loaders/html_entities.h"

#include <utility>
#include <vector>

#include "loaders/html_tree.h"
#include "text/utf8.h"

namespace gloss {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
/// HTML has 2,231 names of at most 31 letters; more different ones are an attack.
constexpr size_t kMaxNames = 4096;
constexpr size_t kMaxNameBytes = 33;

/// The first text in the tree, which is parsed from one character reference.
std::string FirstText(const GumboNode& document) {
  std::vector<const GumboVector*> open = {&document.v.document.children};
  while (!open.empty()) {
    const GumboVector* children = open.back();
    open.pop_back();
    for (unsigned i = 0; i < children->length; ++i) {
      const auto* node = static_cast<const GumboNode*>(children->data[i]);
      if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE) {
        return node->v.text.text;
      }
      if (node->type == GUMBO_NODE_ELEMENT) open.push_back(&node->v.element.children);
    }
  }
  return {};
}

std::string DecodeNumeric(std::string_view digits) {
  unsigned long base = 10;
  if (digits.starts_with('x') || digits.starts_with('X')) {
    base = 16;
    digits.remove_prefix(1);
  }
  unsigned long value = 0;
  for (const char c : digits) {
    const unsigned long digit = c >= 'a'   ? static_cast<unsigned long>(c - 'a') + 10
                                : c >= 'A' ? static_cast<unsigned long>(c - 'A') + 10
                                           : static_cast<unsigned long>(c - '0');
    if (digit >= base) return std::string(kReplacement);
    if (value <= 0x10FFFF) value = value * base + digit;
  }
  return Utf8Of(value);
}

/// Lets gumbo, which has the table, read the name.
std::string DecodeNamed(const std::string& reference) {
  const LoadOptions options;
  const Result<HtmlTree> tree = HtmlTree::Parse(reference, options, HtmlTree::DeadlineFor(options));
  if (!tree.ok()) return reference;
  std::string text = FirstText(tree->document());
  return text.empty() ? reference : text;
}

}  // namespace

std::string Utf8Of(unsigned long code_point) {
  if (code_point == 0 || code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) {
    return std::string(kReplacement);
  }
  std::string text;
  AppendUtf8(static_cast<char32_t>(code_point), text);
  return text;
}

std::string HtmlEntities::Decode(std::string_view reference) {
  if (reference.size() < 3 || reference.front() != '&') return std::string(reference);
  if (reference[1] == '#') {
    return DecodeNumeric(reference.substr(2, reference.size() - 3));
  }
  std::string key(reference);
  if (const auto known = named_.find(key); known != named_.end()) return known->second;
  if (reference.size() > kMaxNameBytes || named_.size() >= kMaxNames) return key;
  std::string text = DecodeNamed(key);
  named_.emplace(std::move(key), text);
  return text;
}

}  // namespace gloss
