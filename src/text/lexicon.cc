// The word lists of words.h: closed classes of the five languages, folded.
#include <algorithm>
#include <array>
#include <utility>

#include "text/words.h"

namespace gloss {
namespace {

struct Lists {
  std::string_view stop;
  std::string_view negation;
  std::string_view hedge;
  std::string_view open_ending;
  std::string_view pronoun;
};

constexpr Lists kEnglish = {
    .stop =
        "a an the and or but if then than as of in on at to from by with for into onto upon about "
        "over under between among within during after before since until through via per is are "
        "was were be been being am has have had do does did will would shall should can could this "
        "that these those it its they them their theirs he him his she her hers we us our you your "
        "i me my who whom whose which what when where why how there here also both each such so "
        "very not no nor never none neither without cannot may might possibly perhaps s t "
        "however moreover furthermore additionally because while although though whereas",
    .negation = "not no never none neither nor without cannot nobody nothing nowhere",
    .hedge =
        "may might could possibly perhaps probably likely maybe potentially apparently allegedly "
        "reportedly seems seem seemed appears appear appeared suggests suggest suggested",
    .open_ending =
        "a an the and or but nor as of in to from by with for into onto upon about between "
        "among during is are was were be been has have had will would shall should can could "
        "may might must that which who whose because although while whereas if than their its "
        "this these those such via per including",
    .pronoun = "it its they them their theirs he him his she her hers this these such"};

constexpr Lists kGerman = {
    .stop =
        "der die das den dem des ein eine einen einem einer eines und oder aber wenn als wie von "
        "vom "
        "in im an am auf zu zum zur aus bei beim mit für über unter zwischen während nach vor seit "
        "bis durch um pro ist sind war waren sein wird werden wurde wurden worden hat haben hatte "
        "hatten kann können könnte könnten soll sollte muss müssen dies diese dieser dieses diesem "
        "diesen es sie er ihr ihre ihren ihrem ihrer ihm ihn wir uns ich man sich wer was welche "
        "welcher welches wo wann warum auch sowie sowohl sehr nicht kein keine keinen nie niemals "
        "ohne weder noch dass weil obwohl daher so nur dort hier dabei damit",
    .negation = "nicht nie niemals ohne weder nichts niemand keinesfalls keineswegs",
    .hedge =
        "könnte könnten möglicherweise vielleicht wahrscheinlich vermutlich eventuell angeblich "
        "scheint scheinen dürfte dürften womöglich",
    .open_ending =
        "der die das den dem des ein eine einen einem einer eines und oder aber von vom im am "
        "zum zur aus bei mit für über unter zwischen während nach seit durch ist sind war "
        "waren dass weil obwohl sowie als wie deren dessen ihre ihren pro",
    .pronoun = "es sie er ihr ihre ihren ihm ihn dies diese dieser dieses"};

constexpr Lists kSpanish = {
    .stop =
        "el la los las lo un una unos unas y e o u pero si que como de del en a al con por para "
        "sin "
        "sobre bajo entre durante tras desde hasta según es son era eran fue fueron ser sido está "
        "están estaba ha han había habían puede pueden podría podrían debe deben este esta estos "
        "estas ese esa esos esas eso esto ello él ella ellos ellas su sus se le les me mi nos "
        "nuestro quien cual cuales cuando donde porque también más muy no nunca ni tampoco ya hay",
    .negation = "no nunca jamás sin ni ningún ninguno ninguna tampoco nada nadie",
    .hedge =
        "podría podrían puede pueden quizá quizás posiblemente probablemente parece parecen "
        "supuestamente sugiere sugieren",
    .open_ending =
        "el la los las un una unos unas y e o u pero que como de del en a al con por para sin "
        "sobre entre durante tras desde hasta según es son fue fueron ha han su sus porque",
    .pronoun = "él ella ellos ellas esto eso este esta estos estas su sus"};

constexpr Lists kFrench = {
    .stop =
        "le la les l un une des du de d et ou mais si que qu comme en à au aux avec par pour sans "
        "sur "
        "sous entre pendant après avant depuis dans est sont était étaient fut furent être été a "
        "ont avait avaient peut peuvent pourrait pourraient doit doivent ce cet cette ces c cela "
        "ça "
        "il elle ils elles on nous vous je j me mon ma mes son sa ses leur leurs se s lui y qui "
        "dont "
        "où quand parce car aussi plus très ne n pas jamais ni aucun aucune rien",
    .negation = "ne n pas jamais sans aucun aucune ni rien personne nullement",
    .hedge =
        "pourrait pourraient peut peuvent peut-être possiblement probablement semble semblent "
        "suggère suggèrent prétendument",
    .open_ending =
        "le la les l un une des du de d et ou mais que qu comme en à au aux avec par pour sans "
        "sur sous entre pendant depuis dans est sont a ont son sa ses leur leurs dont car ne",
    .pronoun = "il elle ils elles cela ça ceci ce celui celle ceux celles"};

constexpr Lists kItalian = {
    .stop =
        "il lo la i gli le l un uno una e ed o ma se che come di del dello della dei degli delle d "
        "in "
        "nel nella nei nelle a al allo alla ai agli alle da dal dalla con per senza su sul sulla "
        "tra "
        "fra durante dopo prima è sono era erano fu furono essere stato stata stati state ha hanno "
        "aveva avevano può possono potrebbe potrebbero deve devono questo questa questi queste "
        "quello quella quelli quelle ciò esso essa essi esse lui lei loro suo sua suoi sue si ci "
        "ne "
        "mi noi cui chi quale quali quando dove perché anche più molto non mai né",
    .negation = "non mai senza nessun nessuno nessuna né nulla niente neanche nemmeno",
    .hedge =
        "potrebbe potrebbero può possono forse possibilmente probabilmente sembra sembrano "
        "presumibilmente suggerisce suggeriscono",
    .open_ending =
        "il lo la i gli le l un uno una e ed o ma che come di del dello della dei degli delle "
        "in nel nella nei nelle a al alla ai da dal dalla con per senza su sul tra fra "
        "durante è sono ha hanno perché",
    .pronoun = "esso essa essi esse lui lei loro questo questa questi queste ciò"};

void AddWords(std::string_view list, std::set<std::string_view>& words) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (end > 0) words.insert(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

void AddLists(const Lists& lists, Lexicon& lexicon) {
  AddWords(lists.stop, lexicon.stop);
  AddWords(lists.negation, lexicon.negation);
  AddWords(lists.hedge, lexicon.hedge);
  AddWords(lists.open_ending, lexicon.open_ending);
  AddWords(lists.pronoun, lexicon.pronoun);
}

constexpr std::array<std::pair<std::string_view, const Lists*>, 5> kLanguages = {
    {{"en", &kEnglish}, {"de", &kGerman}, {"es", &kSpanish}, {"fr", &kFrench}, {"it", &kItalian}}};

/// The five lexicons and, last, their union.
std::array<Lexicon, 6> MakeLexicons() {
  std::array<Lexicon, 6> lexicons;
  for (size_t i = 0; i < kLanguages.size(); ++i) {
    AddLists(*kLanguages[i].second, lexicons[i]);
    AddLists(*kLanguages[i].second, lexicons.back());
  }
  return lexicons;
}

}  // namespace

const Lexicon& LexiconFor(std::string_view language) {
  static const std::array<Lexicon, 6> kLexicons = MakeLexicons();
  for (size_t i = 0; i < kLanguages.size(); ++i) {
    if (kLanguages[i].first == language) return kLexicons[i];
  }
  return kLexicons.back();
}

}  // namespace gloss
