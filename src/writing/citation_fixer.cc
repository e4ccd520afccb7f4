#include "writing/citation_fixer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/citation_marks.h"
#include "text/tag_index.h"

namespace gloss {
namespace {

struct Edit {
  Span span;
  std::string text;
  CitationEdit kind = CitationEdit::kRepaired;
  std::string reason;
};

/// How the text cites.
struct Style {
  MarkForm form = MarkForm::kTag;
  std::string letter;       ///< Before numbers: "S" of [S3].
  bool doubled = false;     ///< [[3]]
  bool after_stop = false;  ///< Marks stand after the full stop.
};

bool IsStop(char c) { return c == '.' || c == '!' || c == '?'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Fixer {
 public:
  explicit Fixer(const CitedText& text) : text_(text) {
    const TagIndex tags(text.documents);
    for (CitationMark& mark : FindCitationMarks(text.text, tags)) {
      const Span span = mark.span;
      marks_.emplace(span, std::move(mark));
    }
    for (size_t i = 0; i < text.citations.size(); ++i) {
      const Citation& citation = text.citations[i];
      if (citation.form == MarkForm::kAnnotation) {
        beside_.push_back(static_cast<int>(i));
      } else {
        by_mark_[citation.span].push_back(static_cast<int>(i));
      }
    }
    FindStyle();
  }

  CitedTextFix Fix() {
    for (const auto& [span, citations] : by_mark_) FixMark(span, citations);
    for (const int index : beside_) WriteBeside(text_.citations[static_cast<size_t>(index)]);
    AddMissing();
    return Apply();
  }

 private:
  // ---- Style -------------------------------------------------------------------------------

  void FindStyle() {
    size_t tags = 0;
    size_t others = 0;
    size_t after = 0;
    for (const auto& [span, citations] : by_mark_) {
      const Citation& citation = text_.citations[static_cast<size_t>(citations.front())];
      const bool is_tag = citation.form == MarkForm::kTag;
      ++(is_tag ? tags : others);
      size_t before = span.begin;
      while (before > 0 && IsBlank(text_.text[before - 1])) --before;
      after += before > 0 && IsStop(text_.text[before - 1]) ? 1 : 0;
      if (!is_tag && citation.cites_document() && style_.letter.empty()) {
        style_.letter = citation.id.substr(0, citation.id.find_first_of("0123456789"));
        if (style_.letter.size() > 1) style_.letter.clear();
        style_.doubled = span.In(text_.text).starts_with("[[");
      }
    }
    style_.form = others > tags ? MarkForm::kBracket : MarkForm::kTag;
    style_.after_stop = after * 2 > by_mark_.size();
  }

  const std::string& TagOf(const SentenceRef& ref) const {
    return text_.documents[static_cast<size_t>(ref.document)]
        .sentences[static_cast<size_t>(ref.sentence)]
        .tag;
  }

  /// The id that names a sentence in brackets; nothing where only its tag does.
  std::optional<std::string> BracketId(const SentenceRef& ref) const {
    bool sources = by_mark_.empty();
    for (const Citation& citation : text_.citations) {
      if (citation.form == MarkForm::kAnnotation || citation.form == MarkForm::kTag) continue;
      if (citation.state != CitationState::kExists) continue;
      if (citation.cites_document() && citation.document == ref.document) return citation.id;
      if (citation.sentences == std::vector<SentenceRef>{ref}) return citation.id;
      sources = sources || citation.cites_document();
    }
    const std::string& id = text_.documents[static_cast<size_t>(ref.document)].id;
    const bool by_place =
        id.size() > 1 && id[0] == 'd' && id.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!sources || !by_place) return std::nullopt;
    return style_.letter + id.substr(1);
  }

  /// Marks for ids in brackets and for tags, in the text's way.
  std::string MarkOf(const std::vector<std::string>& ids, const std::vector<std::string>& tags,
                     bool doubled) const {
    std::string mark;
    for (size_t i = 0; i < ids.size(); ++i) mark += (i == 0 ? "" : ", ") + ids[i];
    if (!mark.empty()) mark = doubled ? "[[" + mark + "]]" : "[" + mark + "]";
    for (const std::string& tag : tags) mark += "<" + tag + ">";
    return mark;
  }

  // ---- Marks that are there ----------------------------------------------------------------

  /// Sentences that support the claims which a citation does not support.
  std::set<SentenceRef> SupportFor(const Citation& citation) const {
    std::set<SentenceRef> wanted;
    for (const int index : citation.claims) {
      const CitedClaim& claim = text_.claims[static_cast<size_t>(index)];
      if (claim.verdict == Verdict::kSupported) continue;
      wanted.insert(claim.would_support.begin(), claim.would_support.end());
    }
    return wanted;
  }

  bool AllSupported(const Citation& citation) const {
    return !citation.claims.empty() &&
           std::all_of(citation.claims.begin(), citation.claims.end(), [&](int claim) {
             return text_.claims[static_cast<size_t>(claim)].verdict == Verdict::kSupported;
           });
  }

  /// What is to stand in the place of a mark.
  struct Wanted {
    std::vector<std::string> ids;  ///< In brackets, or as the mark's form has them.
    std::vector<std::string> tags;
    std::optional<CitationEdit> kind;  ///< Of the mark as a whole; not set: nothing changes.
    std::string reason;

    void Note(CitationEdit edit, const std::string& why) {
      // A mark that is partly replaced is replaced.
      if (!kind || edit == CitationEdit::kReplaced) kind = edit;
      if (!why.empty()) reason += (reason.empty() ? "" : "; ") + why;
    }
  };

  void Keep(const Citation& citation, Wanted& wanted) const {
    if (citation.form == MarkForm::kTag) {
      wanted.tags.push_back(citation.resolved);
    } else {
      const bool repaired = citation.state == CitationState::kRepaired;
      wanted.ids.push_back(repaired ? citation.resolved : citation.id);
    }
    if (citation.state == CitationState::kRepaired) {
      wanted.Note(CitationEdit::kRepaired, citation.reason);
    }
  }

  void Replace(const std::set<SentenceRef>& support, bool tag_form, Wanted& wanted) const {
    for (const SentenceRef& ref : support) {
      const auto id = tag_form ? std::nullopt : BracketId(ref);
      auto& list = id ? wanted.ids : wanted.tags;
      const std::string& name = id ? *id : TagOf(ref);
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
  }

  void FixMark(const Span& span, const std::vector<int>& citations) {
    Wanted wanted;
    const bool tag_form =
        text_.citations[static_cast<size_t>(citations.front())].form == MarkForm::kTag;
    for (const int index : citations) {
      const Citation& citation = text_.citations[static_cast<size_t>(index)];
      const bool unknown = citation.state == CitationState::kUnknown;
      const bool fails = citation.verdict == CitationVerdict::kDoesNotAddress ||
                         citation.verdict == CitationVerdict::kContradicts;
      if (!unknown && !fails) {
        Keep(citation, wanted);
        continue;
      }
      const std::set<SentenceRef> support = SupportFor(citation);
      if (!support.empty()) {
        Replace(support, tag_form, wanted);
        wanted.Note(CitationEdit::kReplaced,
                    unknown ? citation.reason : "what it cited does not support this");
      } else if (unknown) {
        wanted.Note(CitationEdit::kRemoved, citation.reason);
      } else if (AllSupported(citation)) {
        wanted.Note(CitationEdit::kRemoved, "what it cited does not address this");
      } else {
        Keep(citation, wanted);
      }
    }
    if (wanted.kind) Write(span, tag_form, wanted);
  }

  void Write(const Span& span, bool tag_form, const Wanted& wanted) {
    const std::string_view whole = span.In(text_.text);
    const auto mark = marks_.find(span);
    const Span content = mark == marks_.end() ? Span{} : mark->second.content;
    const std::string text = MarkOf(wanted.ids, wanted.tags, whole.starts_with("[["));
    if (content.empty()) {
      if (text.empty()) {
        edits_.push_back({Widened(span), "", *wanted.kind, wanted.reason});
      } else {
        edits_.push_back({span, text, *wanted.kind, wanted.reason});
      }
      return;
    }
    // Tags around words stay around them where there is one; else they go behind.
    const bool around = tag_form && wanted.ids.empty() && wanted.tags.size() == 1;
    const std::string open = around ? "<" + wanted.tags[0] + ">" : "";
    std::string close = around ? "</" + wanted.tags[0] + ">" : text;
    if (!around && !close.empty()) close = " " + close;
    const auto inner = by_mark_.upper_bound(span);
    const bool nested = inner != by_mark_.end() && inner->first.begin < span.end;
    if (!nested) {
      const std::string words(content.In(text_.text));
      edits_.push_back({span, open + words + close, *wanted.kind, wanted.reason});
      return;
    }
    edits_.push_back({{span.begin, content.begin}, open, *wanted.kind, wanted.reason});
    edits_.push_back({{content.end, span.end}, close, *wanted.kind, "its other end"});
  }

  /// A mark that goes takes brackets around it and the space before it along.
  Span Widened(Span span) const {
    const std::string& text = text_.text;
    if (span.begin > 0 && text[span.begin - 1] == '(' && span.end < text.size() &&
        text[span.end] == ')') {
      span = {span.begin - 1, span.end + 1};
    }
    const bool ends = span.end == text.size() || IsBlank(text[span.end]) ||
                      std::string_view(".,;:!?)").find(text[span.end]) != std::string_view::npos;
    size_t begin = span.begin;
    while (ends && begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
    const bool leads = begin == 0 || text[begin - 1] == '\n';
    if (!leads) return {begin, span.end};
    size_t end = span.end;
    while (end < text.size() && text[end] == ' ') ++end;
    return {span.begin, end};
  }

  // ---- What is to be added -----------------------------------------------------------------

  /// A citation that stood beside the text is written into it.
  void WriteBeside(const Citation& citation) {
    std::set<SentenceRef> cited(citation.sentences.begin(), citation.sentences.end());
    const bool fails = citation.state == CitationState::kUnknown ||
                       citation.verdict == CitationVerdict::kDoesNotAddress ||
                       citation.verdict == CitationVerdict::kContradicts;
    std::set<SentenceRef> support = fails ? SupportFor(citation) : std::set<SentenceRef>{};
    const bool replaced = !support.empty();
    if (!replaced) {
      if (citation.state == CitationState::kUnknown) return;
      if (fails && AllSupported(citation)) return;
      // A source as a whole has no tag: what supports the claim in it has.
      if (citation.cites_document()) {
        for (const int claim : citation.claims) {
          for (const SentenceRef& ref : text_.claims[static_cast<size_t>(claim)].evidence) {
            if (ref.document == citation.document) cited.insert(ref);
          }
        }
      }
      support = std::move(cited);
    }
    if (support.empty() || citation.sentence < 0) return;
    const size_t end = std::min(citation.span.end,
                                text_.sentences[static_cast<size_t>(citation.sentence)].span.end);
    Insert(PlaceAt(end), support,
           replaced ? "what it cited does not support this" : "it stood beside the text");
  }

  void AddMissing() {
    for (const CitedClaim& claim : text_.claims) {
      if (!claim.needs_citation || !claim.citations.empty() || claim.would_support.empty()) {
        continue;
      }
      const std::set<SentenceRef> support(claim.would_support.begin(), claim.would_support.end());
      const CitedSentence& sentence = text_.sentences[static_cast<size_t>(claim.sentence)];
      size_t end = sentence.span.end;
      const bool cites_later =
          std::any_of(sentence.citations.begin(), sentence.citations.end(), [&](int index) {
            return text_.citations[static_cast<size_t>(index)].span.begin >= claim.span.end;
          });
      const bool ends_word =
          claim.span.end >= text_.text.size() ||
          !(IsAsciiAlpha(text_.text[claim.span.end]) || IsAsciiDigit(text_.text[claim.span.end]) ||
            static_cast<unsigned char>(text_.text[claim.span.end]) >= 0x80U);
      if (cites_later && ends_word) end = claim.span.end;
      Insert(PlaceAt(end), support, "it had no citation");
    }
  }

  /// Where a mark goes whose words end at `end`.
  size_t PlaceAt(size_t end) const {
    while (end > 0 && IsBlank(text_.text[end - 1])) --end;
    if (style_.after_stop) {
      if (end < text_.text.size() && IsStop(text_.text[end])) ++end;
      return end;
    }
    while (end > 0 && IsStop(text_.text[end - 1])) --end;
    return end;
  }

  struct Addition {
    std::set<SentenceRef> support;
    std::string reason;
  };

  void Insert(size_t at, const std::set<SentenceRef>& support, const std::string& reason) {
    Addition& addition = additions_[at];
    addition.support.insert(support.begin(), support.end());
    if (addition.reason.find(reason) == std::string::npos) {
      addition.reason += (addition.reason.empty() ? "" : "; ") + reason;
    }
  }

  // ---- Putting it together -----------------------------------------------------------------

  CitedTextFix Apply() {
    for (const auto& [at, addition] : additions_) {
      Wanted wanted;
      Replace(addition.support, style_.form == MarkForm::kTag, wanted);
      const bool spaced = at == 0 || !IsBlank(text_.text[at - 1]);
      edits_.push_back(
          {{at, at},
           (spaced && at > 0 ? " " : "") + MarkOf(wanted.ids, wanted.tags, style_.doubled),
           CitationEdit::kAdded,
           addition.reason});
    }
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.span < b.span; });
    CitedTextFix fix;
    size_t done = 0;
    for (const Edit& edit : edits_) {
      const size_t begin = std::max(edit.span.begin, done);
      fix.text.append(text_.text, done, begin - done);
      const size_t start = fix.text.size();
      fix.text += edit.text;
      done = std::max(done, edit.span.end);
      fix.changes.push_back({edit.kind,
                             {begin, std::max(begin, edit.span.end)},
                             {start, fix.text.size()},
                             edit.reason});
    }
    fix.text.append(text_.text, done);
    return fix;
  }

  const CitedText& text_;
  std::map<Span, CitationMark> marks_;
  std::map<Span, std::vector<int>> by_mark_;  ///< Citations in the text.
  std::vector<int> beside_;
  Style style_;
  std::vector<Edit> edits_;
  std::map<size_t, Addition> additions_;
};

}  // namespace

CitedTextFix FixCitations(const CitedText& text) { return Fixer(text).Fix(); }

}  // namespace gloss
