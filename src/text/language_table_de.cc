#include "text/language_tables.h"

namespace gloss {
namespace {

constexpr std::string_view kNever[] = {
    // Titles before a name.
    "dr", "prof", "dipl", "ing", "dipl.-ing", "dipl.-kfm", "hr", "hrn", "fr", "frl", "st", "sr",
    "geb", "verh", "gen", "kfm", "med", "jur", "iur", "rer", "nat", "habil", "pol", "theol", "oec",
    "h.c", "hl", "ew", "p.p", "frhr",
    // Words that point on.
    "z.b", "d.h", "u.a.m", "bzw", "vgl", "ca", "ggf", "ggfs", "evtl", "sog", "inkl", "exkl",
    "einschl", "zzgl", "abzgl", "bspw", "insb", "insbes", "i.e", "v.a", "u.a", "s.o", "s.u",
    "i.d.r", "m.e", "i.s.d", "i.s.v", "i.v.m", "i.d.f", "i.h.v", "i.r.d", "z.t", "z.zt", "z.z",
    "o.g", "u.u", "o.ä", "a.m", "gem", "lt", "betr", "bezgl", "bzgl", "hrsg", "jew", "allg", "amtl",
    "dt", "frz", "engl", "lat", "griech", "ital", "röm", "österr", "kath", "ev", "evang", "urspr",
    "eigtl", "ehem", "entspr", "näml", "wg", "zw", "abb", "tab", "art.nr", "tel", "str", "pl", "co",
    "cf", "vs", "resp", "russ", "türk", "chin", "jap", "poln", "tschech", "angebl", "bes", "verm",
    "dgl", "p.a", "anm", "aufl", "bearb", "begr", "erg", "übers", "verf", "zit", "ebd", "a.a.o",
    "e.v", "i.a", "i.v", "z.hd", "u.g", "abl", "bgbl", "rgbl", "gvbl", "gbl", "banz", "bstbl",
    "bt-drs", "br-drs", "drs"};
constexpr std::string_view kBeforeNumber[] = {
    "nr",     "nrn",  "max",    "min", "mind",   "s",     "abs",      "art",  "bd",   "bde",
    "kap",    "ziff", "ziffer", "rn",  "rdnr",   "rz",    "fn",       "anm",  "aufl", "abt",
    "abschn", "hs",   "halbs",  "var", "buchst", "lit",   "unterabs", "uabs", "anh",  "anl",
    "bsp",    "z",    "sp",     "jg",  "h",      "taf",   "vol",      "no",   "blg",  "bl",
    "pos",    "j",    "jh",     "jhd", "jhdt",   "jahrh", "jan",      "jän",  "feb",  "mrz",
    "apr",    "jun",  "jul",    "aug", "sep",    "sept",  "okt",      "nov",  "dez",  "mo",
    "di",     "mi",   "do",     "fr",  "sa",     "so",    "f",        "ff"};
constexpr std::string_view kMayEnd[] = {
    "phil", "mag",  "max",   "mio",   "mrd",   "bio",   "tsd",   "stk",   "std",   "stdn",  "sek",
    "jh",   "jhd",  "jhs",   "jhdt",  "jahrh", "n.chr", "v.chr", "v.u.z", "n.u.z", "u.z",   "jr",
    "jun",  "sen",  "inc",   "corp",  "ltd",   "cie",   "abs",   "nr",    "bd",    "f",     "ff",
    "d.j",  "d.ä",  "d.gr",  "a.d",   "a.m",   "a.rh",  "i.r",   "z.b.v", "u.s",   "u.s.a", "u.n",
    "d.c",  "l.a",  "ph.d",  "m.a",   "b.a",   "m.sc",  "b.sc",  "ll.m",  "p.m",   "o.j",   "o.o",
    "o.a",  "u.ä",  "u.v.a", "u.v.m", "hbf",   "bhf",   "str",   "tägl",  "mtl",   "jährl", "wöch",
    "pfd",  "ztr",  "dtzd",  "temp",  "reg",   "bez",   "kr",    "lkr",   "gr",    "kl",    "univ",
    "inst", "ges",  "mitgl", "ausg",  "aug",   "okt",   "nov",   "dez",   "jan",   "feb",   "sept",
    "kgl",  "tlw",  "teilw", "gest",  "gegr",  "verst", "abk",   "adj",   "adv",   "subst", "pers",
    "sing", "plur", "n",     "v",     "al"};
constexpr std::string_view kMostlyEnd[] = {"etc", "usw", "usf", "u.s.w", "u.s.f", "pp"};

constexpr std::string_view kOpeners[] = {
    "der",         "die",          "das",      "den",          "dem",        "des",
    "ein",         "eine",         "einen",    "einem",        "einer",      "eines",
    "er",          "sie",          "es",       "wir",          "ihr",        "ich",
    "du",          "man",          "sein",     "seine",        "seinen",     "seinem",
    "seiner",      "ihre",         "ihren",    "ihrem",        "ihrer",      "unser",
    "unsere",      "mein",         "meine",    "dies",         "diese",      "dieser",
    "dieses",      "diesen",       "diesem",   "jene",         "jener",      "jenes",
    "jede",        "jeder",        "jedes",    "alle",         "alles",      "viele",
    "einige",      "mehrere",      "manche",   "beide",        "kein",       "keine",
    "niemand",     "nichts",       "in",       "im",           "am",         "an",
    "auf",         "aus",          "bei",      "beim",         "bis",        "durch",
    "für",         "gegen",        "hinter",   "mit",          "nach",       "neben",
    "ohne",        "seit",         "trotz",    "über",         "um",         "unter",
    "vom",         "von",          "vor",      "während",      "wegen",      "zu",
    "zum",         "zur",          "zwischen", "und",          "oder",       "aber",
    "denn",        "doch",         "sondern",  "da",           "dabei",      "dadurch",
    "dafür",       "dagegen",      "daher",    "dahinter",     "damals",     "damit",
    "danach",      "daneben",      "dann",     "daran",        "darauf",     "daraus",
    "darin",       "darüber",      "darum",    "darunter",     "davon",      "davor",
    "dazu",        "deshalb",      "deswegen", "derzeit",      "dort",       "ebenso",
    "außerdem",    "allerdings",   "also",     "auch",         "bereits",    "bisher",
    "besonders",   "demnach",      "dennoch",  "ferner",       "folglich",   "gleichzeitig",
    "heute",       "hier",         "hierbei",  "hierzu",       "hingegen",   "insgesamt",
    "inzwischen",  "jedoch",       "jetzt",    "manchmal",     "nachdem",    "natürlich",
    "noch",        "nun",          "nur",      "ob",           "obwohl",     "oft",
    "schließlich", "schon",        "seitdem",  "sobald",       "sofern",     "solange",
    "somit",       "sowohl",       "später",   "stattdessen",  "so",         "vielleicht",
    "wann",        "warum",        "was",      "weil",         "weiter",     "weitere",
    "weiterhin",   "welche",       "welcher",  "wenn",         "wer",        "wie",
    "wieder",      "wo",           "zudem",    "zuerst",       "zunächst",   "zuvor",
    "zwar",        "ist",          "sind",     "war",          "waren",      "hat",
    "haben",       "kann",         "wird",     "werden",       "wurde",      "wurden",
    "ja",          "nein",         "als",      "laut",         "gemäß",      "falls",
    "bevor",       "dass",         "wobei",    "anschließend", "zusätzlich", "letztlich",
    "leider",      "insbesondere", "andere",   "anders"};
constexpr std::string_view kConnectors[] = {
    "der",   "die",   "das",      "den",   "dem",    "des",    "ein",     "eine",    "einen",
    "einem", "einer", "eines",    "und",   "oder",   "aber",   "sondern", "denn",    "als",
    "wie",   "dass",  "in",       "im",    "am",     "an",     "auf",     "aus",     "bei",
    "beim",  "bis",   "durch",    "für",   "gegen",  "mit",    "nach",    "ohne",    "seit",
    "über",  "um",    "unter",    "vom",   "von",    "vor",    "während", "wegen",   "zu",
    "zum",   "zur",   "zwischen", "sein",  "seine",  "seinen", "seinem",  "seiner",  "ihr",
    "ihre",  "ihren", "ihrem",    "ihrer", "dieser", "diese",  "dieses",  "diesen",  "diesem",
    "nicht", "ist",   "sind",     "war",   "waren",  "wird",   "werden",  "wurde",   "wurden",
    "hat",   "haben", "kann",     "soll",  "muss",   "sich",   "sehr",    "sowie",   "bzw",
    "wenn",  "weil",  "ob",       "damit", "deren",  "dessen", "welche",  "welcher", "gemäß",
    "je",    "pro",   "kein",     "keine", "keinen", "etwa",   "alle",    "aller"};
constexpr std::string_view kMonths[] = {
    "januar",    "jänner",  "februar",  "märz",     "april", "mai", "juni", "juli", "august",
    "september", "oktober", "november", "dezember", "jan",   "feb", "mrz",  "apr",  "jun",
    "jul",       "aug",     "sep",      "sept",     "okt",   "nov", "dez"};

}  // namespace

const LanguageTable& GermanTable() {
  static constexpr LanguageTable kTable{.code = "de",
                                        .never = kNever,
                                        .before_number = kBeforeNumber,
                                        .may_end = kMayEnd,
                                        .mostly_end = kMostlyEnd,
                                        .openers = kOpeners,
                                        .connectors = kConnectors,
                                        .months = kMonths,
                                        .dotted_ordinals = true};
  return kTable;
}

}  // namespace gloss
