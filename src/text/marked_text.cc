#include "text/marked_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/characters.h"
#include "text/citation_marks.h"
#include "text/mark_context.h"
#include "text/resolve_marks.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t'; }
bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }

/// A part of a mark that is to be set aside.
struct Piece {
  Span span;
  bool whole = true;  ///< The mark encloses no text: what is left on both sides may need a space.
};

/// "according to [1]", "in [2],": the mark is a noun of the sentence, which cannot do without it.
bool IsNoun(std::string_view text, const CitationMark& mark) {
  if (mark.form != MarkForm::kBracket) return false;
  const size_t begin = mark.span.begin;
  if (begin == 0 || text[begin - 1] != ' ') return false;
  const std::string_view word = WordBefore(text, begin, true);
  if (text.substr(0, begin).ends_with("(" + std::string(word) + " ")) return false;  // (see [1])
  constexpr std::array<std::string_view, 19> kPrepositions = {
      "in",  "by",  "from",  "of",    "per",  "to",    "via",     "see", "nach", "laut",
      "aus", "von", "siehe", "selon", "dans", "según", "secondo", "In",  "From"};
  if (std::find(kPrepositions.begin(), kPrepositions.end(), word) == kPrepositions.end()) {
    return false;
  }
  // "… that they lived in [1]." ends a clause: rarely a noun, but the sentence reads without it
  // only when nothing follows.
  return mark.span.end < text.size() && !IsLineEnd(text[mark.span.end]);
}

bool IsListed(MarkForm form) {
  return form == MarkForm::kThinking || form == MarkForm::kDefinition;
}

/// Widens the span over "(" … ")" and "(see " … ")" around it.
Span WithParentheses(std::string_view text, Span span) {
  constexpr std::array<std::string_view, 12> kOpeners = {"(",       "(see ",   "(See ",  "(cf. ",
                                                         "(from ",  "(siehe ", "(vgl. ", "(voir ",
                                                         "(véase ", "(vedi ",  "( ",     "（"};
  size_t end = span.end;
  while (end < text.size() && text[end] == ' ') ++end;
  const std::string_view closer = text.substr(end).starts_with(")")    ? ")"
                                  : text.substr(end).starts_with("）") ? "）"
                                                                       : "";
  if (closer.empty()) return span;
  for (const std::string_view opener : kOpeners) {
    if (text.substr(0, span.begin).ends_with(opener)) {
      return {span.begin - opener.size(), end + closer.size()};
    }
  }
  return span;
}

/// Widens the span over the sign of a list item that holds nothing else.
Span WithListSign(std::string_view text, Span span, size_t floor) {
  if (span.end < text.size() && !IsLineEnd(text[span.end])) return span;
  size_t begin = span.begin;
  while (begin > floor && span.begin - begin < 8 &&
         std::string_view(" \t-*+>").find(text[begin - 1]) != std::string_view::npos) {
    --begin;
  }
  const bool begins_line = begin == 0 || IsLineEnd(text[begin - 1]);
  return begins_line ? Span{begin, span.end} : span;
}

/// True when nothing but spaces, a comma or an "and" lies between two marks.
bool OnlySeparates(std::string_view between) {
  constexpr std::array<std::string_view, 9> kJoints = {"",  ",",   ";",  "and", ", and",
                                                       "&", "und", "et", "y"};
  if (between.size() > 16) return false;
  const size_t first = between.find_first_not_of(" \t");
  if (first == std::string_view::npos) return true;
  const std::string_view joint = between.substr(first, between.find_last_not_of(" \t") + 1 - first);
  return std::find(kJoints.begin(), kJoints.end(), joint) != kJoints.end();
}

bool EndsClause(std::string_view text, size_t at) {
  if (at >= text.size()) return true;
  const CharKind kind = KindAt(text, at);
  return IsBlank(kind) || kind == CharKind::kDot || kind == CharKind::kStop ||
         kind == CharKind::kSeparator || kind == CharKind::kClose || kind == CharKind::kEllipsis;
}

/// "Sources:" before the first definition goes with it.
std::vector<Span> HeadingsOfDefinitions(std::string_view text,
                                        const std::vector<CitationMark>& marks) {
  std::vector<Span> headings;
  for (const CitationMark& mark : marks) {
    if (mark.form != MarkForm::kDefinition) continue;
    size_t end = mark.span.begin;
    while (end > 0 && (IsSpace(text[end - 1]) || IsLineEnd(text[end - 1]) || text[end - 1] == '-' ||
                       text[end - 1] == '*')) {
      if (mark.span.begin - end > 64) break;
      --end;
    }
    const size_t limit = end > 80 ? end - 80 : 0;
    size_t begin = end;
    while (begin > limit && !IsLineEnd(text[begin - 1])) --begin;
    if (begin < end && IsReferenceHeading(text.substr(begin, end - begin))) {
      headings.push_back({begin, end});
    }
  }
  return headings;
}

/// What an editor put into a quotation: “[T]he plan […] was approved.” says "The plan was
/// approved."
void AddEditorialBrackets(std::string_view text, std::vector<Piece>& pieces) {
  for (size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    for (const std::string_view gap : {std::string_view("[…]"), std::string_view("[...]")}) {
      if (text.substr(at).starts_with(gap)) pieces.push_back({{at, at + gap.size()}, true});
    }
    if (at + 1 >= text.size()) break;
    const Char letter = CharAt(text, at + 1);
    const bool encloses = IsLetter(letter.kind) && text.substr(letter.end).starts_with(']') &&
                          letter.end + 1 < text.size() && IsLetter(KindAt(text, letter.end + 1));
    if (!encloses) continue;
    if (at > 0 && IsLetter(KindBefore(text, at))) continue;
    pieces.push_back({{at, at + 1}, false});
    pieces.push_back({{letter.end, letter.end + 1}, false});
  }
}

}  // namespace

MarkedText::MarkedText(Document response)
    : response_(std::move(response)), marks_(FindCitationMarks(response_.text)) {
  SetAside();
}

MarkedText::MarkedText(Document response, std::vector<CitationMark> marks)
    : response_(std::move(response)), marks_(std::move(marks)) {
  SetAside();
}

void MarkedText::SetAside() {
  // Loaders take footnotes out of the text; the notes that name sources are definitions.
  for (const Block& block : response_.blocks) {
    if (block.kind != BlockKind::kFootnote || !LooksLikeReference(block.span.In(response_.text))) {
      continue;
    }
    std::erase_if(marks_, [&](const CitationMark& mark) { return block.span.Contains(mark.span); });
    CitationMark note;
    note.form = MarkForm::kDefinition;
    note.span = block.span;
    marks_.push_back(std::move(note));
  }
  std::stable_sort(marks_.begin(), marks_.end(), [](const CitationMark& a, const CitationMark& b) {
    return a.span.begin < b.span.begin;
  });
  AddRemovals();
  if (removed_.empty()) {
    plain_ = response_;
  } else {
    MakePlain();
  }
}

void MarkedText::AddRemovals() {
  const std::string_view text = response_.text;
  std::vector<Piece> pieces;
  for (const Span& heading : HeadingsOfDefinitions(text, marks_)) pieces.push_back({heading, true});
  for (const CitationMark& mark : marks_) {
    if (IsNoun(text, mark)) continue;
    if (mark.content.empty()) {
      pieces.push_back({mark.span, true});
    } else {
      pieces.push_back({{mark.span.begin, mark.content.begin}, false});
      pieces.push_back({{mark.content.end, mark.span.end}, false});
    }
  }
  AddEditorialBrackets(text, pieces);
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.span < b.span; });
  for (size_t i = 0; i < pieces.size(); ++i) {
    Span span = pieces[i].span;
    bool whole = pieces[i].whole;
    while (i + 1 < pieces.size()) {
      const Span& next = pieces[i + 1].span;
      const bool joins =
          next.begin <= span.end || (pieces[i + 1].whole && whole &&
                                     OnlySeparates(text.substr(span.end, next.begin - span.end)));
      if (!joins) break;
      span.end = std::max(span.end, next.end);
      whole = whole && pieces[i + 1].whole;
      ++i;
    }
    const size_t floor = removed_.empty() ? 0 : removed_.back().span.end;
    if (whole) span = WithListSign(text, WithParentheses(text, span), floor);
    span.begin = std::max(span.begin, floor);
    Removal removal{.span = span, .marks = span, .space = false};
    const bool spaced = span.begin > floor && IsSpace(text[span.begin - 1]);
    const bool leads = span.begin == 0 || IsLineEnd(text[span.begin - 1]);
    if (leads) {
      while (removal.span.end < text.size() && IsSpace(text[removal.span.end])) ++removal.span.end;
    } else if (spaced && EndsClause(text, span.end)) {
      while (removal.span.begin > floor && IsSpace(text[removal.span.begin - 1])) {
        --removal.span.begin;
      }
    } else if (!spaced && whole) {
      const CharKind before = KindBefore(text, span.begin);
      const CharKind after = KindAt(text, span.end);
      removal.space = !IsBlank(before) && before != CharKind::kOpen &&
                      (IsCased(after) || after == CharKind::kDigit);
    }
    removed_.push_back(removal);
  }
}

void MarkedText::MakePlain() {
  plain_ = response_;
  plain_.text.clear();
  plain_.boxes.clear();
  size_t done = 0;
  for (const Removal& removal : removed_) {
    plain_.text.append(response_.text, done, removal.span.begin - done);
    removal_starts_.push_back(plain_.text.size());
    if (removal.space) plain_.text.push_back(' ');
    done = removal.span.end;
  }
  plain_.text.append(response_.text, done);
  for (Block& block : plain_.blocks)
    block.span = {ToPlain(block.span.begin), ToPlain(block.span.end)};
  Segment(plain_);
}

size_t MarkedText::ToPlain(size_t offset) const {
  const auto after = std::partition_point(removed_.begin(), removed_.end(),
                                          [&](const Removal& r) { return r.span.begin < offset; });
  if (after == removed_.begin()) return offset;
  const auto index = static_cast<size_t>(after - removed_.begin()) - 1;
  const Removal& removal = removed_[index];
  const size_t start = removal_starts_[index] + (removal.space ? 1 : 0);
  return offset <= removal.span.end ? removal_starts_[index] : start + (offset - removal.span.end);
}

Span MarkedText::ToResponse(const Span& span) const {
  if (empty()) return span;
  // The removal at or before a place of the plain text decides how far it has moved.
  const auto moved = [this](size_t offset, bool include_equal) {
    const auto after =
        include_equal ? std::upper_bound(removal_starts_.begin(), removal_starts_.end(), offset)
                      : std::lower_bound(removal_starts_.begin(), removal_starts_.end(), offset);
    if (after == removal_starts_.begin()) return offset;
    const auto index = static_cast<size_t>(after - removal_starts_.begin()) - 1;
    const size_t start = removal_starts_[index] + (removed_[index].space ? 1 : 0);
    return removed_[index].span.end + (offset > start ? offset - start : 0);
  };
  const size_t begin = moved(span.begin, true);
  return {begin, span.empty() ? begin : moved(span.end, false)};
}

void MarkedText::SetSentences() {
  const std::vector<Sentence>& plain = plain_.sentences;
  std::vector<Sentence>& sentences = response_.sentences;
  sentences = plain;
  for (Sentence& sentence : sentences) sentence.span = ToResponse(sentence.span);

  const std::string_view text = response_.text;
  // A line end between a mark and a sentence parts them; so does a block's end.
  const auto adjoins = [&](size_t from, size_t to) {
    return from <= to &&
           text.substr(from, to - from).find_first_not_of(" \t") == std::string_view::npos;
  };
  const auto in_block = [&](const Span& span, const Sentence& sentence) {
    return sentence.block < 0 ||
           response_.blocks[static_cast<size_t>(sentence.block)].span.Contains(span);
  };
  size_t next = 0;  // First sentence that ends after the removal's begin.
  for (const Removal& removal : removed_) {
    const Span& marks = removal.marks;
    while (next < sentences.size() && sentences[next].span.end <= marks.begin) ++next;
    if (next < sentences.size() && sentences[next].span.begin < marks.begin) continue;
    if (next > 0 && adjoins(sentences[next - 1].span.end, marks.begin) &&
        in_block(marks, sentences[next - 1])) {
      sentences[next - 1].span.end = marks.end;
    } else if (next < sentences.size() && adjoins(marks.end, sentences[next].span.begin) &&
               in_block(marks, sentences[next])) {
      sentences[next].span.begin = marks.begin;
    }
  }
  size_t index = 0;
  for (CitationMark& mark : marks_) {
    if (IsListed(mark.form)) continue;
    while (index < sentences.size() && sentences[index].span.end <= mark.span.begin) ++index;
    const size_t place = mark.content.empty() ? mark.span.begin : mark.content.begin;
    size_t owner = index;
    while (owner < sentences.size() && sentences[owner].span.end <= place) ++owner;
    if (owner < sentences.size() && sentences[owner].span.begin <= place) {
      mark.sentence = static_cast<int>(owner);
    }
  }
}

void MarkedText::Restore(GroundingReport* report) && {
  if (!empty()) {
    SetSentences();
    for (ClaimResult& result : report->claims) {
      result.claim.span = ToResponse(result.claim.span);
      for (Substitution& each : result.claim.substitutions) each.span = ToResponse(each.span);
      for (OpenReference& each : result.claim.open_references) each.span = ToResponse(each.span);
    }
    AssignTags({&response_, 1});
    report->response = std::move(response_);
  } else {
    SetSentences();
  }
  report->marks = std::move(marks_);
  ResolveMarks(report->documents, report->unread_sources.size(), report->marks);
  for (std::string& warning : MarkWarnings(*report)) {
    report->warnings.push_back(std::move(warning));
  }
}

}  // namespace gloss
