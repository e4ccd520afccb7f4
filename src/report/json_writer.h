#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// Writes canonical JSON text: keys in the order given, numbers with at most four decimals, the
/// same bytes on every machine.
///
/// Strings may hold anything: invalid UTF-8 becomes U+FFFD. Control characters, line and paragraph
/// separators, bidi controls and U+FEFF are written as \u escapes, so that printing the JSON cannot
/// move or colour a terminal. A number that is not finite becomes null.
///
/// Thread-compatible.
class JsonWriter {
 public:
  struct Options {
    int indent = 2;          ///< Spaces a level; 0 writes one line without spaces.
    bool html_safe = false;  ///< Escape < > & too, for a <script type="application/json"> element.
  };

  /// How a container is laid out when indent > 0.
  enum class Layout {
    kLines,  ///< One member a line.
    kLine,   ///< All on one line; containers inside too.
  };

  explicit JsonWriter(const Options& options) : options_(options) {}

  void BeginObject(Layout layout = Layout::kLines) { Begin('{', layout); }
  void EndObject() { End('}'); }
  void BeginArray(Layout layout = Layout::kLines) { Begin('[', layout); }
  void EndArray() { End(']'); }

  /// Key of the next value. REQUIRES: inside an object.
  void Key(std::string_view key);

  void String(std::string_view text);
  void Int(int64_t value);
  void Number(double value);
  void Bool(bool value);
  void Null();

  // A key with its value.
  void Field(std::string_view key, std::string_view value) { Key(key), String(value); }
  void Field(std::string_view key, const char* value) { Key(key), String(value); }
  void Field(std::string_view key, int value) { Key(key), Int(value); }
  void Field(std::string_view key, size_t value) { Key(key), Int(static_cast<int64_t>(value)); }
  void Field(std::string_view key, double value) { Key(key), Number(value); }
  void Field(std::string_view key, float value) { Key(key), Number(static_cast<double>(value)); }
  void Field(std::string_view key, bool value) { Key(key), Bool(value); }
  void Field(std::string_view key, const std::optional<double>& value);
  void Field(std::string_view key, const std::vector<std::string>& values);

  /// The text, ending in a newline. REQUIRES: every container is closed.
  std::string Take() &&;

 private:
  struct Level {
    Layout layout;
    bool empty = true;
  };

  void Begin(char bracket, Layout layout);
  void End(char bracket);
  void BeforeValue();
  void Separate();
  void NewLine();

  Options options_;
  std::string out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace gloss
