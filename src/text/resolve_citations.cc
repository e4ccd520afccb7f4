#include "text/resolve_citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/mark_context.h"
#include "text/quote_finder.h"
#include "text/target_index.h"

namespace gloss {
namespace {

constexpr size_t kMostNoteBytes = 2000;
/// Names that are compared letter by letter with those of all sources; a hostile text has more.
constexpr int kMostNearNames = 200;

/// The stretches of a note between quotation marks.
std::vector<std::string_view> QuotesIn(std::string_view note) {
  constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}};
  std::vector<std::string_view> quotes;
  for (const auto& [open, close] : kMarks) {
    const size_t begin = note.find(open);
    if (begin == std::string_view::npos) continue;
    const size_t end = note.rfind(close);
    if (end == std::string_view::npos || end <= begin + open.size()) continue;
    quotes.push_back(note.substr(begin + open.size(), end - begin - open.size()));
  }
  return quotes;
}

class Resolver {
 public:
  Resolver(const CitationSources& sources, const CitationIds& ids)
      : sources_(sources),
        ids_(ids),
        targets_(sources.documents, sources.unread),
        quotes_(sources.documents) {
    for (size_t d = 0; d < sources.documents.size(); ++d) {
      for (size_t s = 0; s < sources.documents[d].sentences.size(); ++s) {
        all_.push_back({static_cast<int>(d), static_cast<int>(s)});
      }
    }
    for (const auto& [id, meaning] : ids.table) table_.emplace(AsciiLower(id), meaning);
  }

  /// What a note says that its label stands for.
  void Define(std::string_view label, std::string_view note) {
    notes_.emplace(AsciiLower(label), note.substr(0, kMostNoteBytes));
  }

  /// Nothing in the sources is what the note names: it states something of its own.
  bool NamesSource(std::string_view note) {
    Citation citation;
    return FromNote(note.substr(0, kMostNoteBytes), citation);
  }

  void Resolve(Citation& citation, bool damaged) {
    const std::string key = AsciiLower(citation.id);
    if (const auto row = table_.find(key); row != table_.end()) {
      FromTable(row->second, citation);
    } else if (const auto note = notes_.find(key);
               note != notes_.end() && FromNote(note->second, citation)) {
      citation.state = CitationState::kExists;
    } else if (!FromTags(citation)) {
      FromPlaceOrName(citation, note != notes_.end());
    }
    if (damaged && citation.state == CitationState::kExists) {
      citation.state = CitationState::kRepaired;
      citation.reason = "the mark-up of the tag was put right";
    }
  }

 private:
  void CiteTag(const std::string& tag, Citation& citation) const {
    citation.resolved = tag;
    citation.sentences = sources_.tags.PlacesOf(tag);
  }

  void CiteSentences(std::vector<SentenceRef> sentences, Citation& citation) const {
    const SentenceRef& first = sentences.front();
    citation.resolved = sources_.documents[static_cast<size_t>(first.document)]
                            .sentences[static_cast<size_t>(first.sentence)]
                            .tag;
    citation.sentences = std::move(sentences);
  }

  void CiteDocument(int document, Citation& citation) const {
    citation.document = document;
    citation.resolved = sources_.documents[static_cast<size_t>(document)].id;
  }

  void FromTable(const IdMeaning& meaning, Citation& citation) const {
    citation.state = CitationState::kExists;
    if (!meaning.tag.empty()) {
      const TagIndex::Found found = sources_.tags.Find(meaning.tag);
      if (found.match == TagMatch::kExact) return CiteTag(found.tag, citation);
    } else {
      MarkTarget target;
      target.id = meaning.document;
      targets_.Resolve(MarkForm::kBracket, target);
      if (target.document >= 0 && meaning.sentence < 0) {
        return CiteDocument(target.document, citation);
      }
      const SentenceRef ref{target.document, meaning.sentence};
      if (target.document >= 0 && std::binary_search(all_.begin(), all_.end(), ref)) {
        return CiteSentences({ref}, citation);
      }
    }
    citation.state = CitationState::kUnknown;
    citation.reason =
        fmt::format("the table of ids gives \"{}\" a place that no source has", citation.id);
  }

  bool FromNote(std::string_view note, Citation& citation) {
    for (size_t at = 0; at < note.size();) {
      size_t end = at;
      while (end < note.size() && (IsAsciiAlpha(note[end]) || IsAsciiDigit(note[end]))) ++end;
      if (end == at) {
        ++at;
        continue;
      }
      const TagIndex::Found found = sources_.tags.Find(note.substr(at, end - at));
      if (found.match == TagMatch::kExact) {
        CiteTag(found.tag, citation);
        return true;
      }
      at = end;
    }
    const int document = targets_.NamedIn(note);
    for (const std::string_view quote : QuotesIn(note)) {
      std::vector<SentenceRef> places = quotes_.Find(quote, document);
      if (places.empty() && document >= 0) places = quotes_.Find(quote);
      if (places.empty()) continue;
      CiteSentences(std::move(places), citation);
      return true;
    }
    if (document < 0) return false;
    CiteDocument(document, citation);
    return true;
  }

  bool FromTags(Citation& citation) const {
    const TagIndex::Found found = sources_.tags.Find(citation.id);
    switch (found.match) {
      case TagMatch::kNone:
        if (citation.form != MarkForm::kTag) return false;
        citation.reason = fmt::format("\"{}\" is the tag of no sentence", citation.id);
        return true;
      case TagMatch::kAmbiguous:
        citation.reason = fmt::format("\"{}\" is no tag, and comes near several", citation.id);
        return true;
      case TagMatch::kNear:
        citation.state = CitationState::kRepaired;
        citation.reason =
            fmt::format("\"{}\" is no tag; {} is the only one so near", citation.id, found.tag);
        break;
      case TagMatch::kExact:
        citation.state =
            citation.id == found.tag ? CitationState::kExists : CitationState::kRepaired;
        if (citation.id != found.tag) citation.reason = "tags are in lower case";
        break;
    }
    CiteTag(found.tag, citation);
    return true;
  }

  void FromPlaceOrName(Citation& citation, bool has_note) {
    MarkTarget target;
    target.id = citation.id;
    targets_.Resolve(citation.form, target);
    const size_t digits = citation.id.find_first_of("0123456789");
    const bool numbered = digits <= 1 && citation.id.size() - digits <= 6 &&
                          citation.id.find_first_not_of("0123456789", digits) == std::string::npos;
    if (ids_.numbers_are_sentences && numbered) {
      const auto number = static_cast<size_t>(std::stoi(citation.id.substr(digits)));
      if (number > 0 && number <= all_.size()) {
        citation.state = CitationState::kExists;
        return CiteSentences({all_[number - 1]}, citation);
      }
      citation.reason = number == 0 ? "numbers count from 1"
                                    : fmt::format("\"{}\" names none of the {} sentences",
                                                  citation.id, all_.size());
      return;
    }
    if (target.known) {
      citation.state = CitationState::kExists;
      if (has_note) citation.reason = "its note names no source that was given: read by its number";
      if (target.document >= 0) return CiteDocument(target.document, citation);
      citation.reason = "the source that it names was not read";
      return;
    }
    const int near = ++near_names_ > kMostNearNames ? -1 : targets_.NearestName(citation.id);
    if (near >= 0) {
      citation.state = CitationState::kRepaired;
      CiteDocument(near, citation);
      citation.reason = fmt::format("\"{}\" names no source; \"{}\" is the only one so near",
                                    citation.id, citation.resolved);
      return;
    }
    citation.reason = numbered && citation.id.find_first_not_of("0", digits) == std::string::npos
                          ? "numbers count from 1"
                          : fmt::format("\"{}\" names none of the {} source{}", citation.id,
                                        targets_.sources(), targets_.sources() == 1 ? "" : "s");
  }

  const CitationSources& sources_;
  const CitationIds& ids_;
  TargetIndex targets_;
  std::vector<SentenceRef> all_;
  std::map<std::string, IdMeaning> table_;
  std::map<std::string, std::string_view> notes_;
  QuoteFinder quotes_;
  int near_names_ = 0;
};

/// The line of a mark after it and a colon.
std::string_view NoteOf(std::string_view text, const CitationMark& mark) {
  // The label ends at the first "]" or, of ¹, with its characters.
  size_t begin = mark.span.begin;
  if (text[begin] == '[') {
    begin = std::min(text.find(']', begin), mark.span.end - 1) + 1;
  } else {
    while (begin < mark.span.end && static_cast<unsigned char>(text[begin]) >= 0x80U) ++begin;
  }
  while (begin < text.size() && (text[begin] == ':' || text[begin] == ' ')) ++begin;
  const size_t end = std::min(text.find('\n', begin), text.size());
  return text.substr(begin, end - begin);
}

bool LabelsLine(std::string_view text, const CitationMark& mark) {
  if (mark.targets.size() != 1 || !AtLineStart(text, mark.span.begin)) return false;
  if (mark.form == MarkForm::kDefinition) return true;
  if (mark.form != MarkForm::kFootnote && mark.form != MarkForm::kBracket) return false;
  const size_t end = mark.span.end;
  return text.substr(0, end).ends_with(':') || text.substr(end).starts_with(':');
}

}  // namespace

std::vector<Citation> ResolveCitations(std::string_view text, std::span<const CitationMark> marks,
                                       const CitationSources& sources, const CitationIds& ids) {
  Resolver resolver(sources, ids);
  for (const CitationMark& mark : marks) {
    if (LabelsLine(text, mark)) resolver.Define(mark.targets.front().id, NoteOf(text, mark));
  }
  std::vector<Citation> citations;
  for (const CitationMark& mark : marks) {
    if (mark.form == MarkForm::kDefinition || mark.form == MarkForm::kThinking) continue;
    if (mark.form == MarkForm::kFootnote && LabelsLine(text, mark)) continue;
    for (const MarkTarget& target : mark.targets) {
      Citation citation;
      citation.form = mark.form;
      citation.span = mark.span;
      citation.id = target.id;
      resolver.Resolve(citation, mark.damaged);
      citations.push_back(std::move(citation));
    }
  }
  return citations;
}

void PromoteDefinitions(std::string_view text, const CitationSources& sources,
                        std::vector<CitationMark>& marks) {
  const CitationIds no_ids;
  Resolver resolver(sources, no_ids);
  std::vector<Span> lines;
  for (CitationMark& mark : marks) {
    if (mark.form == MarkForm::kDefinition || !LabelsLine(text, mark)) continue;
    const std::string_view note = NoteOf(text, mark);
    if (!resolver.NamesSource(note)) continue;
    mark.form = MarkForm::kDefinition;
    mark.span.end = static_cast<size_t>(note.data() - text.data()) + note.size();
    if (note.ends_with('\r')) --mark.span.end;
    lines.push_back(mark.span);
  }
  // Marks within the notes went into them.
  size_t next = 0;
  std::erase_if(marks, [&](const CitationMark& mark) {
    while (next < lines.size() && lines[next].end <= mark.span.begin) ++next;
    return next < lines.size() && lines[next].Contains(mark.span) && lines[next] != mark.span;
  });
}

}  // namespace gloss
