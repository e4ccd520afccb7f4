#include "text/language_tables.h"

namespace gloss {
namespace {

constexpr std::string_view kNever[] = {
    // Titles before a name.
    "m", "mm", "mr", "mme", "mmes", "mlle", "mlles", "mgr", "dr", "pr", "prof", "me", "mes", "st",
    "ste", "sts", "stes", "gén", "gal", "col", "cdt", "lt", "sgt", "mrs", "ms", "vve", "sr", "hon",
    "rév",
    // Words that point on.
    "cf", "c.-à-d", "p.ex", "ex", "env", "vs", "fig", "figs", "tél", "tel", "av", "ap", "apr",
    "not", "notamm", "i.e", "e.g", "ca", "c.à.d", "resp", "éd", "dir", "adr", "bd", "réf", "sc",
    "var", "hab", "éq"};
constexpr std::string_view kBeforeNumber[] = {
    "no",  "nos", "n",    "nº",  "p",    "pp",   "pag", "art", "arts", "al",   "chap",
    "ch",  "vol", "vols", "t",   "sect", "sec",  "par", "ann", "tabl", "tab",  "l",
    "r",   "d",   "liv",  "tit", "ref",  "v",    "s",   "c",   "a",    "f",    "ff",
    "fol", "pl",  "ed",   "éq",  "janv", "févr", "fév", "avr", "juil", "sept", "oct",
    "nov", "déc", "mar",  "lun", "jeu",  "ven",  "sam", "dim"};
constexpr std::string_view kMayEnd[] = {
    "s.a",   "s.a.r.l", "s.a.s",   "s.n.c", "cie",   "inc",  "corp", "ltd", "co",  "u.s",
    "u.s.a", "e.u",     "é.-u",    "u.e",   "o.n.u", "a.m",  "p.m",  "jr",  "al",  "ibid",
    "id",    "op.cit",  "loc.cit", "dép",   "dépt",  "univ", "min",  "max", "sec", "trad",
    "coll",  "n.d.l.r", "n.d.t",   "n.b",   "p.s",   "ph.d", "d.c",  "b.d", "r.p", "h.c",
    "suiv",  "ss",      "préf",    "gouv",  "mio",   "mrd",  "fr"};
constexpr std::string_view kMostlyEnd[] = {"etc", "j.-c", "j-c", "j.c", "av.j.-c", "ap.j.-c"};

constexpr std::string_view kOpeners[] = {"le",        "les",       "la",         "un",
                                         "une",       "des",       "ce",         "cet",
                                         "cette",     "ces",       "cela",       "ceci",
                                         "ça",        "il",        "ils",        "elle",
                                         "elles",     "on",        "nous",       "vous",
                                         "je",        "tu",        "son",        "sa",
                                         "ses",       "leur",      "leurs",      "notre",
                                         "nos",       "votre",     "vos",        "mon",
                                         "ma",        "mes",       "en",         "dans",
                                         "sur",       "sous",      "avec",       "sans",
                                         "pour",      "par",       "depuis",     "pendant",
                                         "durant",    "après",     "avant",      "chez",
                                         "entre",     "contre",    "selon",      "vers",
                                         "malgré",    "grâce",     "parmi",      "à",
                                         "au",        "aux",       "et",         "ou",
                                         "mais",      "or",        "donc",       "car",
                                         "ni",        "si",        "comme",      "quand",
                                         "lorsque",   "puisque",   "parce",      "que",
                                         "qu'est-ce", "qui",       "quoi",       "quel",
                                         "quelle",    "quels",     "quelles",    "où",
                                         "comment",   "pourquoi",  "combien",    "est-ce",
                                         "y",         "ne",        "n'est-ce",   "non",
                                         "oui",       "pas",       "plus",       "très",
                                         "trop",      "aussi",     "ainsi",      "alors",
                                         "puis",      "ensuite",   "enfin",      "cependant",
                                         "pourtant",  "toutefois", "néanmoins",  "tandis",
                                         "bien",      "déjà",      "encore",     "toujours",
                                         "jamais",    "souvent",   "parfois",    "aujourd'hui",
                                         "hier",      "demain",    "maintenant", "ici",
                                         "là",        "voici",     "voilà",      "tout",
                                         "toute",     "tous",      "toutes",     "plusieurs",
                                         "certains",  "certaines", "quelques",   "chaque",
                                         "aucun",     "aucune",    "autre",      "autres",
                                         "d'autres",  "beaucoup",  "peu",        "deux",
                                         "trois",     "celui",     "celle",      "ceux",
                                         "celles",    "est",       "sont",       "était",
                                         "étaient",   "fut",       "a",          "ont",
                                         "avait",     "avaient",   "finalement", "actuellement",
                                         "également", "outre",     "dès",        "lors",
                                         "afin",      "même",      "seul",       "seule",
                                         "seuls",     "peut-être", "notamment",  "du",
                                         "de",        "d'",        "l'",         "c'",
                                         "j'",        "n'",        "s'",         "qu'"};
constexpr std::string_view kConnectors[] = {
    "le",    "la",     "les",     "l",      "un",    "une",    "des",   "de",    "du",   "d",
    "à",     "au",     "aux",     "en",     "dans",  "sur",    "sous",  "avec",  "sans", "pour",
    "par",   "depuis", "pendant", "chez",   "entre", "contre", "selon", "vers",  "et",   "ou",
    "mais",  "donc",   "car",     "ni",     "si",    "comme",  "quand", "que",   "qui",  "dont",
    "où",    "ce",     "cet",     "cette",  "ces",   "son",    "sa",    "ses",   "leur", "leurs",
    "notre", "votre",  "se",      "ne",     "est",   "sont",   "était", "a",     "ont",  "être",
    "très",  "plus",   "moins",   "chaque", "il",    "elle",   "ils",   "elles", "on"};
constexpr std::string_view kMonths[] = {"janvier",   "février", "mars",     "avril",
                                        "mai",       "juin",    "juillet",  "août",
                                        "septembre", "octobre", "novembre", "décembre"};

}  // namespace

const LanguageTable& FrenchTable() {
  static constexpr LanguageTable kTable{.code = "fr",
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
