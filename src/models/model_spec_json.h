#pragma once

#include <optional>
#include <string_view>

#include "base/status.h"
#include "models/model_spec.h"

namespace gloss {

/// The spec in a JSON text, or nothing when the text is a JSON value that is no spec (not an object
/// with a "role"). Errors: kParseError.
Result<std::optional<ModelSpec>> ParseModelSpecIfAny(std::string_view json);

}  // namespace gloss
