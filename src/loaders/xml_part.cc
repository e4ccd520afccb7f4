#include "loaders/xml_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/ascii.h"
#include "loaders/encoding.h"

namespace gloss {
namespace {

/// pugixml takes about this much for an element with its text, and for an attribute.
constexpr size_t kBytesPerElement = 128;
constexpr size_t kBytesPerAttribute = 40;

Status CheckTreeSize(const std::string& name, std::string_view xml, const LoadOptions& options) {
  const auto elements = static_cast<size_t>(std::count(xml.begin(), xml.end(), '<'));
  const auto attributes = static_cast<size_t>(std::count(xml.begin(), xml.end(), '='));
  const size_t estimate =
      xml.size() + elements * kBytesPerElement + attributes * kBytesPerAttribute;
  if (estimate <= options.limits.max_expanded_bytes) return Status::Ok();
  return {StatusCode::kTooLarge,
          fmt::format("its part {} needs about {} bytes when parsed, more than the limit of {}",
                      OneLineAscii(name), estimate, options.limits.max_expanded_bytes)};
}

/// Walks the tree without recursion; afterwards recursion over it is bounded.
Status CheckNesting(const std::string& name, const pugi::xml_document& document,
                    const LoadOptions& options) {
  int depth = 0;
  size_t steps = 0;
  for (pugi::xml_node node = document.first_child(); node;) {
    if (++steps % 65536 == 0 && options.stop.stop_requested()) {
      return {StatusCode::kCancelled, "loading was stopped"};
    }
    if (const pugi::xml_node child = node.first_child()) {
      if (++depth > options.limits.max_nesting) {
        return {StatusCode::kTooLarge,
                fmt::format("the elements of its part {} are nested more than {} deep",
                            OneLineAscii(name), options.limits.max_nesting)};
      }
      node = child;
      continue;
    }
    while (node && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node) node = node.next_sibling();
  }
  return Status::Ok();
}

std::string_view WithoutPrefix(const char* name) {
  const std::string_view full(name);
  const size_t colon = full.find(':');
  return colon == std::string_view::npos ? full : full.substr(colon + 1);
}

}  // namespace

Result<std::unique_ptr<pugi::xml_document>> ParseXmlPart(const std::string& name,
                                                         std::string_view bytes,
                                                         const LoadOptions& options) {
  // The declared encoding is found as for XHTML; parts are UTF-8 or UTF-16 by the standard.
  Result<DecodedText> decoded = DecodeText(bytes, DeclaredHtmlCharset(bytes), options);
  if (!decoded.ok()) {
    const Status status = decoded.status();
    if (status.code() == StatusCode::kTooLarge || status.code() == StatusCode::kCancelled) {
      return status;
    }
    return Status(StatusCode::kCorruptDocument,
                  fmt::format("its part {}: {}", OneLineAscii(name), status.message()));
  }
  GLOSS_RETURN_IF_ERROR(CheckTreeSize(name, decoded->text, options));
  auto document = std::make_unique<pugi::xml_document>();
  const pugi::xml_parse_result parsed = document->load_buffer(
      decoded->text.data(), decoded->text.size(),
      pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol | pugi::parse_ws_pcdata_single,
      pugi::encoding_utf8);
  if (!parsed) {
    return Status(StatusCode::kCorruptDocument,
                  fmt::format("its part {} is broken XML: {} (at byte {})", OneLineAscii(name),
                              parsed.description(), parsed.offset));
  }
  GLOSS_RETURN_IF_ERROR(CheckNesting(name, *document, options));
  return document;
}

std::string_view LocalName(const pugi::xml_node& node) { return WithoutPrefix(node.name()); }

pugi::xml_node ChildNamed(const pugi::xml_node& node, std::string_view local_name) {
  for (const pugi::xml_node child : node.children()) {
    if (LocalName(child) == local_name) return child;
  }
  return {};
}

std::string_view AttributeNamed(const pugi::xml_node& node, std::string_view local_name) {
  for (const pugi::xml_attribute attribute : node.attributes()) {
    if (WithoutPrefix(attribute.name()) == local_name) return attribute.value();
  }
  return {};
}

pugi::xml_node RootElement(const pugi::xml_document& document) {
  for (const pugi::xml_node child : document.children()) {
    if (child.type() == pugi::node_element) return child;
  }
  return {};
}

}  // namespace gloss
