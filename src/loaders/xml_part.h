#pragma once

#include <memory>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"

namespace gloss {

/// Parses one XML file of a container. Entities of a DTD are never expanded and nothing outside is
/// read. Names in messages are `name`.
/// Errors: kCorruptDocument (not well-formed, not valid in its encoding), kTooLarge (nested deeper
/// than limits.max_nesting, or a tree larger than limits.max_expanded_bytes), kCancelled.
Result<std::unique_ptr<pugi::xml_document>> ParseXmlPart(const std::string& name,
                                                         std::string_view bytes,
                                                         const LoadOptions& options);

/// The name without its namespace prefix. Office Open XML has two sets of namespaces (transitional
/// and strict) with the same local names, and any prefix may be used.
std::string_view LocalName(const pugi::xml_node& node);

/// First child element with that local name; a null node when there is none.
pugi::xml_node ChildNamed(const pugi::xml_node& node, std::string_view local_name);

/// Value of the attribute with that local name; empty when there is none.
std::string_view AttributeNamed(const pugi::xml_node& node, std::string_view local_name);

/// First child element of the document.
pugi::xml_node RootElement(const pugi::xml_document& document);

}  // namespace gloss
