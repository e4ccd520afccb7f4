#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace gloss {

/// Reads fields of parsed JSON that may be hostile. The first thing that is wrong is kept in the
/// shared Status with its place as a JSON pointer; from then on every getter gives a default, so
/// that a reader is written straight and asks once at the end.
///
/// A cursor made by At or Each points to its parent, which must outlive it.
class JsonCursor {
 public:
  JsonCursor(const nlohmann::json& value, Status* error) : value_(&value), error_(error) {}

  bool ok() const { return error_->ok(); }

  /// Records "pointer: problem", unless something was wrong before.
  void Fail(std::string_view problem) const;

  /// The member, which must exist.
  JsonCursor At(std::string_view key) const;

  /// Calls `read` with each element of an array, until something is wrong.
  void Each(const std::function<void(const JsonCursor&)>& read) const;

  /// Calls `read` with each member of an object, until something is wrong.
  void EachMember(const std::function<void(const std::string&, const JsonCursor&)>& read) const;

  bool IsNull() const { return value_ == nullptr || value_->is_null(); }
  bool Has(std::string_view key) const;
  size_t Size() const { return value_ == nullptr ? 0 : value_->size(); }

  std::string Text() const;
  int Int(int min = 0, int max = std::numeric_limits<int>::max()) const;
  size_t Offset() const;
  double Number() const;
  std::optional<double> OptionalNumber() const;
  bool Bool() const;
  std::vector<std::string> Texts() const;

  // Members by name.
  std::string Text(std::string_view key) const { return At(key).Text(); }
  int Int(std::string_view key, int min = 0) const { return At(key).Int(min); }
  double Number(std::string_view key) const { return At(key).Number(); }
  float Float(std::string_view key) const { return static_cast<float>(At(key).Number()); }
  bool Bool(std::string_view key) const { return At(key).Bool(); }
  std::vector<std::string> Texts(std::string_view key) const { return At(key).Texts(); }

 private:
  JsonCursor(const nlohmann::json* value, const JsonCursor* parent, std::string step)
      : value_(value), error_(parent->error_), parent_(parent), step_(std::move(step)) {}

  std::string Pointer() const;

  const nlohmann::json* value_;  ///< Null once something is wrong.
  Status* error_;
  const JsonCursor* parent_ = nullptr;
  std::string step_;
};

}  // namespace gloss
