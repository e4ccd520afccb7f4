#include "backends/remote/verdict_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>

#include "backends/remote/verdict_words.h"
#include "backends/remote/wire_json.h"
#include "types/relation.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxText = size_t{1} << 20;
constexpr size_t kMaxItems = 1024;
/// Share of the rest that a verdict other than entailment gets when only the support is scored.
constexpr double kDecided = 0.9;
constexpr double kUnscoredSupport = 0.9;

/// One verdict as the model wrote it.
struct Item {
  std::optional<size_t> number;
  std::optional<Relation> verdict;
  std::optional<double> support;
  bool has_bad_score = false;

  bool SameAs(const Item& other) const {
    return verdict == other.verdict && support == other.support &&
           has_bad_score == other.has_bad_score;
  }
};

const Json* FirstOf(const Json& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const Json* member = Member(object, name)) return member;
  }
  return nullptr;
}

/// 3, "3", "#3", "c3", "statement 3".
std::optional<size_t> NumberOf(const Json& json) {
  if (!json.is_string()) return WholeNumber(json, kMaxItems);
  std::string_view text = json.get_ref<const std::string&>();
  const size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos || text.find_first_of("-.") < digit) return std::nullopt;
  text.remove_prefix(digit);
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A number from 0 to 1, or a percentage with its sign.
std::optional<double> SupportOf(const Json& json) {
  std::optional<double> value = FiniteNumber(json);
  if (!value && json.is_string()) {
    std::string text = json.get<std::string>();
    if (!text.ends_with('%')) return std::nullopt;
    text.pop_back();
    value = FiniteNumber(Json(text));
    if (value) *value /= 100;
  }
  if (!value || *value < 0 || *value > 1) return std::nullopt;
  return value;
}

std::optional<Item> ItemOf(const Json& object) {
  const Json* verdict = FirstOf(object, {"verdict", "label", "relation", "answer", "decision",
                                         "judgement", "judgment", "result", "classification"});
  if (verdict == nullptr) return std::nullopt;
  Item item;
  if (verdict->is_string()) item.verdict = RelationOfWord(verdict->get_ref<const std::string&>());
  if (const Json* number =
          FirstOf(object, {"id", "number", "index", "statement_id", "claim_id", "statement"})) {
    item.number = NumberOf(*number);
  }
  if (const Json* score = FirstOf(object, {"score", "support", "support_score"});
      score != nullptr && !score->is_null()) {
    item.support = SupportOf(*score);
    item.has_bad_score = !item.support.has_value();
  }
  return item;
}

/// Collects the innermost complete objects of a text in which anything may be wrong elsewhere.
/// Linear: each byte is looked at once, each object parsed once.
class ObjectScanner {
 public:
  explicit ObjectScanner(std::vector<Item>& items) : items_(items) {}

  void Scan(std::string_view text) {
    size_t open = std::string_view::npos;  // Where the innermost open object begins.
    bool in_string = false;
    for (size_t i = 0; i < text.size() && items_.size() < kMaxItems; ++i) {
      const char c = text[i];
      if (c == '\n') in_string = false;  // No JSON string holds a line break; prose has odd quotes.
      if (in_string) {
        if (c == '\\') ++i;
        if (c == '"') in_string = false;
      } else if (c == '"') {
        in_string = open != std::string_view::npos;
      } else if (c == '{') {
        open = i;
      } else if (c == '}' && open != std::string_view::npos) {
        Take(text.substr(open, i + 1 - open));
        open = std::string_view::npos;
      }
    }
  }

 private:
  void Take(std::string_view object) {
    const auto json = ParseJsonText(object);
    if (!json) return;
    if (auto item = ItemOf(*json)) {
      items_.push_back(*item);
      return;
    }
    // A list that arrives as a JSON string.
    for (const auto& [name, value] : json->items()) {
      if (!value.is_string() || nested_) continue;
      nested_ = true;
      Scan(value.get_ref<const std::string&>());
      nested_ = false;
    }
  }

  std::vector<Item>& items_;
  bool nested_ = false;
};

std::vector<Item> Salvage(std::string_view text) {
  std::vector<Item> items;
  ObjectScanner scanner(items);
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  // The whole answer may be one JSON string.
  if (text.substr(begin).starts_with('"')) {
    const auto json = ParseJsonText(text);
    if (json && json->is_string()) {
      scanner.Scan(json->get_ref<const std::string&>());
      return items;
    }
  }
  scanner.Scan(text);
  return items;
}

Result<std::array<float, 3>> LogitsOfItem(const Item& item) {
  const auto bad = [](std::string_view why) {
    return Status(StatusCode::kParseError, fmt::format("the model's verdict {}", why));
  };
  if (!item.verdict) return bad("is not one of entailment, neutral and contradiction");
  if (item.has_bad_score) return bad("has a score that is not a number from 0 to 1");
  const bool supports = *item.verdict == Relation::kEntailment;
  if (item.support && !ScoreAgrees(*item.verdict, *item.support)) {
    return bad("and its score say opposite things");
  }
  const double support = item.support.value_or(supports ? kUnscoredSupport : 1 - kUnscoredSupport);
  std::array<double, 3> probabilities{};
  probabilities[static_cast<size_t>(Relation::kEntailment)] = support;
  const double rest = 1 - support;
  const Relation larger = supports ? Relation::kNeutral : *item.verdict;
  const Relation smaller =
      larger == Relation::kNeutral ? Relation::kContradiction : Relation::kNeutral;
  probabilities[static_cast<size_t>(larger)] = rest * kDecided;
  probabilities[static_cast<size_t>(smaller)] = rest * (1 - kDecided);
  if (!supports && probabilities[static_cast<size_t>(*item.verdict)] <= support) {
    return bad("and its score leave it open what it means");
  }
  return LogitsOf(probabilities);
}

}  // namespace

std::string VerdictSchema(size_t count) {
  const Json item = {
      {"type", "object"},
      {"properties",
       {{"id", {{"type", "integer"}, {"minimum", 1}, {"maximum", count}}},
        {"verdict", {{"type", "string"}, {"enum", {"entailment", "neutral", "contradiction"}}}},
        {"score", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}}}},
      {"required", {"id", "verdict", "score"}},
      {"additionalProperties", false}};
  return DumpJson(
      {{"type", "object"},
       {"properties",
        {{"verdicts",
          {{"type", "array"}, {"items", item}, {"minItems", count}, {"maxItems", count}}}}},
       {"required", {"verdicts"}},
       {"additionalProperties", false}});
}

std::vector<Result<std::array<float, 3>>> ReadVerdicts(std::string_view text, size_t count) {
  const Status missing(StatusCode::kParseError, "the model's answer has no verdict on this");
  std::vector<Result<std::array<float, 3>>> verdicts(count, missing);
  if (text.size() > kMaxText) return verdicts;
  std::vector<Item> items = Salvage(text);
  // One answer to one question needs no number.
  if (count == 1 && items.size() == 1 && !items[0].number) items[0].number = 1;
  for (size_t number = 1; number <= count; ++number) {
    std::optional<Item> found;
    bool disagree = false;
    for (const Item& item : items) {
      if (item.number != number) continue;
      if (found && !found->SameAs(item)) disagree = true;
      found = item;
    }
    if (disagree) {
      verdicts[number - 1] =
          Status(StatusCode::kParseError, "the model's answer has two different verdicts on this");
    } else if (found) {
      verdicts[number - 1] = LogitsOfItem(*found);
    }
  }
  return verdicts;
}

}  // namespace gloss
