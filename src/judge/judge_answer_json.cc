#include "judge/judge_answer_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>

#include "text/utf8.h"
#include "text/words.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostAnswerBytes = size_t{64} << 10;

std::string Schema(std::string_view member, std::initializer_list<std::string_view> words) {
  return Json{{"type", "object"},
              {"properties",
               {{"explanation", {{"type", "string"}}},
                {std::string(member), {{"type", "string"}, {"enum", words}}}}},
              {"required", {"explanation", std::string(member)}},
              {"additionalProperties", false}}
      .dump();
}

std::string Grammar(std::string_view member, std::initializer_list<std::string_view> words) {
  std::string choices;
  for (const std::string_view word : words) {
    choices += fmt::format("{}\"{}\"", choices.empty() ? "" : " | ", word);
  }
  return fmt::format(
      "root ::= \"{{\\\"explanation\\\": \\\"\" [A-Za-z] [^\"\\\\\\n\\r\\t]{{1,160}} \"\\\", "
      "\\\"{}\\\": \\\"\" ({}) \"\\\"}}\"",
      member, choices);
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::string_view WithoutFence(std::string_view text) {
  text = Trim(text);
  if (!text.starts_with("```") || !text.ends_with("```") || text.size() < 6) return text;
  text.remove_suffix(3);
  const size_t line_end = text.find('\n');
  return line_end == std::string_view::npos ? text : Trim(text.substr(line_end));
}

struct Answer {
  std::string word;
  std::string explanation;
};

Result<Answer> Read(std::string_view text, std::string_view member,
                    std::initializer_list<std::string_view> words) {
  const auto bad = [](std::string_view what) {
    return Status(StatusCode::kParseError, std::string(what));
  };
  text = WithoutFence(text);
  if (text.empty()) return bad("it is empty");
  if (text.size() > kMostAnswerBytes) return bad("it is too long");
  std::set<std::string> names;
  bool twice = false;
  const auto on_event = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) {
      twice = twice || !names.insert(parsed.get<std::string>()).second;
    }
    return true;
  };
  const Json json = Json::parse(text, on_event, /*allow_exceptions=*/false);
  if (json.is_discarded()) return bad("it is no JSON");
  if (!json.is_object() || twice || json.size() != 2) {
    return bad("it is no object with two members");
  }
  const auto explanation = json.find("explanation");
  const auto word = json.find(std::string(member));
  if (explanation == json.end() || !explanation->is_string()) return bad("it has no explanation");
  if (word == json.end() || !word->is_string()) {
    return bad(fmt::format("it has no \"{}\"", member));
  }
  Answer answer;
  answer.word = word->get<std::string>();
  if (std::find(words.begin(), words.end(), answer.word) == words.end()) {
    return bad(fmt::format("its \"{}\" is none of the words that it may be", member));
  }
  answer.explanation = CollapseSpace(ReplaceInvalidUtf8(explanation->get<std::string>()));
  if (answer.explanation.empty()) return bad("its explanation is empty");
  if (answer.explanation.size() > kMostExplanation) {
    answer.explanation = ReplaceInvalidUtf8(answer.explanation.substr(0, kMostExplanation)) + " …";
  }
  return answer;
}

}  // namespace

std::string YesNoSchema() { return Schema("answer", {"yes", "no"}); }
std::string YesNoGrammar() { return Grammar("answer", {"yes", "no"}); }
std::string PlaceSchema() { return Schema("better", {"first", "second", "tie"}); }
std::string PlaceGrammar() { return Grammar("better", {"first", "second", "tie"}); }

Result<YesNoAnswer> ReadYesNo(std::string_view text) {
  GLOSS_ASSIGN_OR_RETURN(Answer answer, Read(text, "answer", {"yes", "no"}));
  return YesNoAnswer{answer.word == "yes", std::move(answer.explanation)};
}

Result<PlaceAnswer> ReadPlace(std::string_view text) {
  GLOSS_ASSIGN_OR_RETURN(Answer answer, Read(text, "better", {"first", "second", "tie"}));
  return PlaceAnswer{std::move(answer.word), std::move(answer.explanation)};
}

std::string QuotedForJudge(std::string_view text) {
  const std::string json = Json(ReplaceInvalidUtf8(text)).dump();
  std::string quoted;
  for (const char c : json) {
    if (c == '<') {
      quoted += "\\u003c";
    } else if (c == '>') {
      quoted += "\\u003e";
    } else {
      quoted += c;
    }
  }
  return quoted;
}

}  // namespace gloss
