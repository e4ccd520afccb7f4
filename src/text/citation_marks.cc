#include "text/citation_marks.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "text/ascii.h"
#include "text/mark_context.h"
#include "text/mark_elements.h"
#include "text/mark_readers.h"
#include "text/mark_tags.h"

namespace gloss {
namespace {

CitationMark MarkOf(FoundMark found, size_t begin) {
  CitationMark mark;
  mark.form = found.form;
  mark.span = {begin, found.end};
  for (std::string& id : found.ids) mark.targets.emplace_back().id = std::move(id);
  return mark;
}

/// By begin; of two that begin together, the longer first, since it may enclose the other.
bool IsBefore(const CitationMark& a, const CitationMark& b) {
  return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
}

/// <think>…</think> at the beginning of a line. One that is left open runs to the end of the text,
/// if it begins the text; an end alone closes notes that began in the prompt.
std::vector<CitationMark> FindThinking(std::string_view text) {
  std::vector<CitationMark> marks;
  const auto add = [&](size_t begin, size_t end) {
    CitationMark mark;
    mark.form = MarkForm::kThinking;
    mark.span = {begin, end};
    marks.push_back(std::move(mark));
  };
  for (const std::string_view name : {"think", "thinking", "thought", "reasoning"}) {
    const std::string open = "<" + std::string(name) + ">";
    const std::string close = "</" + std::string(name) + ">";
    size_t at = text.find(open);
    size_t end = text.find(close);
    if (end < at && end != std::string_view::npos) {
      const size_t after = end + close.size();
      if (after == text.size() || text[after] == '\n' || text[after] == '\r') add(0, after);
    }
    while (at != std::string_view::npos) {
      if (end < at) end = text.find(close, at);
      if (end == std::string_view::npos) {
        if (text.find_first_not_of(" \t\r\n") == at) add(at, text.size());
        break;
      }
      const bool begins_line = AtLineStart(text, at);
      if (begins_line) add(at, end + close.size());
      at = text.find(open, begins_line ? end : at + 1);
    }
  }
  std::stable_sort(marks.begin(), marks.end(), IsBefore);
  // Notes within notes are part of the outer ones.
  std::vector<CitationMark> outer;
  for (CitationMark& mark : marks) {
    if (outer.empty() || mark.span.begin >= outer.back().span.end) outer.push_back(std::move(mark));
  }
  return outer;
}

/// Lines that say what marks stand for, found among the marks that begin a line.
void FindDefinitions(std::string_view text, std::vector<CitationMark>& marks) {
  std::set<std::string, std::less<>> cited;
  for (CitationMark& mark : marks) {
    const size_t end = mark.span.end;
    if (mark.form != MarkForm::kBracket && mark.form != MarkForm::kFootnote &&
        mark.form != MarkForm::kSuperscript) {
      continue;
    }
    if (!AtLineStart(text, mark.span.begin)) {
      for (const MarkTarget& target : mark.targets) cited.insert(target.id);
      continue;
    }
    const bool colon = end < text.size() && text[end] == ':';
    size_t stop = std::min(text.find('\n', end), text.size());
    const size_t begin = end + (colon ? 1 : 0);
    const std::string_view line = text.substr(begin, stop - begin);
    const bool known = mark.targets.size() == 1 && cited.contains(mark.targets.front().id);
    if ((colon || known) && LooksLikeReference(line)) {
      mark.form = MarkForm::kDefinition;
      if (stop > begin && text[stop - 1] == '\r') --stop;
      mark.span.end = stop;
    } else if (colon && mark.form == MarkForm::kFootnote) {
      mark.span.end = begin;  // A note that states something: only its label is set aside.
    }
  }
}

/// Lines without a mark under "Sources:" that name a source each: "- https://example.org".
void FindReferenceLists(std::string_view text, std::vector<CitationMark>& marks) {
  std::set<size_t> defined;
  for (const CitationMark& mark : marks) {
    if (mark.form == MarkForm::kDefinition) defined.insert(mark.span.begin);
  }
  std::vector<CitationMark> found;
  bool in_list = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t begin = std::min(text.find_first_not_of(" \t\r-*+>", at), end);
    const std::string_view line = text.substr(begin, end - begin);
    const auto known = defined.lower_bound(at);
    if (IsReferenceHeading(text.substr(at, end - at))) {
      in_list = true;
    } else if (in_list && !line.empty() && !(known != defined.end() && *known < end)) {
      in_list = LooksLikeReference(line);
      if (in_list) {
        CitationMark mark;
        mark.form = MarkForm::kDefinition;
        mark.span = {begin, line.ends_with('\r') ? end - 1 : end};
        found.push_back(std::move(mark));
      }
    }
    at = end + 1;
  }
  marks.insert(marks.end(), std::make_move_iterator(found.begin()),
               std::make_move_iterator(found.end()));
}

/// "[^a-z]" is a footnote only where a line defines it; a number is one anyway.
void DropLooseFootnotes(std::string_view text, std::vector<CitationMark>& marks) {
  std::set<std::string, std::less<>> defined;
  for (const CitationMark& mark : marks) {
    const size_t end = mark.span.end;
    if (mark.form == MarkForm::kFootnote && end < text.size() && text[end] == ':' &&
        AtLineStart(text, mark.span.begin)) {
      defined.insert(mark.targets.front().id);
    }
  }
  std::erase_if(marks, [&](const CitationMark& mark) {
    if (mark.form != MarkForm::kFootnote) return false;
    const std::string& label = mark.targets.front().id;
    return !std::all_of(label.begin(), label.end(), IsAsciiDigit) && !defined.contains(label);
  });
}

/// Leaves out marks that lie within another, unless they are in its content.
void DropCovered(std::vector<CitationMark>& marks) {
  std::vector<std::pair<Span, Span>> around;  // Span and content of the marks not yet ended.
  std::erase_if(marks, [&](const CitationMark& mark) {
    while (!around.empty() && around.back().first.end <= mark.span.begin) around.pop_back();
    if (!around.empty() && !around.back().second.Contains(mark.span)) return true;
    around.emplace_back(mark.span, mark.content);
    return false;
  });
}

/// Tags are often set in bold or italics: the signs go with the mark.
void WidenOverEmphasis(std::string_view text, std::vector<CitationMark>& marks) {
  for (CitationMark& mark : marks) {
    if (mark.form != MarkForm::kTag || !mark.content.empty()) continue;
    Span& span = mark.span;
    while (span.begin > 0 && span.end < text.size() && text[span.begin - 1] == text[span.end] &&
           (text[span.end] == '*' || text[span.end] == '_')) {
      --span.begin;
      ++span.end;
    }
  }
}

CitationMark MarkOf(FoundTags found) {
  CitationMark mark =
      MarkOf(FoundMark{MarkForm::kTag, found.span.end, std::move(found.ids)}, found.span.begin);
  mark.damaged = true;
  return mark;
}

/// Code holds no marks, but for tags that are set as code.
std::vector<Span> SkippedCode(std::string_view text, const TagIndex* tags,
                              std::vector<CitationMark>& marks) {
  std::vector<Span> code = FindCode(text);
  if (tags == nullptr) return code;
  for (const Span& span : code) {
    if (auto found = ReadTagsInCode(text, span, *tags)) marks.push_back(MarkOf(*std::move(found)));
  }
  return code;
}

/// `tags` may be null.
std::vector<CitationMark> FindMarks(std::string_view text, const TagIndex* tags) {
  std::vector<CitationMark> marks;
  MarkElements elements(text, tags);
  std::vector<Span> skipped = SkippedCode(text, tags, marks);
  for (CitationMark& mark : FindThinking(text)) {
    skipped.push_back(mark.span);
    marks.push_back(std::move(mark));
  }
  std::sort(skipped.begin(), skipped.end());
  size_t next_skip = 0;
  for (size_t at = 0; at < text.size();) {
    while (next_skip < skipped.size() && skipped[next_skip].end <= at) ++next_skip;
    if (next_skip < skipped.size() && skipped[next_skip].begin <= at) {
      at = skipped[next_skip].end;
      continue;
    }
    const char c = text[at];
    if (c == '<') {
      at = elements.Read(at);
      continue;
    }
    const bool opens = c == '[' || c == '(' || static_cast<unsigned char>(c) >= 0xC2;
    if (tags != nullptr && (opens || c == '{' || c == '>')) {
      auto found = c == '>' ? ReadTagBefore(text, at, *tags) : ReadDamagedTags(text, at, *tags);
      if (found) {
        at = found->span.end;
        marks.push_back(MarkOf(*std::move(found)));
        continue;
      }
    }
    const bool marks_link = c == '[' && at > 0 && text[at - 1] == ']' &&
                            (marks.empty() || marks.back().span.end != at);  // [text][1]
    if (marks_link || !opens) {
      ++at;
      continue;
    }
    auto found = ReadMark(text, at);
    const size_t end = found ? found->end : at + 1;
    if (found) marks.push_back(MarkOf(*std::move(found), at));
    at = end;
  }
  std::vector<CitationMark> more = elements.Take();
  marks.insert(marks.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  if (tags != nullptr) WidenOverEmphasis(text, marks);
  std::stable_sort(marks.begin(), marks.end(), IsBefore);
  DropLooseFootnotes(text, marks);
  FindDefinitions(text, marks);
  FindReferenceLists(text, marks);
  std::stable_sort(marks.begin(), marks.end(), IsBefore);
  DropCovered(marks);
  return marks;
}

}  // namespace

std::vector<CitationMark> FindCitationMarks(std::string_view text) {
  return FindMarks(text, nullptr);
}

std::vector<CitationMark> FindCitationMarks(std::string_view text, const TagIndex& tags) {
  return FindMarks(text, tags.empty() ? nullptr : &tags);
}

std::string ProtectMarksInMarkdown(std::string_view markdown) {
  std::set<size_t> breaks;  // Where an empty line is put in.
  std::set<size_t> backslashes;
  const auto protect = [&](size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      if (markdown[at] == '[' || markdown[at] == '<') backslashes.insert(at);
    }
  };
  for (const CitationMark& mark : FindCitationMarks(markdown)) {
    const Span& span = mark.span;
    if (mark.form == MarkForm::kThinking) {
      protect(span.begin, std::min(span.begin + 1, span.end));
      const size_t close = markdown.substr(0, span.end).rfind("</");
      if (close != std::string_view::npos && close > span.begin) backslashes.insert(close);
      breaks.insert(span.end);
    } else if (mark.form == MarkForm::kDefinition) {
      // "[1]: …" is Markdown's own and the renderer's to take out; other lines are text.
      const size_t close = markdown.substr(0, span.end).find(']', span.begin);
      const bool own = !mark.targets.empty() && close + 1 < span.end && markdown[close + 1] == ':';
      if (!own) protect(span.begin, span.end);
      if (span.begin == 0 || markdown[span.begin - 1] == '\n') {
        breaks.insert({span.begin, span.end});
      }
    } else if (mark.form != MarkForm::kFootnote) {
      protect(span.begin, mark.content.empty() ? span.end : mark.content.begin);
      if (!mark.content.empty()) protect(mark.content.end, span.end);
    }
  }
  for (size_t at = 0; at < markdown.size();) {
    const size_t end = std::min(markdown.find('\n', at), markdown.size());
    if (IsReferenceHeading(markdown.substr(at, end - at))) breaks.insert(at);
    at = end + 1;
  }
  std::string out;
  size_t done = 0;
  const auto copy_to = [&](size_t at) {
    out += markdown.substr(done, at - done);
    done = at;
  };
  auto line = breaks.begin();
  for (auto slash = backslashes.begin(); line != breaks.end() || slash != backslashes.end();) {
    if (slash == backslashes.end() || (line != breaks.end() && *line <= *slash)) {
      copy_to(*line);
      const bool parted = out.empty() || out.ends_with("\n\n") || done == markdown.size();
      if (!parted) out += out.ends_with('\n') ? "\n" : "\n\n";
      ++line;
    } else {
      copy_to(*slash++);
      out += '\\';
    }
  }
  copy_to(markdown.size());
  return out;
}

}  // namespace gloss
