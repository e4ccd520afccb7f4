#include "loaders/docx_symbols.h"

#include "loaders/html_entities.h"

namespace gloss {
namespace {

/// Adobe's encoding of the font Symbol, codes 0x20 to 0x7E.
constexpr std::u32string_view kSymbolLow =
    U" !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾"
    U"αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";

/// Codes 0xA0 to 0xE5.
constexpr std::u32string_view kSymbolHigh =
    U"€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑";

static_assert(kSymbolLow.size() == 0x7F - 0x20);
static_assert(kSymbolHigh.size() == 0xE6 - 0xA0);

char32_t SymbolOf(unsigned code) {
  if (code >= 0x20 && code - 0x20 < kSymbolLow.size()) return kSymbolLow[code - 0x20];
  if (code >= 0xA0 && code - 0xA0 < kSymbolHigh.size()) return kSymbolHigh[code - 0xA0];
  return 0;
}

char32_t WingdingOf(unsigned code) {
  switch (code) {
    case 0x6C:
      return U'●';
    case 0x6E:
      return U'■';
    case 0x71:
      return U'❑';
    case 0x76:
      return U'❖';
    case 0xA7:
      return U'▪';
    case 0xA8:
      return U'◻';
    case 0xD8:
      return U'➢';
    case 0xDF:
      return U'←';
    case 0xE0:
      return U'→';
    case 0xFB:
      return U'✘';
    case 0xFC:
      return U'✔';
    case 0xFD:
      return U'☒';
    case 0xFE:
      return U'☑';
    default:
      return 0;
  }
}

}  // namespace

std::string DocxSymbol(std::string_view font, unsigned code) {
  const unsigned low = code >= 0xF000 && code <= 0xF0FF ? code - 0xF000 : code;
  char32_t symbol = 0;
  if (font == "Symbol") symbol = SymbolOf(low);
  if (font.starts_with("Wingdings")) symbol = WingdingOf(low);
  return Utf8Of(symbol != 0 ? symbol : code);
}

std::string DocxSymbolText(std::string_view font, std::string_view text) {
  if (font != "Symbol" && !font.starts_with("Wingdings")) return std::string(text);
  std::string result;
  for (size_t i = 0; i < text.size();) {
    // U+F000 to U+F0FF is EF 80 80 to EF 83 BF.
    const bool is_private = i + 2 < text.size() && text[i] == '\xEF' &&
                            (static_cast<unsigned char>(text[i + 1]) & 0xFC) == 0x80;
    if (is_private) {
      const unsigned code = 0xF000U | ((static_cast<unsigned char>(text[i + 1]) & 0x3FU) << 6) |
                            (static_cast<unsigned char>(text[i + 2]) & 0x3FU);
      result += DocxSymbol(font, code);
      i += 3;
    } else {
      result += text[i++];
    }
  }
  return result;
}

}  // namespace gloss
