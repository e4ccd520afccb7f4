#pragma once

#include <cstddef>

#include "text/icu_sentences.h"
#include "text/terminator_cluster.h"

namespace gloss {

/// Decides whether a sentence ends at a terminator cluster. ICU's vote stands unless a rule knows
/// better: about abbreviations, initials, ordinals, labels of list items, brackets, lower-case and
/// unspaced text. Constant time a call.
class SentenceRules {
 public:
  /// `caseless`: the text has no upper-case letters at all, so that their absence says nothing.
  /// `icu` walks over the same text and must outlive the rules.
  SentenceRules(IcuSentences& icu, bool caseless) : icu_(icu), caseless_(caseless) {}

  /// White space [cluster.end, gap_end) follows the cluster, and `following` is the word after it.
  /// REQUIRES: clusters in order of the text, here and below.
  bool EndsSentence(const SplitContext& context, const TerminatorCluster& cluster, size_t gap_end,
                    const FollowingWord& following);

  /// No white space follows: "end.Next", CJK text, but also "3.5" and "example.com".
  bool EndsSentenceUnspaced(const SplitContext& context, const TerminatorCluster& cluster);

 private:
  bool PeriodEnds(const SplitContext& context, const TerminatorCluster& cluster,
                  const PrecedingWord& word, const FollowingWord& following, IcuVote vote);
  bool EllipsisEnds(const SplitContext& context, const TerminatorCluster& cluster,
                    const PrecedingWord& word, const FollowingWord& following) const;
  bool StrongEnds(const SplitContext& context, const TerminatorCluster& cluster,
                  const FollowingWord& following) const;

  IcuSentences& icu_;
  bool caseless_;
};

}  // namespace gloss
