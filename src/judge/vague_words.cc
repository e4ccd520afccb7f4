#include "judge/vague_words.h"

#include <array>

namespace gloss {
namespace {

constexpr auto kEnglish = std::to_array<std::string_view>(
    {"several",      "various",        "some",         "many",          "numerous",
     "significant",  "significantly",  "substantial",  "substantially", "considerable",
     "considerably", "certain",        "things",       "stuff",         "somewhat",
     "somehow",      "important",      "importantly",  "interesting",   "aspects",
     "issues",       "matters",        "developments", "etc",           "recently",
     "a number of",  "a lot of",       "lots of",      "a variety of",  "a range of",
     "and so on",    "among others",   "in some way",  "for some time", "some time ago",
     "to a degree",  "to some extent", "a while",      "quite a",       "different kinds"});
constexpr auto kGerman = std::to_array<std::string_view>({"mehrere",
                                                          "verschiedene",
                                                          "verschiedenen",
                                                          "einige",
                                                          "einigen",
                                                          "viele",
                                                          "vielen",
                                                          "zahlreiche",
                                                          "zahlreichen",
                                                          "erheblich",
                                                          "erhebliche",
                                                          "bedeutend",
                                                          "gewisse",
                                                          "gewissen",
                                                          "diverse",
                                                          "diversen",
                                                          "dinge",
                                                          "irgendwie",
                                                          "wichtig",
                                                          "wichtige",
                                                          "wichtigen",
                                                          "interessant",
                                                          "aspekte",
                                                          "aspekten",
                                                          "usw",
                                                          "etc",
                                                          "kürzlich",
                                                          "eine reihe von",
                                                          "eine vielzahl",
                                                          "unter anderem",
                                                          "und so weiter",
                                                          "vor einiger zeit",
                                                          "in gewisser weise",
                                                          "ein wenig"});
constexpr auto kSpanish = std::to_array<std::string_view>({"varios",
                                                           "varias",
                                                           "diversos",
                                                           "diversas",
                                                           "algunos",
                                                           "algunas",
                                                           "muchos",
                                                           "muchas",
                                                           "numerosos",
                                                           "numerosas",
                                                           "significativo",
                                                           "significativa",
                                                           "considerable",
                                                           "ciertos",
                                                           "ciertas",
                                                           "cosas",
                                                           "importante",
                                                           "importantes",
                                                           "interesante",
                                                           "aspectos",
                                                           "etc",
                                                           "recientemente",
                                                           "una serie de",
                                                           "una variedad de",
                                                           "entre otros",
                                                           "y así sucesivamente",
                                                           "hace algún tiempo",
                                                           "de alguna manera"});
constexpr auto kFrench = std::to_array<std::string_view>({"plusieurs",
                                                          "divers",
                                                          "diverses",
                                                          "certains",
                                                          "certaines",
                                                          "beaucoup",
                                                          "nombreux",
                                                          "nombreuses",
                                                          "significatif",
                                                          "significative",
                                                          "considérable",
                                                          "choses",
                                                          "important",
                                                          "importante",
                                                          "importants",
                                                          "importantes",
                                                          "intéressant",
                                                          "aspects",
                                                          "etc",
                                                          "récemment",
                                                          "un certain nombre",
                                                          "une série de",
                                                          "toute une gamme",
                                                          "entre autres",
                                                          "et ainsi de suite",
                                                          "il y a quelque temps",
                                                          "d'une certaine manière"});
constexpr auto kItalian =
    std::to_array<std::string_view>({"diversi",        "diverse",       "vari",
                                     "varie",          "alcuni",        "alcune",
                                     "molti",          "molte",         "numerosi",
                                     "numerose",       "significativo", "significativa",
                                     "considerevole",  "certi",         "certe",
                                     "cose",           "importante",    "importanti",
                                     "interessante",   "aspetti",       "ecc",
                                     "recentemente",   "una serie di",  "una varietà di",
                                     "tra gli altri",  "e così via",    "qualche tempo fa",
                                     "in qualche modo"});

}  // namespace

std::span<const std::string_view> VagueWordsOf(std::string_view language) {
  if (language == "en") return kEnglish;
  if (language == "de") return kGerman;
  if (language == "es") return kSpanish;
  if (language == "fr") return kFrench;
  if (language == "it") return kItalian;
  return {};
}

}  // namespace gloss
