#include "writing/length_fit.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "writing/selection.h"

namespace gloss {
namespace {

constexpr size_t kMostChanges = 400;

class Fit {
 public:
  Fit(std::span<const FitItem> items, const FitOptions& options)
      : items_(items), options_(options), chosen_(items.size()) {
    for (const FitItem& item : items) parts_of_[item.part.first].insert(item.part.second);
    for (size_t i = 0; i < std::min(options.count, items.size()); ++i) {
      Set(i, 0);
      ++begun_with_[items[i].part.first];
    }
  }

  std::vector<FitChoice> Run() {
    for (size_t changes = 0; changes < kMostChanges; ++changes) {
      if (Distance(total_) * 20 <= options_.words) break;
      if (!Improve()) break;
    }
    std::vector<FitChoice> choices;
    for (size_t i = 0; i < items_.size(); ++i) {
      if (chosen_[i]) choices.push_back({i, *chosen_[i]});
    }
    return choices;
  }

 private:
  size_t Distance(size_t total) const {
    return total > options_.words ? total - options_.words : options_.words - total;
  }

  void Set(size_t item, std::optional<size_t> statement) {
    if (chosen_[item]) total_ -= items_[item].statements[*chosen_[item]];
    if (statement) total_ += items_[item].statements[*statement];
    chosen_[item] = statement;
  }

  /// Enough parts of its document stay cited without the item.
  bool CanGo(size_t item) const {
    size_t left = 0;
    size_t of_document = 0;
    std::set<size_t> parts;
    for (size_t i = 0; i < items_.size(); ++i) {
      if (!chosen_[i] || i == item) continue;
      ++left;
      if (items_[i].part.first != items_[item].part.first) continue;
      ++of_document;
      parts.insert(items_[i].part.second);
    }
    if (left == 0) return false;
    if (!options_.spread) return true;
    if (of_document == 0) return false;
    const int document = items_[item].part.first;
    const size_t begun = begun_with_.at(document);
    const size_t needed = PartsNeeded(begun, parts_of_.at(document).size());
    // A document with ten citations keeps their spread; with fewer, the length goes first.
    return parts.size() >= (begun >= kParts ? needed : std::min(needed, of_document));
  }

  bool Improve() {
    size_t best_distance = Distance(total_);
    size_t best_item = items_.size();
    std::optional<size_t> best_statement;
    const auto consider = [&](size_t item, std::optional<size_t> statement, size_t total) {
      if (Distance(total) >= best_distance) return;
      best_distance = Distance(total);
      best_item = item;
      best_statement = statement;
    };
    for (size_t i = 0; i < items_.size(); ++i) {
      const std::vector<size_t>& words = items_[i].statements;
      const size_t own = chosen_[i] ? words[*chosen_[i]] : 0;
      if (!chosen_[i] && options_.fixed_count) continue;
      for (size_t s = 0; s < words.size(); ++s) {
        if (chosen_[i] != std::optional(s)) consider(i, s, total_ - own + words[s]);
      }
    }
    // The last ones go first.
    for (size_t i = items_.size(); i-- > 0 && !options_.fixed_count;) {
      if (chosen_[i] && Distance(total_ - items_[i].statements[*chosen_[i]]) < best_distance &&
          CanGo(i)) {
        consider(i, std::nullopt, total_ - items_[i].statements[*chosen_[i]]);
      }
    }
    if (best_item == items_.size()) return false;
    Set(best_item, best_statement);
    return true;
  }

  std::span<const FitItem> items_;
  const FitOptions& options_;
  std::vector<std::optional<size_t>> chosen_;
  std::map<int, std::set<size_t>> parts_of_;
  std::map<int, size_t> begun_with_;  ///< Items of each document at the beginning.
  size_t total_ = 0;
};

}  // namespace

std::vector<FitChoice> FitLength(std::span<const FitItem> items, const FitOptions& options) {
  return Fit(items, options).Run();
}

}  // namespace gloss
