#include "report/cited_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/check_report.h"
#include "report/summary.h"
#include "text/utf8.h"

namespace gloss {
namespace {

Status Bad(std::string_view what, size_t index) {
  return {StatusCode::kParseError, fmt::format("{} {} points to nothing", what, index)};
}

bool InText(const Span& span, std::string_view text) {
  const auto boundary = [text](size_t at) {
    return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
  };
  return span.begin <= span.end && span.end <= text.size() && boundary(span.begin) &&
         boundary(span.end);
}

bool InSources(const std::vector<SentenceRef>& references, const std::vector<Document>& documents) {
  return std::all_of(references.begin(), references.end(), [&](const SentenceRef& ref) {
    return ref.document >= 0 && static_cast<size_t>(ref.document) < documents.size() &&
           ref.sentence >= 0 &&
           static_cast<size_t>(ref.sentence) <
               documents[static_cast<size_t>(ref.document)].sentences.size();
  });
}

bool AllBelow(const std::vector<int>& indices, size_t end) {
  return std::all_of(indices.begin(), indices.end(),
                     [end](int index) { return index >= 0 && static_cast<size_t>(index) < end; });
}

/// "1 repaired, 2 removed" of what is above zero.
std::string Listed(std::initializer_list<std::pair<int, std::string_view>> counts) {
  std::string list;
  for (const auto& [count, name] : counts) {
    if (count > 0) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, name);
  }
  return list;
}

}  // namespace

Status CheckCitedText(const CitedText& text) {
  GLOSS_RETURN_IF_ERROR(CheckUtf8(text.text));
  for (const Document& document : text.documents) {
    GLOSS_RETURN_IF_ERROR(CheckDocumentParts(document));
  }
  for (size_t i = 0; i < text.sentences.size(); ++i) {
    const CitedSentence& sentence = text.sentences[i];
    if (!InText(sentence.span, text.text) || !AllBelow(sentence.claims, text.claims.size()) ||
        !AllBelow(sentence.citations, text.citations.size()) ||
        !InSources(sentence.would_support, text.documents)) {
      return Bad("sentence", i);
    }
  }
  for (size_t i = 0; i < text.claims.size(); ++i) {
    const CitedClaim& claim = text.claims[i];
    if (!InText(claim.span, text.text) || !AllBelow({claim.sentence}, text.sentences.size()) ||
        !AllBelow(claim.citations, text.citations.size()) ||
        !InSources(claim.evidence, text.documents) ||
        !InSources(claim.would_support, text.documents)) {
      return Bad("claim", i);
    }
  }
  for (size_t i = 0; i < text.citations.size(); ++i) {
    const Citation& citation = text.citations[i];
    const bool in_order = i == 0 || text.citations[i - 1].span.begin <= citation.span.begin;
    if (!in_order || !InText(citation.span, text.text) ||
        !AllBelow(citation.claims, text.claims.size()) ||
        citation.sentence >= static_cast<int>(text.sentences.size()) ||
        citation.document >= static_cast<int>(text.documents.size()) ||
        !InSources(citation.sentences, text.documents)) {
      return Bad("citation", i);
    }
  }
  if (text.fix) {
    GLOSS_RETURN_IF_ERROR(CheckUtf8(text.fix->text));
    for (size_t i = 0; i < text.fix->changes.size(); ++i) {
      const CitationChange& change = text.fix->changes[i];
      if (!InText(change.before, text.text) || !InText(change.after, text.fix->text)) {
        return Bad("change", i);
      }
    }
  }
  return Status::Ok();
}

std::string_view CitationLabel(const Citation& citation) {
  if (citation.state == CitationState::kUnknown) return "Unknown";
  switch (citation.verdict) {
    case CitationVerdict::kSupports:
      return "Supports";
    case CitationVerdict::kContradicts:
      return "Contradicts";
    case CitationVerdict::kDoesNotAddress:
      return "Does not address";
    case CitationVerdict::kUnchecked:
      return "Unchecked";
  }
  return "Unchecked";
}

std::string_view CitationIcon(const Citation& citation, bool unicode) {
  if (citation.state == CitationState::kUnknown) return unicode ? "∅" : "0";
  switch (citation.verdict) {
    case CitationVerdict::kSupports:
      return VerdictIcon(Verdict::kSupported, unicode);
    case CitationVerdict::kContradicts:
      return VerdictIcon(Verdict::kContradicted, unicode);
    case CitationVerdict::kDoesNotAddress:
      return VerdictIcon(Verdict::kNotEnoughInfo, unicode);
    case CitationVerdict::kUnchecked:
      return VerdictIcon(Verdict::kUnchecked, unicode);
  }
  return VerdictIcon(Verdict::kUnchecked, unicode);
}

std::string CitationName(const CitedText& text, const Citation& citation) {
  switch (citation.form) {
    case MarkForm::kAnnotation:
    case MarkForm::kElement:
      return citation.id;
    case MarkForm::kTag:
      return "<" + citation.id + ">";
    default:
      break;
  }
  const std::string_view mark = citation.span.In(text.text);
  constexpr size_t kMost = 40;
  // They are in the order of their spans.
  const auto index = static_cast<size_t>(&citation - text.citations.data());
  const auto shares = [&](size_t other) {
    return other < text.citations.size() && text.citations[other].span == citation.span;
  };
  const bool several = shares(index + 1) || (index > 0 && shares(index - 1));
  return several || mark.size() > kMost ? "[" + citation.id + "]" : std::string(mark);
}

std::string CitationNote(const Citation& citation) {
  std::string note;
  const bool told = citation.reason.find(citation.resolved) != std::string::npos;
  if (citation.state == CitationState::kRepaired && !told) {
    note = fmt::format("repaired to {}", citation.resolved);
  }
  const auto add = [&note](std::string_view more) {
    if (!more.empty()) note += fmt::format("{}{}", note.empty() ? "" : "; ", more);
  };
  add(citation.reason);
  if (citation.in_group) add("together with other citations");
  return note;
}

std::string CitationsLine(const CitedCounts& counts) {
  std::string line = CountLabel(counts.citations, "citation", "citations");
  const std::string list =
      Listed({{counts.supports, counts.supports == 1 ? "supports" : "support"},
              {counts.contradicts, counts.contradicts == 1 ? "contradicts" : "contradict"},
              {counts.does_not_address,
               counts.does_not_address == 1 ? "does not address" : "do not address"},
              {counts.unknown, "unknown"},
              {counts.unchecked, "unchecked"}});
  if (!list.empty()) line += ": " + list;
  if (counts.repaired > 0) line += fmt::format(" ({} repaired)", counts.repaired);
  return line;
}

std::string ClaimsLine(const CitedCounts& counts) {
  std::string line = fmt::format("{} of {} supported by what {}", counts.claims_supported,
                                 CountLabel(counts.claims, "claim", "claims"),
                                 counts.claims == 1 ? "it cites" : "they cite");
  if (counts.claims_uncited > 0)
    line += fmt::format(", {} without a citation", counts.claims_uncited);
  if (counts.claims_unchecked > 0) line += fmt::format(", {} unchecked", counts.claims_unchecked);
  return line;
}

std::string FixLine(const CitedTextFix& fix) {
  std::array<int, 4> counts{};
  for (const CitationChange& change : fix.changes) ++counts[static_cast<size_t>(change.edit)];
  if (fix.changes.empty()) return "No citation was changed";
  std::string line = fmt::format(
      "{} changed: {}", CountLabel(static_cast<int>(fix.changes.size()), "citation", "citations"),
      Listed({{counts[0], "repaired"},
              {counts[1], "removed"},
              {counts[2], "replaced"},
              {counts[3], "added"}}));
  if (fix.after)
    line += fmt::format(". Now {}; {}", CitationsLine(*fix.after), ClaimsLine(*fix.after));
  return line;
}

std::vector<DiffPart> FixDiff(const CitedText& text) {
  // From the changes themselves: they are exact, and a long text costs nothing.
  std::vector<DiffPart> parts;
  size_t done = 0;
  for (const CitationChange& change : text.fix->changes) {
    if (change.before.begin > done) {
      parts.push_back({DiffKind::kSame, text.text.substr(done, change.before.begin - done)});
    }
    if (!change.before.empty()) {
      parts.push_back({DiffKind::kRemoved, std::string(change.before.In(text.text))});
    }
    if (!change.after.empty()) {
      parts.push_back({DiffKind::kAdded, std::string(change.after.In(text.fix->text))});
    }
    done = std::max(done, change.before.end);
  }
  if (done < text.text.size()) parts.push_back({DiffKind::kSame, text.text.substr(done)});
  return parts;
}

}  // namespace gloss
