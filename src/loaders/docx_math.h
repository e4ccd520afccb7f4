#pragma once

#include <pugixml.hpp>
#include <string>

namespace gloss {

/// An equation (m:oMath) on one line: "x^2", "(a+b)/c", "√(x)", "x_i", "∑_(i=1)^n x_i".
/// Recursive: the tree's depth must be bounded.
std::string LinearMath(const pugi::xml_node& math);

}  // namespace gloss
