#include "grounding/cascade_matcher.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "grounding/embed_texts.h"
#include "grounding/evidence_sets.h"
#include "grounding/figures_check.h"
#include "grounding/pair_batch.h"
#include "retrieval/terms.h"
#include "text/words.h"

namespace gloss {
namespace {

/// Evidence that says so much in the claim's own words speaks of the same thing, so another figure
/// in it contradicts the claim: less is asked where the entailment model sees support.
struct SameThing {
  float importance;
  float coverage;
};
constexpr SameThing kWhereUndecided = {0.7F, 0.7F};
constexpr SameThing kWhereSupporting = {0.6F, 0.4F};
/// Probability from which the entailment model sees support.
constexpr float kSeenSupport = 0.24F;
/// Groups are many, so chance is large: the joined text must hold this share of the claim's terms.
constexpr float kHoldsTheClaim = 0.8F;
/// Support by a sentence that is the claim word for word.
constexpr float kVerbatim = 0.99F;
constexpr size_t kMostNotes = 3;

/// A pair of a claim and a distinct sentence text, or a group of sentences.
struct Candidate {
  std::vector<size_t> texts;      ///< Of SourceTexts; one, or the group's members.
  std::vector<SentenceRef> refs;  ///< Of a group: its members. Empty for a single text.
  std::string joined;             ///< Of a group: its text.
  float importance = 0;
  std::optional<RelationScores> relation;
  float coverage = 0;
  EvidenceDecision decision;
  FigureReport figures;
  bool barred = false;  ///< Says the same with another figure or name: no part of a group.
  bool veto = false;    ///< Says the claim's thing of another.
};

bool SaysTheSame(const Candidate& candidate, const SameThing& least) {
  return candidate.importance >= least.importance && candidate.coverage >= least.coverage;
}

/// The distinct sentence texts of the documents and where they stand.
class SourceTexts {
 public:
  explicit SourceTexts(std::span<const Document> documents) : documents_(documents) {
    for (size_t d = 0; d < documents.size(); ++d) {
      first_of_.emplace_back();
      for (size_t s = 0; s < documents[d].sentences.size(); ++s) {
        const size_t text = texts_.Add(documents[d].SentenceText(s));
        if (text == places_.size()) places_.emplace_back();
        places_[text].push_back({static_cast<int>(d), static_cast<int>(s)});
        first_of_.back().push_back(text);
        ++sentences_;
      }
    }
  }

  std::span<const std::string_view> texts() const { return texts_.texts(); }
  size_t sentences() const { return sentences_; }
  const std::vector<SentenceRef>& PlacesOf(size_t text) const { return places_[text]; }
  size_t TextAt(const SetMember& member) const {
    return first_of_[member.document][member.sentence];
  }
  const Document& document(size_t index) const { return documents_[index]; }

 private:
  std::span<const Document> documents_;
  UniqueTexts texts_;
  std::vector<std::vector<SentenceRef>> places_;
  std::vector<std::vector<size_t>> first_of_;  ///< Text of each sentence, by document.
  size_t sentences_ = 0;
};

/// Terms and figures of texts, read when first asked for.
class ReadTexts {
 public:
  ReadTexts(std::span<const std::string_view> texts, std::string_view language)
      : texts_(texts), language_(language), terms_(texts.size()), figures_(texts.size()) {}

  const std::set<std::string>& Terms(size_t text) {
    if (!terms_[text]) terms_[text] = TermSetOf(texts_[text], language_);
    return *terms_[text];
  }
  const ParsedFigures& Figures(size_t text) {
    if (!figures_[text]) figures_[text] = ParseFigures(texts_[text], language_);
    return *figures_[text];
  }

 private:
  std::span<const std::string_view> texts_;
  std::string_view language_;
  std::vector<std::optional<std::set<std::string>>> terms_;
  std::vector<std::optional<ParsedFigures>> figures_;
};

/// One matching from start to end.
class Matching {
 public:
  Matching(std::span<const std::string_view> claims, std::span<const Document> documents,
           std::string_view language, const CascadeOptions& options)
      : claims_(claims),
        language_(language),
        options_(options),
        sources_(documents),
        read_(sources_.texts(), language),
        candidates_(claims.size()),
        claim_of_figures_(claims.size()) {
    result_.claims.resize(claims.size());
    result_.counts.pairs = claims.size() * sources_.sentences();
    for (const std::string_view claim : claims) {
      claim_terms_.push_back(TermSetOf(claim, language));
    }
  }

  void Shortlist(const TokenVectors* table) {
    ShortlistOptions options = options_.shortlist;
    if (options_.exhaustive) options.all_up_to = sources_.texts().size();
    const Shortlister shortlister(sources_.texts(), language_, table, options);
    for (const std::string_view claim : claims_) shortlists_.push_back(shortlister.For(claim));
  }

  void Embed(Embedder& embedder, const GroundingProgress& progress, const std::stop_token& stop) {
    UniqueTexts wanted;
    std::vector<size_t> claim_at;
    const std::vector<std::string> queries = QueryTexts(embedder, claims_);
    for (const std::string_view query : queries) claim_at.push_back(wanted.Add(query));
    std::map<size_t, size_t> text_at;
    std::deque<std::string> passages;
    for (const std::vector<size_t>& list : shortlists_) {
      for (const size_t text : list) {
        if (text_at.contains(text)) continue;
        text_at[text] = wanted.Add(AsPassage(embedder, sources_.texts()[text], passages));
      }
    }
    result_.counts.embedded = text_at.size();
    TextEmbeddings embeddings = EmbedTexts(embedder, wanted.texts(), progress, stop);
    for (size_t c = 0; c < claims_.size(); ++c) {
      const std::optional<Embedding>& claim = embeddings.items[claim_at[c]];
      for (const size_t text : shortlists_[c]) {
        const std::optional<Embedding>& sentence = embeddings.items[text_at[text]];
        if (!claim || !sentence) {
          Miss(c, embeddings.status);
          continue;
        }
        Candidate candidate;
        candidate.texts = {text};
        candidate.importance = Cosine(*claim, *sentence);
        candidates_[c].push_back(std::move(candidate));
      }
    }
  }

  /// Keeps the most relevant candidates of each claim.
  void Prune(float min_relevance) {
    for (size_t c = 0; c < claims_.size(); ++c) {
      std::vector<Candidate>& list = candidates_[c];
      for (Candidate& candidate : list) {
        candidate.coverage = TermCoverage(claim_terms_[c], read_.Terms(candidate.texts.front()));
      }
      if (options_.exhaustive) continue;
      const auto relevance = [](const Candidate& candidate) {
        return Relevance(candidate.importance, candidate.coverage);
      };
      std::erase_if(list, [&](const Candidate& candidate) {
        return relevance(candidate) < min_relevance ||
               (options_.min_importance && candidate.importance < *options_.min_importance);
      });
      std::stable_sort(list.begin(), list.end(), [&](const Candidate& a, const Candidate& b) {
        return relevance(a) > relevance(b);
      });
      if (list.size() > options_.max_candidates) list.resize(options_.max_candidates);
    }
  }

  /// Labels what has no label yet, in one go over all claims, and decides on it.
  void Label(EntailmentClassifier& classifier, const EvidenceRule& rule,
             const GroundingProgress& progress, const std::stop_token& stop) {
    std::vector<std::pair<size_t, Candidate*>> open;
    std::vector<PremiseHypothesis> pairs;
    for (size_t c = 0; c < claims_.size(); ++c) {
      for (Candidate& candidate : candidates_[c]) {
        if (candidate.relation) continue;
        open.emplace_back(c, &candidate);
        pairs.push_back({TextOf(candidate), claims_[c]});
      }
    }
    const PairBatch labels =
        ClassifyPairs(classifier, pairs, stop, [&progress](size_t done, size_t total) {
          if (progress) progress(GroundingStage::kMatch, done, total);
        });
    for (size_t i = 0; i < open.size(); ++i) {
      auto& [claim, candidate] = open[i];
      ++(candidate->refs.empty() ? result_.counts.labelled : result_.counts.groups);
      if (!labels.scores[i]) {
        Miss(claim, labels.status);
        continue;
      }
      candidate->relation = labels.scores[i];
      Decide(claim, rule, *candidate);
    }
  }

  /// Adds groups of sentences to the candidates of claims that nothing decides.
  void ProposeGroups(std::vector<std::vector<SetMember>> (*propose)(std::span<const SetMember>)) {
    for (size_t c = 0; c < claims_.size(); ++c) {
      if (!result_.claims[c].status.ok() || Decided(c)) continue;
      for (const std::vector<SetMember>& group : propose(RankedMembers(c))) AddGroup(c, group);
    }
  }

  MatchResult Finish() && {
    for (size_t c = 0; c < claims_.size(); ++c) FinishClaim(c);
    return std::move(result_);
  }

 private:
  void Miss(size_t claim, const Status& status) {
    ClaimMatch& match = result_.claims[claim];
    ++match.unchecked_pairs;
    if (match.status.ok()) match.status = status;
  }

  std::string_view TextOf(const Candidate& candidate) const {
    return candidate.refs.empty() ? sources_.texts()[candidate.texts.front()]
                                  : std::string_view(candidate.joined);
  }

  const SentenceRef& FirstPlace(const Candidate& candidate) const {
    return candidate.refs.empty() ? sources_.PlacesOf(candidate.texts.front()).front()
                                  : candidate.refs.front();
  }

  void Decide(size_t claim, const EvidenceRule& rule, Candidate& candidate) {
    const bool is_set = !candidate.refs.empty();
    candidate.decision =
        rule.Decide({*candidate.relation, candidate.importance, candidate.coverage, is_set});
    EvidenceDecision& decision = candidate.decision;
    if (!is_set && decision.label == Relation::kEntailment &&
        WordKey(TextOf(candidate)) == WordKey(claims_[claim])) {
      decision.support = kVerbatim;
    }
    if (options_.check_figures) CheckAgainstFigures(claim, candidate);
  }

  /// Every member of a group must bring words of the claim that no other member has.
  bool EachAddsTerms(const std::set<std::string>& wanted, const std::vector<size_t>& members) {
    for (const size_t member : members) {
      const bool adds = std::any_of(wanted.begin(), wanted.end(), [&](const std::string& term) {
        if (!read_.Terms(member).contains(term)) return false;
        return std::none_of(members.begin(), members.end(), [&](size_t other) {
          return other != member && read_.Terms(other).contains(term);
        });
      });
      if (!adds) return false;
    }
    return true;
  }

  /// A figure that the evidence contradicts turns support into contradiction; one that it does not
  /// hold leaves weak support.
  void CheckAgainstFigures(size_t claim, Candidate& candidate) {
    EvidenceDecision& decision = candidate.decision;
    const bool supports = decision.label == Relation::kEntailment;
    const bool seen = supports && decision.support >= kSeenSupport;
    const bool same_thing = SaysTheSame(candidate, seen ? kWhereSupporting : kWhereUndecided);
    if (decision.label == Relation::kNeutral && !same_thing) return;
    if (!claim_of_figures_[claim]) {
      claim_of_figures_[claim] = ParseFigures(claims_[claim], language_);
    }
    const ParsedFigures evidence = candidate.refs.empty()
                                       ? read_.Figures(candidate.texts.front())
                                       : ParseFigures(candidate.joined, language_);
    FigureReport alone = CheckFigures(*claim_of_figures_[claim], evidence);
    // What is said of somebody else contradicts nothing.
    const bool of_another = NamesAnother(alone);
    candidate.barred = of_another;
    if (decision.label == Relation::kContradiction) {
      if (of_another) {
        decision.label = Relation::kNeutral;
        candidate.veto = SaysTheSame(candidate, kWhereSupporting);
      } else {
        candidate.figures = std::move(alone);
        candidate.figures.missing.clear();  // What contradicts need not have every figure.
      }
      return;
    }
    candidate.figures =
        CheckFigures(*claim_of_figures_[claim], evidence,
                     DocumentFigures(static_cast<size_t>(FirstPlace(candidate).document)));
    if (!candidate.figures.conflicts.empty()) {
      candidate.barred = true;
      decision.label = same_thing && !of_another ? Relation::kContradiction : Relation::kNeutral;
      decision.contradiction = std::max(decision.contradiction, decision.support);
      decision.support = 0;
      if (of_another) {
        candidate.figures = {};  // Its figures are not those of the claim.
        candidate.veto = same_thing;
      }
    } else if (!candidate.figures.missing.empty() && supports) {
      decision.support = std::min(decision.support, EvidenceDecision::kMostWeakSupport);
    }
    // Weak support that says little of the claim explains nothing about its figures.
    if (supports && !seen && !same_thing) candidate.figures = {};
  }

  /// The evidence has another name where the claim has one.
  static bool NamesAnother(const FigureReport& figures) {
    const auto another = [](const FigureMismatch& mismatch) {
      return mismatch.kind == FigureFault::kName;
    };
    return std::any_of(figures.conflicts.begin(), figures.conflicts.end(), another) ||
           std::any_of(
               figures.missing.begin(), figures.missing.end(), [](const FigureMismatch& mismatch) {
                 return mismatch.kind == FigureFault::kName && !mismatch.evidence_text.empty();
               });
  }

  /// A name or date may stand in the title or in another sentence: "It was approved that day".
  const ParsedFigures& DocumentFigures(size_t document) {
    const auto found = document_figures_.find(document);
    if (found != document_figures_.end()) return found->second;
    const Document& source = sources_.document(document);
    return document_figures_
        .emplace(document, ParseFigures(source.title + "\n" + source.text, language_))
        .first->second;
  }

  bool Decided(size_t claim) const {
    return std::any_of(candidates_[claim].begin(), candidates_[claim].end(),
                       [](const Candidate& c) { return c.decision.decides(); });
  }

  /// The first places of the single candidates, those nearest to being evidence first.
  std::vector<SetMember> RankedMembers(size_t claim) const {
    std::vector<const Candidate*> singles;
    for (const Candidate& candidate : candidates_[claim]) {
      if (candidate.refs.empty() && candidate.relation) singles.push_back(&candidate);
    }
    const auto nearness = [](const Candidate& c) {
      return std::max(c.decision.support, c.decision.contradiction);
    };
    std::stable_sort(singles.begin(), singles.end(), [&](const Candidate* a, const Candidate* b) {
      return nearness(*a) > nearness(*b);
    });
    std::vector<SetMember> members;
    for (const Candidate* candidate : singles) {
      const SentenceRef& ref = FirstPlace(*candidate);
      members.push_back({static_cast<size_t>(ref.document), static_cast<size_t>(ref.sentence)});
    }
    return members;
  }

  void AddGroup(size_t claim, const std::vector<SetMember>& group) {
    Candidate candidate;
    for (const SetMember& member : group) {
      const size_t text = sources_.TextAt(member);
      candidate.texts.push_back(text);
      candidate.refs.push_back(
          {static_cast<int>(member.document), static_cast<int>(member.sentence)});
      candidate.joined += (candidate.joined.empty() ? "" : " ");
      candidate.joined += sources_.texts()[text];
      for (const Candidate& known : candidates_[claim]) {
        if (known.refs.empty() && known.texts.front() == text) {
          if (known.barred) return;
          candidate.importance = std::max(candidate.importance, known.importance);
        }
      }
    }
    const std::set<std::string>& wanted = claim_terms_[claim];
    candidate.coverage = TermCoverage(wanted, TermSetOf(candidate.joined, language_));
    if (candidate.coverage < kHoldsTheClaim || !EachAddsTerms(wanted, candidate.texts)) return;
    candidates_[claim].push_back(std::move(candidate));
  }

  void FinishClaim(size_t claim) {
    ClaimMatch& match = result_.claims[claim];
    const std::set<int> vetoes = VetoesOf(claim);
    for (Candidate& candidate : candidates_[claim]) {
      if (!candidate.relation) continue;
      const bool vetoed = candidate.decision.label == Relation::kEntailment &&
                          candidate.coverage < kHoldsTheClaim &&
                          vetoes.contains(FirstPlace(candidate).document);
      if (vetoed) candidate.decision.label = Relation::kNeutral;
      if (candidate.refs.empty()) {
        for (const SentenceRef& ref : sources_.PlacesOf(candidate.texts.front())) {
          match.scores.push_back(ScoreOf(candidate, ref));
          AddEvidence(candidate, {ref}, match);
        }
      } else {
        AddEvidence(candidate, candidate.refs, match);
      }
    }
    std::sort(match.scores.begin(), match.scores.end(),
              [](const PairScore& a, const PairScore& b) { return a.sentence < b.sentence; });
    KeepLeading(options_.lead, match.evidence);
    std::stable_sort(match.evidence.begin(), match.evidence.end(),
                     [](const EvidenceSet& a, const EvidenceSet& b) {
                       return a.probability != b.probability ? a.probability > b.probability
                                                             : a.sentences < b.sentences;
                     });
    const auto weak =
        std::stable_partition(match.evidence.begin(), match.evidence.end(), [](const auto& set) {
          return set.polarity == Polarity::kContradicts ||
                 set.probability >= EvidenceDecision::kDecisiveSupport;
        });
    match.weak_evidence.assign(std::make_move_iterator(weak),
                               std::make_move_iterator(match.evidence.end()));
    match.evidence.erase(weak, match.evidence.end());
    AddNotes(claim, match);
  }

  /// Documents with a sentence that says the claim's thing of another.
  std::set<int> VetoesOf(size_t claim) const {
    std::set<int> documents;
    for (const Candidate& candidate : candidates_[claim]) {
      if (!candidate.veto) continue;
      for (const SentenceRef& ref : sources_.PlacesOf(candidate.texts.front())) {
        documents.insert(ref.document);
      }
    }
    return documents;
  }

  static PairScore ScoreOf(const Candidate& candidate, const SentenceRef& ref) {
    PairScore score;
    score.sentence = ref;
    score.importance = candidate.importance;
    score.relation = *candidate.relation;
    score.relation.label = candidate.decision.label;
    const int sign = SignOf(score.relation.label);
    score.signed_score = sign == 0 ? 0.0F : candidate.importance * static_cast<float>(sign);
    return score;
  }

  static void AddEvidence(const Candidate& candidate, std::vector<SentenceRef> sentences,
                          ClaimMatch& match) {
    if (candidate.decision.label == Relation::kNeutral) return;
    EvidenceSet set;
    set.polarity = candidate.decision.label == Relation::kEntailment ? Polarity::kSupports
                                                                     : Polarity::kContradicts;
    set.sentences = std::move(sentences);
    set.score = std::max(0.0F, candidate.importance);
    set.probability = candidate.decision.probability();
    match.evidence.push_back(std::move(set));
  }

  /// The figures that contradict a claim, or kept sentences from supporting it.
  void AddNotes(size_t claim, ClaimMatch& match) const {
    if (HasEvidence(match.evidence, Polarity::kSupports)) return;
    const bool contradicted = HasEvidence(match.evidence, Polarity::kContradicts);
    for (const Candidate& candidate : candidates_[claim]) {
      if (!candidate.refs.empty()) continue;
      const SentenceRef& ref = FirstPlace(candidate);
      const auto add = [&](const std::vector<FigureMismatch>& mismatches, bool conflict) {
        for (const FigureMismatch& mismatch : mismatches) {
          if (match.figures.size() == kMostNotes) return;
          match.figures.push_back({ref, std::string(FigureFaultName(mismatch.kind)),
                                   DescribeMismatch(mismatch), conflict});
        }
      };
      // A claim that the source contradicts is not explained by what other sentences lack.
      add(candidate.figures.conflicts, true);
      if (!contradicted) add(candidate.figures.missing, false);
    }
  }

  std::span<const std::string_view> claims_;
  std::string_view language_;
  const CascadeOptions& options_;
  SourceTexts sources_;
  ReadTexts read_;
  std::vector<std::set<std::string>> claim_terms_;
  std::vector<std::vector<size_t>> shortlists_;
  std::vector<std::vector<Candidate>> candidates_;
  std::vector<std::optional<ParsedFigures>> claim_of_figures_;
  std::map<size_t, ParsedFigures> document_figures_;
  MatchResult result_;
};

}  // namespace

MatchResult CascadeMatcher::Match(std::span<const std::string_view> claims,
                                  std::span<const Document> documents, std::string_view language,
                                  const GroundingProgress& progress, const std::stop_token& stop) {
  const EvidenceRule rule(classifier_.spec().calibration);
  Matching matching(claims, documents, language, options_);
  matching.Shortlist(embedder_.token_vectors());
  matching.Embed(embedder_, progress, stop);
  matching.Prune(options_.min_relevance.value_or(rule.min_relevance()));
  matching.Label(classifier_, rule, progress, stop);
  if (options_.evidence_sets) {
    matching.ProposeGroups(ProposePairs);
    matching.Label(classifier_, rule, progress, stop);
    matching.ProposeGroups(ProposeTriples);
    matching.Label(classifier_, rule, progress, stop);
  }
  return std::move(matching).Finish();
}

}  // namespace gloss
