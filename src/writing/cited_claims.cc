#include "writing/cited_claims.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "text/characters.h"
#include "text/utf8.h"

namespace gloss {
namespace {

/// Citations whose marks stand next to each other.
struct Group {
  size_t begin = 0;
  size_t end = 0;
  std::vector<int> citations;
  std::vector<int> claims;
};

bool HasWord(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const DecodedChar c = DecodeUtf8(text, at);
    const CharKind kind = KindOf(c.value);
    if (IsLetter(kind) || kind == CharKind::kDigit) return true;
    at += c.size;
  }
  return false;
}

/// Where the words of a span end: full stops and brackets after them are left out.
size_t EndOfWords(std::string_view text, const Span& span) {
  size_t end = span.end;
  while (end > span.begin) {
    const DecodedChar c = DecodeUtf8Before(text, end);
    const CharKind kind = KindOf(c.value);
    if (IsLetter(kind) || kind == CharKind::kDigit) break;
    end -= c.size;
  }
  return end;
}

class Attacher {
 public:
  Attacher(const std::vector<CitationMark>& marks, CitedText* text) : text_(*text) {
    for (const CitationMark& mark : marks) mark_at_.emplace(mark.span, &mark);
  }

  void Attach() {
    std::vector<std::vector<int>> loose(text_.sentences.size());
    for (size_t i = 0; i < text_.citations.size(); ++i) {
      Citation& citation = text_.citations[i];
      const auto mark = mark_at_.find(citation.span);
      const bool beside = citation.form == MarkForm::kAnnotation;
      const Span content = beside                   ? citation.span
                           : mark != mark_at_.end() ? mark->second->content
                                                    : Span{};
      citation.sentence =
          beside || mark == mark_at_.end() ? SentenceAt(citation.span) : mark->second->sentence;
      if (!content.empty()) {
        Enclose(static_cast<int>(i), content);
      } else if (citation.sentence >= 0) {
        loose[static_cast<size_t>(citation.sentence)].push_back(static_cast<int>(i));
      }
    }
    for (size_t s = 0; s < loose.size(); ++s) AttachLoose(s, loose[s]);
    Link();
  }

 private:
  /// The sentences that a span touches: [first, last).
  std::pair<size_t, size_t> SentencesAt(const Span& span) const {
    const auto& all = text_.sentences;
    const auto first = std::partition_point(all.begin(), all.end(), [&](const CitedSentence& each) {
      return each.span.end <= span.begin;
    });
    const auto last = std::partition_point(
        first, all.end(), [&](const CitedSentence& each) { return each.span.begin < span.end; });
    return {static_cast<size_t>(first - all.begin()), static_cast<size_t>(last - all.begin())};
  }

  /// The sentence in which a span ends.
  int SentenceAt(const Span& span) const {
    const auto [first, last] = SentencesAt(span);
    return first < last ? static_cast<int>(last) - 1 : -1;
  }

  void Enclose(int citation, const Span& content) {
    const auto [first, last] = SentencesAt(content);
    for (size_t s = first; s < last; ++s) {
      for (const int claim : text_.sentences[s].claims) {
        if (text_.claims[static_cast<size_t>(claim)].span.Overlaps(content)) Add(citation, claim);
      }
    }
  }

  void Add(int citation, int claim) {
    text_.citations[static_cast<size_t>(citation)].claims.push_back(claim);
  }

  std::vector<Group> GroupsOf(const std::vector<int>& citations) const {
    std::vector<Group> groups;
    for (const int index : citations) {
      const Span& span = text_.citations[static_cast<size_t>(index)].span;
      const bool joins =
          !groups.empty() && (span.begin <= groups.back().end ||
                              !HasWord(Span{groups.back().end, span.begin}.In(text_.text)));
      if (!joins) groups.push_back({span.begin, span.end, {}, {}});
      groups.back().end = std::max(groups.back().end, span.end);
      groups.back().citations.push_back(index);
    }
    return groups;
  }

  void AttachLoose(size_t sentence, const std::vector<int>& citations) {
    std::vector<Group> groups = GroupsOf(citations);
    if (groups.empty()) return;
    std::vector<int> open;  // Claims after the last group.
    for (const int claim : text_.sentences[sentence].claims) {
      const size_t end = EndOfWords(text_.text, text_.claims[static_cast<size_t>(claim)].span);
      const auto after = std::find_if(groups.begin(), groups.end(),
                                      [&](const Group& group) { return group.begin >= end; });
      if (after == groups.end()) {
        open.push_back(claim);
      } else {
        after->claims.push_back(claim);
      }
    }
    for (size_t g = groups.size(); g-- > 0;) {
      Group& group = groups[g];
      if (!group.claims.empty()) continue;
      const bool is_last = g + 1 == groups.size();
      const std::vector<int>& next = is_last ? open : groups[g + 1].claims;
      // Those of the next group that begin before this one, or that nothing else is for.
      for (const int claim : next) {
        const size_t begin = text_.claims[static_cast<size_t>(claim)].span.begin;
        if (is_last || g == 0 || begin < group.begin) group.claims.push_back(claim);
      }
      if (is_last && !group.claims.empty()) open.clear();
      if (group.claims.empty() && g > 0) group.claims = groups[g - 1].claims;
    }
    for (const Group& group : groups) {
      for (const int citation : group.citations) {
        for (const int claim : group.claims) Add(citation, claim);
      }
    }
  }

  /// The other ends of what was found.
  void Link() {
    for (size_t i = 0; i < text_.citations.size(); ++i) {
      Citation& citation = text_.citations[i];
      std::sort(citation.claims.begin(), citation.claims.end());
      citation.claims.erase(std::unique(citation.claims.begin(), citation.claims.end()),
                            citation.claims.end());
      for (const int claim : citation.claims) {
        text_.claims[static_cast<size_t>(claim)].citations.push_back(static_cast<int>(i));
      }
      std::vector<int> sentences;
      if (citation.sentence >= 0) sentences.push_back(citation.sentence);
      for (const int claim : citation.claims) {
        sentences.push_back(text_.claims[static_cast<size_t>(claim)].sentence);
      }
      std::sort(sentences.begin(), sentences.end());
      sentences.erase(std::unique(sentences.begin(), sentences.end()), sentences.end());
      for (const int sentence : sentences) {
        text_.sentences[static_cast<size_t>(sentence)].citations.push_back(static_cast<int>(i));
      }
    }
  }

  CitedText& text_;
  std::map<Span, const CitationMark*> mark_at_;
};

}  // namespace

void AttachCitations(const std::vector<CitationMark>& marks, CitedText* text) {
  Attacher(marks, text).Attach();
}

}  // namespace gloss
