#include "text/language_tables.h"

namespace gloss {
namespace {

constexpr std::string_view kNever[] = {
    // Titles before a name.
    "mr", "mrs", "ms", "mx", "dr", "drs", "prof", "profs", "rev", "revd", "hon", "gov", "sen",
    "rep", "reps", "sens", "pres", "gen", "col", "lt", "ltc", "maj", "capt", "cpt", "cmdr", "cdr",
    "sgt", "cpl", "pvt", "adm", "vadm", "brig", "insp", "supt", "fr", "messrs", "mmes",
    "mme", "mlle", "st", "ste", "mt", "ft", "atty", "lt.col", "maj.gen", "lt.gov", "lt.gen",
    "brig.gen", "asst", "assoc", "dep",
    // Words that point on.
    "e.g", "i.e", "eg", "ie", "vs", "v", "cf", "viz", "approx", "ca", "fig", "figs", "eq", "eqs",
    "resp", "incl", "excl", "esp", "aka", "a.k.a", "tel", "op.cit", "loc.cit", "supp",
    "suppl"};
constexpr std::string_view kBeforeNumber[] = {
    "no", "nos", "nr", "p", "pp", "pg", "pgs", "vol", "vols", "ch", "chap", "chaps", "sec", "secs",
    "sect", "art", "arts", "para", "paras", "pt", "pts", "tab", "tabs", "ref", "refs", "ed", "eds",
    "app", "cl", "cls", "reg", "regs", "r", "rr", "s", "ss", "c", "ex", "exs", "n", "nn", "l", "ll",
    "col", "cols", "bk", "ver", "rev", "sched", "pl", "pls", "ser",
    // Months before a day.
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"};
constexpr std::string_view kMayEnd[] = {
    "inc", "corp", "co", "cos", "ltd", "llc", "plc", "bros", "jr", "sr", "esq", "phd", "ph.d",
    "u.s", "u.s.a", "u.k", "u.n", "e.u", "d.c", "l.a", "n.y", "a.m", "p.m", "pm", "al", "ibid", "dept", "depts", "univ", "assn", "ave", "blvd", "rd",
    "hwy", "bldg", "apt", "ste", "mfg", "mgr", "intl", "natl", "gov't", "govt", "min", "max", "avg",
    "est", "hr", "hrs", "sec", "mph", "sq", "cu", "oz", "lb", "lbs", "yr", "yrs", "mos",
    "wk", "wks", "tue", "tues", "thu", "thur", "thurs", "fri", "calif",
    "mich", "minn", "penn", "tenn", "wis", "conn", "ariz",
    "colo", "okla", "n.j", "n.c", "s.c", "n.h", "n.m", "r.i", "misc", "anon",
    "trans", "orig", "tech", "sci", "biol", "chem", "phys", "rev", "proc", "ann", "bull",
    "acad", "j", "adj", "adv", "abbr", "cont", "sp", "spp", "var", "subsp", "ssp"};
constexpr std::string_view kMostlyEnd[] = {"etc", "b.c", "a.d", "b.c.e", "c.e"};

constexpr std::string_view kOpeners[] = {
    "the", "a", "an", "this", "that", "these", "those", "it", "its", "it's", "he", "she", "they",
    "we", "you", "i", "his", "her", "their", "our", "your", "my", "he's", "she's", "they're",
    "we're", "you're", "i'm", "i've", "i'd", "i'll", "there", "here", "in", "on", "at", "by",
    "for", "from", "to", "with", "without", "within", "after", "before", "during", "since", "until",
    "while", "when", "where", "what", "who", "why", "how", "which", "whose", "if", "although",
    "though", "because", "as", "but", "and", "or", "so", "yet", "nor", "however", "moreover",
    "furthermore", "therefore", "thus", "hence", "meanwhile", "nevertheless", "nonetheless",
    "instead", "also", "then", "later", "today", "yesterday", "tomorrow", "now", "once", "some",
    "many", "most", "several", "few", "all", "both", "each", "every", "any", "no", "not", "none",
    "other", "others", "another", "one", "two", "three", "such", "only", "even", "still", "just",
    "perhaps", "maybe", "yes", "please", "let", "see", "according", "despite", "unlike", "like",
    "under", "over", "between", "among", "through", "about", "against", "across", "is", "are",
    "was", "were", "did", "does", "do", "has", "have", "had", "can", "could", "will", "would",
    "should", "may", "might", "must", "there's", "that's", "what's", "finally", "first", "second",
    "eventually", "additionally", "similarly", "consequently", "overall", "unfortunately",
    "fortunately", "currently", "recently", "often", "sometimes", "usually", "generally"};
constexpr std::string_view kConnectors[] = {
    "the", "a", "an", "of", "in", "on", "at", "by", "for", "from", "to", "with", "without", "and",
    "or", "nor", "but", "as", "than", "that", "which", "who", "whose", "into", "onto", "upon",
    "between", "among", "through", "during", "is", "are", "was", "were", "be", "been", "being",
    "has", "have", "had", "will", "would", "can", "could", "should", "shall", "may", "might",
    "must", "not", "no", "its", "their", "his", "her", "our", "your", "my", "this", "these",
    "those", "if", "when", "while", "because", "although", "since", "until", "under", "over",
    "about", "against", "per", "via", "such", "each", "every", "any", "both", "either", "neither",
    "very", "more", "most", "less", "so"};

}  // namespace

const LanguageTable& EnglishTable() {
  static constexpr LanguageTable kTable{.code = "en",
                                        .never = kNever,
                                        .before_number = kBeforeNumber,
                                        .may_end = kMayEnd,
                                        .mostly_end = kMostlyEnd,
                                        .openers = kOpeners,
                                        .connectors = kConnectors,
                                        .months = {},
                                        .dotted_ordinals = false};
  return kTable;
}

}  // namespace gloss
