#include "engine/language_models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gloss {
namespace {

/// What the report says of languages that the entailment model is not made for.
std::vector<std::string> LanguageWarnings(const ModelSpec& judge,
                                          std::span<const std::string> languages) {
  std::vector<std::string> warnings;
  const std::vector<std::string> uncovered = UncoveredLanguages(judge, languages);
  std::vector<std::string> known;
  std::copy_if(uncovered.begin(), uncovered.end(), std::back_inserter(known),
               [](const std::string& language) { return !language.empty(); });
  const std::string made_for = fmt::format("{}", fmt::join(judge.languages, ", "));
  if (!known.empty()) {
    warnings.push_back(fmt::format(
        "language {}: entailment model {} is made for {}, so its verdicts are less reliable here",
        fmt::join(known, ", "), judge.name, made_for));
  }
  if (known.size() < uncovered.size()) {
    warnings.push_back(
        fmt::format("the language of a text was not recognised; entailment model {} is made for {}",
                    judge.name, made_for));
  }
  return warnings;
}

}  // namespace

LanguageModels::LanguageModels(std::unique_ptr<Embedder> embedder,
                               std::unique_ptr<EntailmentClassifier> classifier)
    : named_embedder_(std::move(embedder)), named_classifier_(std::move(classifier)) {}

LanguageModels::LanguageModels(ModelRegistry registry, ModelOpeners openers,
                               std::unique_ptr<Embedder> embedder,
                               std::unique_ptr<EntailmentClassifier> classifier)
    : registry_(std::move(registry)),
      openers_(std::move(openers)),
      named_embedder_(std::move(embedder)),
      named_classifier_(std::move(classifier)) {}

void LanguageModels::UseCache(ModelCache* cache) {
  cache_ = cache;
  named_embedder_ = cache_->Wrap(std::move(named_embedder_));
  named_classifier_ = cache_->Wrap(std::move(named_classifier_));
}

Result<EntailmentClassifier*> LanguageModels::ClassifierFor(
    std::span<const std::string> languages) {
  if (named_classifier_) return named_classifier_.get();
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec,
                         registry_.DefaultFor(ModelRole::kEntailment, languages));
  std::unique_ptr<EntailmentClassifier>& place = classifiers_[spec.name];
  if (!place) {
    GLOSS_ASSIGN_OR_RETURN(place, openers_.classifier(spec));
    if (cache_ != nullptr) place = cache_->Wrap(std::move(place));
  }
  return place.get();
}

Result<Embedder*> LanguageModels::EmbedderFor(std::span<const std::string> languages,
                                              const ModelSpec& judge) {
  if (named_embedder_) return named_embedder_.get();
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec, registry_.EmbedderFor(judge, languages));
  std::unique_ptr<Embedder>& place = embedders_[spec.name];
  if (!place) {
    GLOSS_ASSIGN_OR_RETURN(place, openers_.embedder(spec));
    if (cache_ != nullptr) place = cache_->Wrap(std::move(place));
  }
  return place.get();
}

Result<LanguagePair> LanguageModels::For(std::span<const std::string> languages) {
  const std::lock_guard lock(mutex_);
  LanguagePair pair;
  GLOSS_ASSIGN_OR_RETURN(pair.classifier, ClassifierFor(languages));
  const ModelSpec& judge = pair.classifier->spec();
  GLOSS_ASSIGN_OR_RETURN(pair.embedder, EmbedderFor(languages, judge));
  pair.warnings = LanguageWarnings(judge, languages);
  const std::string& fitted = judge.calibration.embedder;
  if (!fitted.empty() && pair.embedder->spec().name != fitted) {
    pair.warnings.push_back(fmt::format(
        "entailment model {} was calibrated with embedder {}; with {} its thresholds may not fit",
        judge.name, fitted, pair.embedder->spec().name));
  }
  return pair;
}

}  // namespace gloss
