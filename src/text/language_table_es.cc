#include "text/language_tables.h"

namespace gloss {
namespace {

constexpr std::string_view kNever[] = {
    // Titles before a name.
    "sr", "sra", "srta", "sres", "sras", "srs", "dr", "dra", "drs", "dres", "prof", "profa", "lic",
    "licda", "licdo", "ing", "arq", "d", "dña", "dª", "gral", "cnel", "cap", "tte", "sgto", "mons",
    "pbro", "rvdo", "rdo", "excmo", "excma", "ilmo", "ilma", "exmo", "sto", "sta", "mr", "mrs",
    "ms", "st", "fr", "hno", "hna", "pdte", "pdta", "dir",
    // Words that point on.
    "p.ej", "p.e", "v.gr", "ej", "cf", "cfr", "vid", "véase", "aprox", "fig", "figs", "vs", "i.e",
    "e.g", "tel", "tfno", "tlf", "avda", "av", "ctra", "pza", "plza", "atte", "ca", "esp", "incl",
    "lat", "gr", "ingl"};
constexpr std::string_view kBeforeNumber[] = {
    "núm", "núms", "nro",  "nros", "nos", "no",   "n",   "nº",   "p",   "pp",  "pág",  "págs",
    "pag", "pags", "art",  "arts", "cap", "caps", "vol", "vols", "t",   "sec", "secc", "inc",
    "lit", "apdo", "párr", "parr", "ord", "disp", "rd",  "l",    "ap",  "ed",  "ref",  "tab",
    "ec",  "fol",  "f",    "v",    "vv",  "c",    "s",   "ss",   "ene", "feb", "mar",  "abr",
    "may", "jun",  "jul",  "ago",  "sep", "sept", "set", "oct",  "nov", "dic", "kg",   "km"};
constexpr std::string_view kMayEnd[] = {
    "uu",    "ee",     "rr.hh",   "jj.oo", "ff.aa", "cc.oo",   "ss.mm", "aa.pp", "pp",    "a.m",
    "p.m",   "ud",     "uds",     "vd",    "vds",   "s.a",     "s.l",   "s.r.l", "s.a.s", "s.l.u",
    "ltda",  "cía",    "cia",     "inc",   "corp",  "ltd",     "co",    "hnos",  "jr",    "u.s",
    "u.s.a", "u.e",    "r.u",     "dpto",  "depto", "dptos",   "admón", "gob",   "univ",  "inst",
    "min",   "máx",    "mín",     "seg",   "hab",   "cts",     "ptas",  "mill",  "izq",   "dcha",
    "prov",  "prol",   "trad",    "coord", "comp",  "coords",  "al",    "ibíd",  "ibid",  "íd",
    "id",    "op.cit", "loc.cit", "b.o.e", "d.f",   "q.e.p.d", "ph.d",  "s.s",   "s.m"};
constexpr std::string_view kMostlyEnd[] = {"etc", "etcétera", "ee.uu", "a.c",
                                           "d.c", "a.e.c",    "e.c"};

constexpr std::string_view kOpeners[] = {"el",          "los",
                                         "las",         "un",
                                         "una",         "unos",
                                         "unas",        "lo",
                                         "la",          "este",
                                         "esta",        "esto",
                                         "estos",       "estas",
                                         "ese",         "esa",
                                         "eso",         "esos",
                                         "esas",        "aquel",
                                         "aquella",     "aquello",
                                         "aquellos",    "su",
                                         "sus",         "mi",
                                         "mis",         "tu",
                                         "nuestro",     "nuestra",
                                         "nuestros",    "él",
                                         "ella",        "ellos",
                                         "ellas",       "yo",
                                         "nosotros",    "usted",
                                         "ustedes",     "se",
                                         "le",          "les",
                                         "me",          "nos",
                                         "te",          "en",
                                         "a",           "al",
                                         "con",         "por",
                                         "para",        "sin",
                                         "sobre",       "según",
                                         "desde",       "hasta",
                                         "durante",     "tras",
                                         "entre",       "ante",
                                         "bajo",        "contra",
                                         "hacia",       "mediante",
                                         "y",           "e",
                                         "o",           "pero",
                                         "sino",        "aunque",
                                         "porque",      "pues",
                                         "si",          "como",
                                         "cuando",      "donde",
                                         "mientras",    "que",
                                         "qué",         "quién",
                                         "quien",       "quienes",
                                         "cuál",        "cuándo",
                                         "cómo",        "dónde",
                                         "cuánto",      "no",
                                         "sí",          "también",
                                         "tampoco",     "además",
                                         "así",         "asimismo",
                                         "ahora",       "antes",
                                         "después",     "luego",
                                         "entonces",    "hoy",
                                         "ayer",        "mañana",
                                         "aquí",        "allí",
                                         "ahí",         "hay",
                                         "había",       "hubo",
                                         "es",          "son",
                                         "era",         "eran",
                                         "fue",         "fueron",
                                         "ha",          "han",
                                         "había",       "habían",
                                         "está",        "están",
                                         "tiene",       "tienen",
                                         "puede",       "pueden",
                                         "todo",        "toda",
                                         "todos",       "todas",
                                         "muchos",      "muchas",
                                         "varios",      "varias",
                                         "algunos",     "algunas",
                                         "ningún",      "ninguna",
                                         "otro",        "otra",
                                         "otros",       "otras",
                                         "cada",        "ambos",
                                         "ambas",       "sólo",
                                         "solo",        "ya",
                                         "aún",         "todavía",
                                         "más",         "muy",
                                         "incluso",     "finalmente",
                                         "actualmente", "posteriormente",
                                         "igualmente",  "generalmente",
                                         "por",         "debido",
                                         "dado",        "gracias",
                                         "dos",         "tres",
                                         "uno",         "quizá",
                                         "quizás",      "tal",
                                         "tanto",       "tales",
                                         "del",         "nada",
                                         "nadie",       "debe",
                                         "deben"};
constexpr std::string_view kConnectors[] = {
    "el",     "la",     "los",      "las",   "un",      "una",    "unos",  "unas",     "lo",
    "de",     "del",    "en",       "a",     "al",      "con",    "por",   "para",     "sin",
    "sobre",  "según",  "desde",    "hasta", "durante", "tras",   "entre", "ante",     "bajo",
    "contra", "hacia",  "mediante", "y",     "e",       "o",      "u",     "ni",       "pero",
    "sino",   "aunque", "porque",   "si",    "como",    "cuando", "donde", "mientras", "que",
    "cuyo",   "cuya",   "su",       "sus",   "este",    "esta",   "estos", "estas",    "ese",
    "esa",    "se",     "le",       "les",   "no",      "es",     "son",   "era",      "fue",
    "ha",     "han",    "ser",      "muy",   "más",     "menos",  "cada",  "quien"};
constexpr std::string_view kMonths[] = {
    "enero",  "febrero",    "marzo",     "abril",   "mayo",      "junio",    "julio",
    "agosto", "septiembre", "setiembre", "octubre", "noviembre", "diciembre"};

}  // namespace

const LanguageTable& SpanishTable() {
  static constexpr LanguageTable kTable{.code = "es",
                                        .never = kNever,
                                        .before_number = kBeforeNumber,
                                        .may_end = kMayEnd,
                                        .mostly_end = kMostlyEnd,
                                        .openers = kOpeners,
                                        .connectors = kConnectors,
                                        .months = kMonths,
                                        .dotted_ordinals = false};
  return kTable;
}

}  // namespace gloss
