#include "backends/remote/wire_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "backends/remote/remote_client.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxMessageBytes = 300;

/// True when brackets nest deeper than allowed. Linear; strings are skipped.
bool IsTooDeep(std::string_view text) {
  size_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return false;
}

/// One line of printable text, cut at a character's border.
std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (line.size() >= kMaxMessageBytes) {
      while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0) == 0x80) {
        line.pop_back();
      }
      if (!line.empty() && static_cast<unsigned char>(line.back()) >= 0xC0) line.pop_back();
      return line + "…";
    }
    const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == 0x7F;
    if (!is_blank) {
      line.push_back(c);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

bool LooksLikeHtml(const RemoteReply& reply) {
  const size_t begin = reply.body.find_first_not_of(" \t\r\n");
  return reply.content_type.find("html") != std::string::npos ||
         (begin != std::string::npos && reply.body[begin] == '<');
}

}  // namespace

std::optional<Json> ParseJsonText(std::string_view text) {
  if (IsTooDeep(text)) return std::nullopt;
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

Result<Json> ParseWireJson(const RemoteReply& reply) {
  if (auto json = ParseJsonText(reply.body)) return std::move(*json);
  if (reply.body.empty()) {
    return Status(StatusCode::kParseError, "the answer is empty");
  }
  if (LooksLikeHtml(reply)) {
    return Status(StatusCode::kParseError,
                  "the answer is a web page, not JSON: is this the address of a model server's API "
                  "(and not of a proxy or log-in page)?");
  }
  if (IsTooDeep(reply.body)) {
    return Status(StatusCode::kParseError, "the answer nests deeper than an answer can");
  }
  const std::string type = reply.content_type.empty() ? "no type" : OneLine(reply.content_type);
  return Status(StatusCode::kParseError,
                fmt::format("the answer is not JSON ({} bytes, {})", reply.body.size(), type));
}

std::string DumpJson(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<double> FiniteNumber(const Json& json) {
  double value = std::nan("");
  if (json.is_number()) {
    value = json.get<double>();
  } else if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<size_t> WholeNumber(const Json& json, size_t most) {
  const std::optional<double> value = FiniteNumber(json);
  if (!value || *value < 0 || *value > static_cast<double>(most) || *value != std::floor(*value)) {
    return std::nullopt;
  }
  return static_cast<size_t>(*value);
}

const Json* Member(const Json& json, std::string_view name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

std::string StringMember(const Json& json, std::string_view name) {
  const Json* member = Member(json, name);
  return member != nullptr && member->is_string() ? member->get<std::string>() : "";
}

std::string ServerErrorMessage(std::string_view body) {
  const auto json = ParseJsonText(body);
  if (!json) {
    const size_t begin = body.find_first_not_of(" \t\r\n");
    // A web page says nothing that helps; a plain word may.
    if (begin == std::string_view::npos || body[begin] == '<') return "";
    return OneLine(body);
  }
  const Json* error = Member(*json, "error");
  if (error == nullptr) error = &*json;
  if (error->is_string()) return OneLine(error->get_ref<const std::string&>());
  for (const std::string_view name : {"message", "detail", "error"}) {
    if (const std::string words = StringMember(*error, name); !words.empty()) return OneLine(words);
  }
  if (const Json* detail = Member(*json, "detail")) return OneLine(DumpJson(*detail));
  return "";
}

std::string BlamedParameter(std::string_view body) {
  const auto json = ParseJsonText(body);
  if (!json) return "";
  const Json* error = Member(*json, "error");
  return error == nullptr ? "" : StringMember(*error, "param");
}

}  // namespace gloss
