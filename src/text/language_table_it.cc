#include "text/language_tables.h"

namespace gloss {
namespace {

constexpr std::string_view kNever[] = {
    // Titles before a name.
    "sig", "sigg", "sigra", "sig.ra", "sig.na", "dott", "dott.ssa", "dr", "dr.ssa", "prof",
    "prof.ssa", "proff", "ing", "avv", "arch", "geom", "rag", "on", "sen", "gen", "col", "cap",
    "magg", "ten", "mons", "s.e", "s.s", "ss", "mr", "mrs", "ms", "st", "egr", "gent", "spett",
    "ill.mo", "rev", "cav", "comm", "p.i",
    // Words that point on.
    "es", "p.es", "ad.es", "cfr", "cf", "v", "vs", "fig", "figg", "ca", "tel", "i.e", "e.g", "c.d",
    "cd", "cosidd", "lat", "gr", "ingl", "fr", "ted", "fraz", "loc", "p.zza", "c.so", "v.le"};
constexpr std::string_view kBeforeNumber[] = {
    "n",    "nn",  "nr",   "num", "p",    "pp",    "pag",  "pagg", "art",  "artt", "c",
    "co",   "cap", "capp", "vol", "voll", "sez",   "lett", "let",  "par",  "tab",  "all",
    "tav",  "ed",  "t",    "l",   "s",    "sgg",   "r",    "d",    "cl",   "alin", "tit",
    "fasc", "ric", "sent", "reg", "dir",  "delib", "prot", "rif",  "eq",   "gen",  "genn",
    "febb", "feb", "mar",  "apr", "mag",  "giu",   "lug",  "ago",  "sett", "set",  "ott",
    "nov",  "dic", "lun",  "mer", "gio",  "ven",   "sab",  "dom"};
constexpr std::string_view kMayEnd[] = {
    "s.p.a",   "s.r.l", "s.n.c", "s.a.s", "s.a",   "spa",   "srl",   "inc",   "corp",   "ltd",
    "co",      "jr",    "u.s",   "u.s.a", "u.e",   "o.n.u", "d.l",   "d.lgs", "d.p.r",  "d.m",
    "d.p.c.m", "l.r",   "r.d",   "c.c",   "c.p",   "c.p.c", "c.p.p", "g.u",   "d.d.l",  "t.u",
    "a.m",     "p.m",   "ph.d",  "n.d.r", "n.d.t", "n.d.a", "n.b",   "p.s",   "op.cit", "loc.cit",
    "ibid",    "id",    "al",    "univ",  "ist",   "min",   "max",   "sec",   "dip",    "prov",
    "reg",     "com",   "int",   "mod",   "trad",  "coll",  "ediz",  "ss",    "seg",    "segg",
    "succ",    "lgs",   "leg",   "att",   "disp",  "prel",  "cost",  "proc",  "pen",    "civ",
    "amm",     "mil",   "mld",   "ab"};
constexpr std::string_view kMostlyEnd[] = {"ecc", "etc", "a.c", "d.c", "a.e.v", "p.e.v", "e.v"};

constexpr std::string_view kOpeners[] = {
    "il",      "lo",         "la",       "i",           "gli",
    "le",      "un",         "uno",      "una",         "questo",
    "questa",  "questi",     "queste",   "ciò",         "quello",
    "quella",  "quelli",     "quelle",   "quel",        "egli",
    "ella",    "esso",       "essa",     "essi",        "esse",
    "lui",     "lei",        "loro",     "noi",         "voi",
    "io",      "tu",         "si",       "ci",          "vi",
    "mi",      "suo",        "sua",      "suoi",        "sue",
    "nostro",  "nostra",     "in",       "nel",         "nello",
    "nella",   "nei",        "negli",    "nelle",       "a",
    "ad",      "al",         "allo",     "alla",        "ai",
    "agli",    "alle",       "con",      "per",         "tra",
    "fra",     "su",         "sul",      "sulla",       "sui",
    "sulle",   "dopo",       "prima",    "durante",     "secondo",
    "senza",   "verso",      "contro",   "sotto",       "sopra",
    "oltre",   "attraverso", "mediante", "e",           "ed",
    "o",       "ma",         "però",     "anche",       "perché",
    "poiché",  "quando",     "mentre",   "se",          "come",
    "dove",    "che",        "chi",      "cosa",        "quale",
    "quali",   "quanto",     "quanti",   "non",         "no",
    "sì",      "né",         "tuttavia", "inoltre",     "infatti",
    "quindi",  "dunque",     "pertanto", "perciò",      "così",
    "poi",     "infine",     "allora",   "oggi",        "ieri",
    "domani",  "ora",        "adesso",   "qui",         "qua",
    "lì",      "là",         "già",      "ancora",      "sempre",
    "mai",     "spesso",     "solo",     "soltanto",    "più",
    "molto",   "molti",      "molte",    "alcuni",      "alcune",
    "tutti",   "tutte",      "tutto",    "tutta",       "ogni",
    "ognuno",  "nessun",     "nessuno",  "altri",       "altre",
    "altro",   "altra",      "entrambi", "due",         "tre",
    "è",       "sono",       "era",      "erano",       "fu",
    "furono",  "ha",         "hanno",    "aveva",       "avevano",
    "può",     "possono",    "deve",     "nonostante",  "sebbene",
    "benché",  "grazie",     "invece",   "attualmente", "successivamente",
    "infatti", "diversi",    "numerosi", "tali",        "tale",
    "del",     "della",      "dei",      "delle",       "degli",
    "dal",     "dalla",      "dai",      "dalle",       "c'è",
    "c'era",   "qualcuno",   "forse",    "niente",      "nulla",
    "di",      "da",         "l'",       "un'",         "dell'",
    "all'",    "nell'",      "sull'",    "dall'",       "quest'",
    "quell'",  "c'"};
constexpr std::string_view kConnectors[] = {
    "il",      "lo",     "la",     "i",      "gli",   "le",    "l",      "un",     "uno",  "una",
    "di",      "del",    "dello",  "della",  "dei",   "degli", "delle",  "a",      "ad",   "al",
    "allo",    "alla",   "ai",     "agli",   "alle",  "da",    "dal",    "dalla",  "dai",  "dalle",
    "in",      "nel",    "nello",  "nella",  "nei",   "negli", "nelle",  "con",    "su",   "sul",
    "sulla",   "sui",    "sulle",  "per",    "tra",   "fra",   "e",      "ed",     "o",    "od",
    "ma",      "che",    "chi",    "cui",    "come",  "se",    "quando", "mentre", "non",  "si",
    "è",       "sono",   "era",    "ha",     "hanno", "suo",   "sua",    "suoi",   "sue",  "loro",
    "questo",  "questa", "questi", "queste", "più",   "molto", "ogni",   "sotto",  "dopo", "prima",
    "secondo", "senza",  "quale",  "quali",  "d",     "dell",  "nell",   "all"};
constexpr std::string_view kMonths[] = {"gennaio",   "febbraio", "marzo",    "aprile",
                                        "maggio",    "giugno",   "luglio",   "agosto",
                                        "settembre", "ottobre",  "novembre", "dicembre"};

}  // namespace

const LanguageTable& ItalianTable() {
  static constexpr LanguageTable kTable{.code = "it",
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
