#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// The terms of a text in order, with repetitions: folded words without the function words of the
/// language, cut to their first six characters, which stands for a stemmer in all languages alike;
/// numbers stay whole.
std::vector<std::string> TermsOf(std::string_view text, std::string_view language);

/// The same without repetitions.
std::set<std::string> TermSetOf(std::string_view text, std::string_view language);

/// Share of `wanted` that is among `terms`; 0 when nothing is wanted.
float TermCoverage(const std::set<std::string>& wanted, const std::set<std::string>& terms);

}  // namespace gloss
