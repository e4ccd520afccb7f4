#include "writing/cited_layout.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "text/words.h"
#include "writing/source_sentences.h"

namespace gloss {
namespace {

constexpr size_t kParagraphSentences = 5;
constexpr size_t kMostHeadingBytes = 120;

/// A heading of a source as plain text: nothing in it can be read as mark-up or a citation.
std::string SafeHeading(std::string_view heading) {
  std::string safe;
  for (const char c : CollapseSpace(heading)) {
    if (std::string_view("<>[]{}#*`|").find(c) == std::string_view::npos ||
        static_cast<unsigned char>(c) >= 0x80) {
      safe += c;
    }
  }
  if (safe.size() > kMostHeadingBytes) {
    safe.resize(safe.rfind(' ', kMostHeadingBytes));
    safe += " …";
  }
  return CollapseSpace(safe);
}

std::string_view ThirdName(std::string_view language, size_t third) {
  static const std::map<std::string_view, std::array<std::string_view, 3>> kNames = {
      {"en", {"Beginning", "Middle", "End"}},
      {"de", {"Anfang", "Mitte", "Ende"}},
      {"es", {"Comienzo", "Parte central", "Final"}},
      {"fr", {"Début", "Milieu", "Fin"}},
      {"it", {"Inizio", "Parte centrale", "Fine"}}};
  auto found = kNames.find(language);
  if (found == kNames.end()) found = kNames.find("en");
  return found->second[third];
}

/// The headings that divide the statements best: for each the innermost level at which it still
/// groups several.
class Headings {
 public:
  Headings(std::span<const PlacedStatement> statements, const std::vector<Document>& documents)
      : documents_(documents) {
    for (size_t depth = 0; depth < 3; ++depth) {
      std::set<std::string> names;
      for (const PlacedStatement& placed : statements) names.insert(AtDepth(placed.source, depth));
      // As many sections as have two statements each, at the most.
      if (names.size() > 1 && names.size() * 2 <= statements.size() + 1) depth_ = depth;
    }
    std::set<std::string> names;
    for (const PlacedStatement& placed : statements) names.insert(AtDepth(placed.source, depth_));
    has_headings_ = names.size() > 1;
  }

  std::string Of(const SentenceRef& ref) const {
    if (has_headings_) {
      const std::string name = AtDepth(ref, depth_);
      if (!name.empty()) return name;
    }
    const Document& document = documents_[static_cast<size_t>(ref.document)];
    if (documents_.size() > 1) {
      return SafeHeading(document.title.empty() ? document.id : document.title);
    }
    if (has_headings_) return SafeHeading(document.title);
    const size_t third = PartOf(document, static_cast<size_t>(ref.sentence)) * 3 / kParts;
    return std::string(ThirdName(document.language, third));
  }

 private:
  std::string AtDepth(const SentenceRef& ref, size_t depth) const {
    const Document& document = documents_[static_cast<size_t>(ref.document)];
    const int block = document.sentences[static_cast<size_t>(ref.sentence)].block;
    if (block < 0) return "";
    const std::vector<int>& path = document.blocks[static_cast<size_t>(block)].heading_path;
    if (path.empty()) return "";
    const int heading = path[std::min(depth, path.size() - 1)];
    return SafeHeading(document.blocks[static_cast<size_t>(heading)].span.In(document.text));
  }

  const std::vector<Document>& documents_;
  size_t depth_ = 0;
  bool has_headings_ = false;
};

class Layout {
 public:
  Layout(WritingStyle style, CitedText& text) : style_(style), text_(text) {}

  void Add(const PlacedStatement& placed, const std::string& heading) {
    Separate(placed, heading);
    CitedSentence sentence;
    sentence.span.begin = text_.text.size();
    sentence.statement = placed.statement.text;
    sentence.origin = placed.statement.origin;
    sentence.verdict = Verdict::kSupported;
    sentence.reason = placed.statement.reason;
    text_.text += placed.statement.text;
    const Span statement{sentence.span.begin, text_.text.size()};
    text_.text += ' ';
    const auto citation_index = static_cast<int>(text_.citations.size());
    const auto claim_index = static_cast<int>(text_.claims.size());
    const auto sentence_index = static_cast<int>(text_.sentences.size());

    Citation citation;
    const Document& document = text_.documents[static_cast<size_t>(placed.source.document)];
    const std::string& tag = document.sentences[static_cast<size_t>(placed.source.sentence)].tag;
    const std::string mark = CitationMarkOf(tag);
    citation.span = {text_.text.size(), text_.text.size() + mark.size()};
    text_.text += mark;
    citation.id = tag;
    citation.resolved = tag;
    citation.state = CitationState::kExists;
    citation.sentences = {placed.source};
    citation.sentence = sentence_index;
    citation.claims = {claim_index};
    citation.verdict = CitationVerdict::kSupports;
    citation.probability = placed.statement.probability;
    text_.citations.push_back(std::move(citation));

    CitedClaim claim;
    claim.text = placed.statement.text;
    claim.span = statement;
    claim.sentence = sentence_index;
    claim.citations = {citation_index};
    claim.verdict = Verdict::kSupported;
    claim.evidence = {placed.source};
    claim.probability = placed.statement.probability;
    text_.claims.push_back(std::move(claim));

    sentence.span.end = text_.text.size();
    sentence.citations = {citation_index};
    sentence.claims = {claim_index};
    text_.sentences.push_back(std::move(sentence));
    ++in_paragraph_;
    last_document_ = placed.source.document;
  }

  void End() {
    if (!text_.text.empty()) text_.text += '\n';
  }

 private:
  void Separate(const PlacedStatement& placed, const std::string& heading) {
    const bool first = text_.text.empty();
    const bool new_heading = heading != heading_;
    heading_ = heading;
    if (style_ == WritingStyle::kBullets) {
      text_.text += first ? "- " : "\n- ";
      return;
    }
    if (style_ == WritingStyle::kSections && (first || new_heading)) {
      if (!first) text_.text += "\n\n";
      if (!heading.empty()) text_.text += "## " + heading + "\n\n";
      in_paragraph_ = 0;
      return;
    }
    if (first) return;
    const bool other_document = placed.source.document != last_document_;
    if (other_document || (new_heading && in_paragraph_ > 1) ||
        in_paragraph_ >= kParagraphSentences) {
      text_.text += "\n\n";
      in_paragraph_ = 0;
    } else {
      text_.text += ' ';
    }
  }

  WritingStyle style_;
  CitedText& text_;
  std::string heading_;
  size_t in_paragraph_ = 0;
  int last_document_ = -1;
};

}  // namespace

std::string CitationMarkOf(std::string_view tag) { return "<" + std::string(tag) + ">"; }

void LayOut(std::span<const PlacedStatement> statements, WritingStyle style, CitedText& text) {
  const Headings headings(statements, text.documents);
  Layout layout(style, text);
  for (const PlacedStatement& placed : statements) layout.Add(placed, headings.Of(placed.source));
  layout.End();
}

}  // namespace gloss
