#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loaders/pdf_blocks.h"

namespace gloss {

/// How the last word of a line and the first of the next go together.
enum class LineJoin {
  kSpace,       ///< Two words.
  kTogether,    ///< One word or name, as it stands: a compound with its hyphen, an address.
  kDropHyphen,  ///< One word that was cut: the hyphen goes.
};

/// Decides for line ends of one document, by the words that stand uncut elsewhere in it: "infor-" +
/// "mation" is one word when "information" occurs, "double-" + "blind" keeps its hyphen when
/// "double-blind" does. Where the document does not tell, rules do (pdf_hyphenation.cc).
class LineJoiner {
 public:
  explicit LineJoiner(const std::vector<PdfBlock>& blocks);

  /// `token` is the text since the last white space, `next` the word that begins the next line.
  LineJoin Decide(std::string_view token, std::string_view next) const;

 private:
  LineJoin DecideHyphen(std::string_view token, std::string_view next) const;
  size_t CountOf(const std::string& word) const;

  std::unordered_map<std::string, size_t> counts_;
};

}  // namespace gloss
