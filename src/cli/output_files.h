#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss::cli {

/// What is wrong with the files that a command was told to write: one is named twice, or has an
/// extension of which `format_of` knows no format. `extensions`: those it knows, for the message.
/// `also`: other files of the command, which none of them may be.
Status CheckOutputFiles(const std::vector<std::string>& files,
                        std::optional<std::string> (*format_of)(const std::string&),
                        std::string_view extensions, const std::set<std::string>& also = {});

}  // namespace gloss::cli
