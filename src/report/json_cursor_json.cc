#include "report/json_cursor_json.h"

#include <fmt/format.h>

#include <cmath>

namespace gloss {

std::string JsonCursor::Pointer() const {
  return parent_ == nullptr ? "" : parent_->Pointer() + "/" + step_;
}

void JsonCursor::Fail(std::string_view problem) const {
  if (!error_->ok()) return;
  const std::string pointer = Pointer();
  *error_ = Status(StatusCode::kParseError,
                   fmt::format("{}: {}", pointer.empty() ? "top level" : pointer, problem));
}

JsonCursor JsonCursor::At(std::string_view key) const {
  JsonCursor member(nullptr, this, std::string(key));
  if (value_ == nullptr || !ok()) return member;
  if (!value_->is_object()) {
    Fail("must be an object");
    return member;
  }
  const auto found = value_->find(key);
  if (found == value_->end()) {
    member.Fail("is missing");
    return member;
  }
  member.value_ = &*found;
  return member;
}

void JsonCursor::Each(const std::function<void(const JsonCursor&)>& read) const {
  if (value_ == nullptr) return;
  if (!value_->is_array()) return Fail("must be an array");
  for (size_t i = 0; i < value_->size() && ok(); ++i) {
    read(JsonCursor(&(*value_)[i], this, std::to_string(i)));
  }
}

void JsonCursor::EachMember(
    const std::function<void(const std::string&, const JsonCursor&)>& read) const {
  if (value_ == nullptr) return;
  if (!value_->is_object()) return Fail("must be an object");
  for (auto member = value_->begin(); member != value_->end() && ok(); ++member) {
    read(member.key(), JsonCursor(&member.value(), this, member.key()));
  }
}

bool JsonCursor::Has(std::string_view key) const {
  return value_ != nullptr && value_->is_object() && value_->contains(key);
}

std::string JsonCursor::Text() const {
  if (value_ == nullptr) return "";
  if (!value_->is_string()) {
    Fail("must be a string");
    return "";
  }
  return value_->get_ref<const std::string&>();
}

int JsonCursor::Int(int min, int max) const {
  if (value_ == nullptr) return min;
  if (!value_->is_number_integer()) {
    Fail("must be a whole number");
    return min;
  }
  // Unsigned numbers above the signed range would wrap to negative ones.
  const bool huge =
      value_->is_number_unsigned() && value_->get<uint64_t>() > static_cast<uint64_t>(max);
  const int64_t number = huge ? 0 : value_->get<int64_t>();
  if (huge || number < min || number > max) {
    Fail(fmt::format("must be from {} to {}", min, max));
    return min;
  }
  return static_cast<int>(number);
}

size_t JsonCursor::Offset() const {
  if (value_ == nullptr) return 0;
  if (!value_->is_number_unsigned()) {
    Fail("must be a whole number, 0 or more");
    return 0;
  }
  return value_->get<uint64_t>();
}

double JsonCursor::Number() const {
  if (value_ == nullptr) return 0;
  if (!value_->is_number() || !std::isfinite(value_->get<double>())) {
    Fail("must be a number");
    return 0;
  }
  return value_->get<double>();
}

std::optional<double> JsonCursor::OptionalNumber() const {
  if (IsNull()) return std::nullopt;
  return Number();
}

bool JsonCursor::Bool() const {
  if (value_ == nullptr) return false;
  if (!value_->is_boolean()) {
    Fail("must be true or false");
    return false;
  }
  return value_->get<bool>();
}

std::vector<std::string> JsonCursor::Texts() const {
  std::vector<std::string> texts;
  Each([&texts](const JsonCursor& text) { texts.push_back(text.Text()); });
  return texts;
}

}  // namespace gloss
