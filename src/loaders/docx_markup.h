#pragma once

#include <pugixml.hpp>
#include <string_view>

namespace gloss {

/// Elements of WordprocessingML that only wrap what they hold (insertions, links, tags, the
/// versions of one content): the node whose children count; null for any other element. Deletions
/// and placeholder hints count as holding nothing.
pugi::xml_node Unwrapped(const pugi::xml_node& node, std::string_view local_name);

/// Of mc:AlternateContent, which holds one content for newer and for older programs, the one to
/// read.
pugi::xml_node PreferredContent(const pugi::xml_node& alternate);

}  // namespace gloss
