#include "models/tag_grammar.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace gloss {
namespace {

// "lt" is what may follow "<". "x" is that without tags: other characters, words of hex letters,
// words with two other letters, short names, numbers with what ends them.
constexpr std::string_view kFree = R"gbnf(
x ::= [^0-9A-Za-z/< \t\r\n] | "<" lt | [a-fA-F]{1,5} e | w | s e | n
w ::= [a-fA-F]{0,5} [g-zG-Z] [a-fA-F]{0,8} [g-zG-Z]
s ::= [g-zG-Z] [0-9a-fA-F]{0,4} | [a-fA-F] [g-zG-Z] [0-9a-fA-F]{0,3} | [a-fA-F]{2} [g-zG-Z] [0-9a-fA-F]{0,2}
n ::= [0-9]{1,12} ( u | [g-zG-Z] [a-fA-F]{0,4} u | [g-zG-Z] [a-fA-F]{0,4} [g-zG-Z] ) | [0-9]{1,2} [a-fA-F] u
u ::= [^0-9A-Za-z<>/ \t\r\n] | [ \t\r\n]{1,4} [^<>/ \t\r\n] | [ \t\r\n]{0,4} "<" lt
e ::= [^0-9A-Za-z<] | "<" lt
)gbnf";

/// The tags from `depth` on, each beginning of several written once.
void AppendTree(std::span<const std::string> tags, size_t depth, std::string& out) {
  if (tags.size() == 1) {
    out += '"' + tags.front().substr(depth) + '"';
    return;
  }
  out += "( ";
  for (size_t begin = 0; begin < tags.size();) {
    const char digit = tags[begin][depth];
    size_t end = begin;
    while (end < tags.size() && tags[end][depth] == digit) ++end;
    if (begin > 0) out += " | ";
    if (end - begin == 1) {
      AppendTree(tags.subspan(begin, 1), depth, out);
    } else {
      out += std::string("\"") + digit + "\" ";
      AppendTree(tags.subspan(begin, end - begin), depth + 1, out);
    }
    begin = end;
  }
  out += " )";
}

}  // namespace

std::string TagGrammar(const TagRules& rules) {
  std::string grammar = "root ::= ( [^<] | \"<\" lt )*\nlt ::= ";
  if (!rules.tags().empty()) grammar += "t \">\" | ";
  grammar += "x | [ \\t\\r\\n]{1,4} x | \"/\" x";
  grammar += kFree;
  if (!rules.tags().empty()) {
    grammar += "t ::= ";
    AppendTree(rules.tags(), 0, grammar);
    grammar += '\n';
  }
  return grammar;
}

}  // namespace gloss
