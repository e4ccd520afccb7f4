#pragma once

#include <span>
#include <string_view>

namespace gloss {

/// Words and phrases that stand for what a text does not say: "several", "a number of". Folded; of
/// en, de, es, fr or it, none for other languages. A phrase has a space in it.
std::span<const std::string_view> VagueWordsOf(std::string_view language);

}  // namespace gloss
