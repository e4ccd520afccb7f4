#include "report/cited_references.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "report/display_text.h"
#include "report/markdown.h"

namespace gloss {
namespace {

class References {
 public:
  References(const CitedText& text, ReferenceStyle style, bool unicode)
      : text_(text), style_(style), unicode_(unicode) {}

  std::string Render() {
    std::string out = Body();
    for (size_t i = 0; i < order_.size(); ++i) out += "\n" + Note(i + 1, order_[i]);
    return order_.empty() ? out : out + "\n";
  }

 private:
  std::string Body() {
    std::string out;
    size_t done = 0;
    for (size_t i = 0; i < text_.citations.size();) {
      const Span span = text_.citations[i].span;
      std::vector<size_t> numbers;
      for (; i < text_.citations.size() && text_.citations[i].span == span; ++i) {
        for (const SentenceRef& ref : text_.citations[i].sentences)
          numbers.push_back(NumberOf(ref));
      }
      if (span.begin < done) continue;
      std::string before(text_.text, done, span.begin - done);
      const bool footnote = style_ == ReferenceStyle::kFootnotes;
      if ((footnote || numbers.empty()) && before.ends_with(' ')) before.pop_back();
      out += before + MarkOf(numbers);
      done = span.end;
    }
    out.append(text_.text, done, std::string::npos);
    return Lines(out);
  }

  std::string MarkOf(const std::vector<size_t>& numbers) const {
    std::string mark;
    for (const size_t number : numbers) {
      if (style_ == ReferenceStyle::kFootnotes) {
        mark += fmt::format("[^{}]", number);
      } else {
        mark += fmt::format("{}{}", mark.empty() ? "[" : ", ", number);
      }
    }
    return style_ == ReferenceStyle::kFootnotes || mark.empty() ? mark : mark + "]";
  }

  /// Numbers are by sentence text: one tag stands for all places of it.
  size_t NumberOf(const SentenceRef& ref) {
    const std::string& tag = SentenceAt(ref).tag;
    const auto [found, is_new] = numbers_.emplace(tag, order_.size() + 1);
    if (is_new) order_.push_back(ref);
    return found->second;
  }

  const Document& DocumentOf(const SentenceRef& ref) const {
    return text_.documents[static_cast<size_t>(ref.document)];
  }
  const Sentence& SentenceAt(const SentenceRef& ref) const {
    return DocumentOf(ref).sentences[static_cast<size_t>(ref.sentence)];
  }

  std::string Note(size_t number, const SentenceRef& ref) const {
    const Document& document = DocumentOf(ref);
    const Sentence& sentence = SentenceAt(ref);
    std::string place = document.title.empty() ? document.id : document.title;
    if (const auto pages = PagesOf(document, sentence.span)) {
      place += fmt::format(", p. {}", pages->first);
    }
    const std::string_view words = document.SentenceText(static_cast<size_t>(ref.sentence));
    if (style_ == ReferenceStyle::kFootnotes) {
      return fmt::format("[^{}]: {}: “{}” ({})", number, EscapeMarkdown(place),
                         EscapeMarkdown(words), sentence.tag);
    }
    return SafeText(fmt::format("[{}] {}: “{}” ({})", number, place, words, sentence.tag),
                    unicode_);
  }

  /// Each line safe, line ends kept.
  std::string Lines(std::string_view text) const {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      out += SafeText(text.substr(at, end - at), unicode_) + "\n";
      at = end + 1;
    }
    return out;
  }

  const CitedText& text_;
  const ReferenceStyle style_;
  const bool unicode_;
  std::map<std::string, size_t> numbers_;
  std::vector<SentenceRef> order_;
};

}  // namespace

std::string RenderReferences(const CitedText& text, ReferenceStyle style, bool unicode) {
  return References(text, style, unicode).Render();
}

}  // namespace gloss
