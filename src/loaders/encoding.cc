#include "loaders/encoding.h"

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "loaders/ascii.h"
#include "loaders/legacy_encoding.h"
#include "text/utf8.h"

namespace gloss {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
/// A program or picture shows within this much.
constexpr size_t kBinaryProbe = size_t{64} << 10;

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

/// Encodings that a document may name: not UTF-7 and the like, whose ASCII means something else.
bool MayBeDeclared(std::string_view encoding) {
  return !encoding.empty() && encoding != "utf-7" && encoding != "scsu" && encoding != "bocu-1" &&
         encoding != "imap-mailbox-name" && encoding.find("ebcdic") == std::string_view::npos &&
         !encoding.starts_with("ibm-") && encoding.find(',') == std::string_view::npos;
}

bool IsStateful(std::string_view encoding) {
  return encoding.starts_with("iso-2022-") || encoding.starts_with("hz");
}

std::unique_ptr<UConverter, ConverterCloser> OpenConverter(const std::string& encoding) {
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<UConverter, ConverterCloser> converter(ucnv_open(encoding.c_str(), &error));
  if (U_FAILURE(error)) return nullptr;
  return converter;
}

struct Conversion {
  std::string text;
  std::optional<size_t> first_invalid;  ///< Byte offset in the input.
  size_t replaced = 0;
};

/// Decodes with ICU. Invalid bytes end the conversion, or (lossy) become U+FFFD.
Result<Conversion> Convert(std::string_view bytes, const std::string& encoding,
                           const LoadOptions& options) {
  const auto converter = OpenConverter(encoding);
  if (!converter) {
    return Status(StatusCode::kUnsupportedFormat,
                  fmt::format("its text encoding '{}' is not known", OneLineAscii(encoding)));
  }
  UErrorCode error = U_ZERO_ERROR;
  ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);

  Conversion result;
  std::array<char16_t, 8192> buffer{};
  size_t kept = 0;  // A lead surrogate whose trail is still to come.
  const char* source = bytes.data();
  const char* const source_end = bytes.data() + bytes.size();
  for (bool more = true; more;) {
    if (options.stop.stop_requested()) return Status(StatusCode::kCancelled, "loading was stopped");
    char16_t* target = buffer.data() + kept;
    error = U_ZERO_ERROR;
    ucnv_toUnicode(converter.get(), &target, buffer.data() + buffer.size(), &source, source_end,
                   nullptr, /*flush=*/true, &error);
    more = error == U_BUFFER_OVERFLOW_ERROR;
    size_t length = static_cast<size_t>(target - buffer.data());
    kept = more && length > 0 && U16_IS_LEAD(buffer[length - 1]) ? 1 : 0;
    icu::UnicodeString(/*isTerminated=*/false, buffer.data(), static_cast<int32_t>(length - kept))
        .toUTF8String(result.text);
    if (kept > 0) buffer[0] = buffer[length - 1];
    if (U_FAILURE(error) && !more) {
      std::array<char, 32> invalid{};
      auto invalid_length = static_cast<int8_t>(invalid.size());
      UErrorCode ignored = U_ZERO_ERROR;
      ucnv_getInvalidChars(converter.get(), invalid.data(), &invalid_length, &ignored);
      const size_t consumed = static_cast<size_t>(source - bytes.data());
      const size_t offset = consumed - std::min(consumed, static_cast<size_t>(invalid_length));
      if (!result.first_invalid) result.first_invalid = offset;
      if (!options.lossy) return result;
      result.text += kReplacement;
      ++result.replaced;
      ucnv_resetToUnicode(converter.get());
      more = source < source_end;
    }
    if (result.text.size() > options.limits.max_text_bytes) {
      return Status(StatusCode::kTooLarge,
                    fmt::format("its text is longer than the limit of {} bytes",
                                options.limits.max_text_bytes));
    }
  }
  return result;
}

Status InvalidAt(size_t offset, std::string_view bytes, std::string_view encoding) {
  return {
      StatusCode::kInvalidUtf8,
      fmt::format("byte 0x{:02X} at offset {} is not valid {}; repair the file, or load it lossy "
                  "to replace invalid bytes by U+FFFD",
                  offset < bytes.size() ? static_cast<unsigned char>(bytes[offset]) : 0, offset,
                  encoding)};
}

/// UTF-16 and UTF-32 text has its NUL bytes at every second byte or three of every four.
std::string EncodingByNulPattern(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, size_t{4} << 10);
  if (head.size() < 4 || head.find('\0') == std::string_view::npos) return {};
  std::array<size_t, 4> nul{};
  const size_t units = head.size() / 4;
  for (size_t i = 0; i < units * 4; ++i) nul[i % 4] += head[i] == '\0' ? 1 : 0;
  const auto most = [units](size_t count) { return count * 10 >= units * 9; };
  const auto hardly = [units](size_t count) { return count * 50 <= units; };
  const auto many = [units](size_t count) { return count * 2 >= units; };
  if (bytes.size() % 4 == 0 && hardly(nul[0]) && many(nul[1]) && most(nul[2]) && most(nul[3])) {
    return "UTF-32LE";
  }
  if (bytes.size() % 4 == 0 && most(nul[0]) && most(nul[1]) && many(nul[2]) && hardly(nul[3])) {
    return "UTF-32BE";
  }
  if (bytes.size() % 2 != 0) return {};
  if (hardly(nul[0]) && hardly(nul[2]) && many(nul[1]) && many(nul[3])) return "UTF-16LE";
  if (hardly(nul[1]) && hardly(nul[3]) && many(nul[0]) && many(nul[2])) return "UTF-16BE";
  return {};
}

struct ByteOrderMark {
  std::string_view bytes;
  std::string_view encoding;
};

ByteOrderMark FindByteOrderMark(std::string_view bytes) {
  using namespace std::string_view_literals;
  static constexpr std::array<ByteOrderMark, 5> kMarks = {{
      {"\xEF\xBB\xBF"sv, "UTF-8"},
      {"\xFF\xFE\0\0"sv, "UTF-32LE"},
      {"\0\0\xFE\xFF"sv, "UTF-32BE"},
      {"\xFF\xFE"sv, "UTF-16LE"},
      {"\xFE\xFF"sv, "UTF-16BE"},
  }};
  for (const ByteOrderMark& mark : kMarks) {
    if (bytes.starts_with(mark.bytes)) return mark;
  }
  return {};
}

struct Utf8Share {
  size_t valid_sequences = 0;  ///< Multi-byte sequences that are valid UTF-8.
  size_t invalid_bytes = 0;
  size_t first_invalid = 0;
};

Utf8Share CountUtf8(std::string_view bytes) {
  Utf8Share share;
  size_t at = 0;
  while (at < bytes.size()) {
    const std::optional<size_t> invalid = FindInvalidUtf8(bytes.substr(at));
    const size_t end = invalid ? at + *invalid : bytes.size();
    for (; at < end; ++at) {
      if (static_cast<unsigned char>(bytes[at]) >= 0xC0) ++share.valid_sequences;
    }
    if (!invalid) break;
    if (share.invalid_bytes++ == 0) share.first_invalid = at;
    ++at;
  }
  return share;
}

/// Control characters that text does not hold.
bool IsOddControl(unsigned char c) {
  return c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != 0x1B &&
         c != '\b';
}

/// More than one odd control character in a hundred bytes: a program, a picture, a data base.
bool LooksBinary(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kBinaryProbe);
  const auto odd = std::count_if(
      head.begin(), head.end(), [](char c) { return IsOddControl(static_cast<unsigned char>(c)); });
  return odd > 0 && static_cast<size_t>(odd) * 100 >= head.size();
}

/// Drops nothing and changes nothing but NULs, which text never holds.
Status FinishNul(DecodedText& decoded, const LoadOptions& options) {
  const size_t first = decoded.text.find('\0');
  if (first == std::string::npos) return Status::Ok();
  if (!options.lossy) {
    return {
        StatusCode::kInvalidUtf8,
        fmt::format("a NUL character at offset {} of its text ({}); repair the file, or load it "
                    "lossy to replace it by U+FFFD",
                    first, decoded.encoding)};
  }
  std::string clean;
  size_t count = 0;
  for (const char c : decoded.text) {
    if (c == '\0') {
      clean += kReplacement;
      ++count;
    } else {
      clean += c;
    }
  }
  decoded.text = std::move(clean);
  decoded.warnings.push_back(fmt::format("{} NUL characters were replaced by U+FFFD", count));
  return Status::Ok();
}

Result<DecodedText> DecodeAs(std::string_view bytes, const std::string& encoding,
                             const LoadOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(Conversion conversion, Convert(bytes, encoding, options));
  if (conversion.first_invalid && !options.lossy) {
    return InvalidAt(*conversion.first_invalid, bytes, encoding);
  }
  DecodedText decoded;
  decoded.text = std::move(conversion.text);
  decoded.encoding = encoding;
  if (conversion.replaced > 0) {
    decoded.warnings.push_back(fmt::format("{} invalid byte sequences ({}) were replaced by U+FFFD",
                                           conversion.replaced, encoding));
  }
  return decoded;
}

Result<DecodedText> DecodeUtf8Lossy(std::string_view bytes, const Utf8Share& share) {
  DecodedText decoded;
  decoded.text = ReplaceInvalidUtf8(bytes);
  decoded.encoding = "UTF-8";
  decoded.warnings.push_back(
      fmt::format("{} invalid bytes (UTF-8; the first at offset {}) were replaced by U+FFFD",
                  share.invalid_bytes, share.first_invalid));
  return decoded;
}

/// Steps 5 to 7: the bytes are not valid UTF-8.
Result<DecodedText> DecodeNotUtf8(std::string_view bytes, const std::string& declared,
                                  const LoadOptions& options) {
  if (!declared.empty() && declared != "UTF-8") return DecodeAs(bytes, declared, options);
  if (LooksBinary(bytes)) {
    return Status(StatusCode::kUnsupportedFormat, "it looks like binary data, not like text");
  }
  const Utf8Share share = CountUtf8(bytes);
  const bool nearly_utf8 = declared == "UTF-8" || (share.valid_sequences > 0 &&
                                                   share.invalid_bytes <= share.valid_sequences);
  if (!nearly_utf8) {
    const std::string encoding = DetectLegacyEncoding(bytes);
    if (!encoding.empty()) {
      LoadOptions strict = options;
      strict.lossy = false;
      Result<DecodedText> decoded = DecodeAs(bytes, encoding, strict);
      if (!decoded.ok() && decoded.status().code() != StatusCode::kInvalidUtf8) return decoded;
      if (decoded.ok() && IsPlausibleText(decoded->text)) {
        decoded->warnings.push_back(
            fmt::format("it is not UTF-8; its text encoding was taken to be {}", encoding));
        return decoded;
      }
    }
  }
  if (!options.lossy) return InvalidAt(share.first_invalid, bytes, "UTF-8");
  return DecodeUtf8Lossy(bytes, share);
}

Result<DecodedText> DecodeUnchecked(std::string_view bytes, const std::string& declared,
                                    const LoadOptions& options) {
  const ByteOrderMark mark = FindByteOrderMark(bytes);
  const std::string_view content = bytes.substr(mark.bytes.size());
  if (!mark.encoding.empty() && mark.encoding != "UTF-8") {
    return DecodeAs(content, std::string(mark.encoding), options);
  }
  if (mark.encoding.empty()) {
    const std::string wide = EncodingByNulPattern(bytes);
    if (!wide.empty()) return DecodeAs(bytes, wide, options);
    if (IsStateful(declared) && bytes.find('\x1B') != std::string_view::npos) {
      return DecodeAs(bytes, declared, options);
    }
  }
  if (!FindInvalidUtf8(content)) {
    if (LooksBinary(content)) {
      return Status(StatusCode::kUnsupportedFormat, "it looks like binary data, not like text");
    }
    return DecodedText{std::string(content), "UTF-8", {}};
  }
  return DecodeNotUtf8(content, mark.encoding.empty() ? declared : std::string("UTF-8"), options);
}

}  // namespace

Result<DecodedText> DecodeText(std::string_view bytes, std::string_view declared,
                               const LoadOptions& options) {
  std::string encoding = CanonicalEncoding(declared);
  // Bytes that could be read so far to find the declaration are not UTF-16 or UTF-32.
  if (!MayBeDeclared(encoding) || encoding.starts_with("utf-16") ||
      encoding.starts_with("utf-32") || !OpenConverter(encoding)) {
    encoding.clear();
  }
  GLOSS_ASSIGN_OR_RETURN(DecodedText decoded, DecodeUnchecked(bytes, encoding, options));
  GLOSS_RETURN_IF_ERROR(FinishNul(decoded, options));
  if (decoded.text.size() > options.limits.max_text_bytes) {
    return Status(StatusCode::kTooLarge,
                  fmt::format("its text is longer than the limit of {} bytes",
                              options.limits.max_text_bytes));
  }
  return decoded;
}

}  // namespace gloss
