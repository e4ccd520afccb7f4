#include "grounding/figures_check_words.h"

#include <algorithm>
#include <array>

#include "grounding/figures_check_parts.h"

namespace gloss {
namespace {

/// Words divided by spaces.
struct Lists {
  std::string_view language, empty, clause, failing, failing_joints, weak_negations, not_negated,
      passive, nexus, symmetric, titles, not_names, before, after, implied, held, choice, labels,
      only;
  std::string_view all, most, many, some, few, none;
};

constexpr std::array<Lists, 5> kLists = {{
    {.language = "en",
     .empty = "did does do got get much many also too just even still yet according said says say "
              "including "
              "approximately about nearly almost total overall respectively only all every each "
              "most some several few any",
     .clause = "but although though while whereas because since unless however which who whom and",
     .failing = "failed fails fail failing refused refuses refuse declined declines unable failure "
                "refusal "
                "stop stops stopped cease ceases ceased quit",
     .failing_joints = "to",
     .weak_negations = "nowhere nothing nor",
     .not_negated = "as for many all every always quite enough so only later more less fewer "
                    "earlier just merely least longer necessarily "
                    "limited until",
     .passive = "by",
     .nexus = "a an the his her its their was were is are has have had been be",
     .symmetric = "met meet married marry and with between joined fought versus equals merged play "
                  "played faced face resembles and or like as than",
     .titles =
         "mr mrs ms miss dr prof professor sir lord lady president king queen prince saint st "
         "mount lake river the captain general senator governor mayor chancellor minister "
         "judge justice pope bishop",
     .not_names = "i english french german spanish italian american british dutch russian chinese "
                  "japanese european african asian indian swiss irish scottish welsh canadian "
                  "australian mexican brazilian turkish greek polish swedish christian jewish "
                  "muslim islamic catholic internet god earth sun moon west east north south "
                  "western eastern northern southern covid coronavirus",
     .before = "before prior until till",
     .after = "after",
     .implied =
         "other sole solely otherwise nothing nowhere failure failing inability impossible unable "
         "hardly barely scarcely "
         "rarely seldom prevent prevents prevented stop stopped refuse refused fail failed fails "
         "lack lacks lacked deny denied denies reject rejected ruled out rather instead avoid "
         "avoided prohibit prohibited ban banned forbid forbidden unlikely without except unless "
         "too only few little dislike wrong false loses lost absence absent no-one unreasonable "
         "unnecessary miss missed missing ended finished last end away hate neither nor",
     .held = "more less fewer most least against for before after earlier later",
     .choice = "or",
     .labels = "stage phase cohort grade type level class category group arm section article "
               "figure table chapter part page paragraph version number no item step volume season "
               "episode round route line flight room day week",
     .only = "only exclusively solely just merely alone",
     .all = "all every each everyone everybody",
     .most = "most majority",
     .many = "many numerous",
     .some = "some several certain",
     .few = "few hardly",
     .none = "none no nobody neither"},
    {.language = "de",
     .empty = "habe bin wäre würde würden sei seien wolle sagte sagt laut etwa rund insgesamt "
              "jeweils alle allen aller jeder jede jedes meisten "
              "einige einigen manche wenige wenigen viele vielen nur noch schon bereits",
     .clause = "aber sondern obwohl während weil da dass wenn und jedoch",
     .failing = "scheiterte scheiterten unfähig versäumte weigerte",
     .failing_joints = "zu sich",
     .weak_negations = "nichts noch",
     .not_negated = "so alle jeder immer ganz viele nur später mehr weniger zuletzt unbedingt "
                    "mindestens länger bloß "
                    "allein",
     .passive = "von vom durch",
     .nexus = "der die das den dem des ein eine einen einem einer wurde wurden wird hat haben ist "
              "sind war waren",
     .symmetric = "traf trafen heiratete und mit zwischen oder wie als gegen spielte",
     .titles = "firma stadt gemeinde dorf fluss partei verein unternehmen konzern zeitung "
               "universität insel bürgermeisterin kanzlerin präsidentin ministerin president herr "
               "frau dr prof professor sir präsident präsidentin könig königin "
               "papst kanzler "
               "kanzlerin minister ministerin bürgermeister sankt",
     .not_names = "",
     .before = "vor",
     .after = "nach",
     .implied = "unmöglich kaum selten verhindert verhindern verhinderte weigerte fehlt fehlen "
                "fehlte mangel ablehnen abgelehnt lehnte statt anstatt vermeiden verboten "
                "verbietet unwahrscheinlich ohne außer nur wenig wenige falsch verloren",
     .held = "mehr weniger für gegen vor nach früher später",
     .choice = "oder",
     .labels = "stufe phase kohorte grad typ klasse kategorie gruppe abschnitt artikel abbildung "
               "tabelle kapitel teil seite absatz version nummer nr band staffel folge runde linie "
               "paragraph tag woche",
     .only = "nur ausschließlich lediglich bloß allein",
     .all = "alle allen aller jeder jede jedes jeden sämtliche",
     .most = "meisten mehrheit",
     .many = "viele vielen vieler zahlreiche",
     .some = "einige einigen manche mehrere mehreren",
     .few = "wenige wenigen kaum",
     .none = "kein keine keinen keinem keiner keines niemand"},
    {.language = "es",
     .empty = "he has hemos será serán sería estaba estaban va van dijo dice según total todo "
              "todos todas toda cada mayoría algunos algunas pocos pocas "
              "muchos muchas sólo solo solamente aún todavía también",
     .clause = "pero aunque mientras porque cuando sino y que",
     .failing = "dejar deja dejó dejaron dejado",
     .failing_joints = "de",
     .weak_negations = "ni nada tampoco",
     .not_negated = "tan todos todas siempre muchos sólo solo solamente más menos después antes "
                    "obstante necesariamente",
     .passive = "por",
     .nexus = "el la los las un una fue fueron es son ha han a al",
     .symmetric = "y con entre o como que casó reunió jugó contra",
     .titles = "sr sra don doña dr dra presidente presidenta rey reina papa ministro ministra "
               "alcalde alcaldesa san santa",
     .not_names = "internet dios tierra",
     .before = "antes",
     .after = "después tras",
     .implied = "imposible apenas raramente impide impidió evita evitó falta carece niega negó "
                "rechaza rechazó prohibido prohíbe prohibió improbable sin excepto salvo sólo solo "
                "poco falso dejó tardó",
     .held = "más menos antes después contra mayor menor superior inferior",
     .choice = "o u",
     .labels = "fase etapa grado tipo nivel clase categoría grupo sección artículo figura tabla "
               "capítulo parte página párrafo versión número volumen temporada línea día semana",
     .only = "sólo solo solamente únicamente exclusivamente",
     .all = "todo todos toda todas cada",
     .most = "mayoría",
     .many = "muchos muchas",
     .some = "algunos algunas varios varias",
     .few = "pocos pocas",
     .none = "ningún ninguno ninguna nadie"},
    {.language = "fr",
     .empty = "ai as avons avez auraient aurait sera seront serait soit va vont fait dit selon "
              "total tout tous toutes toute chaque plupart certains certaines peu beaucoup "
              "seulement encore aussi déjà plusieurs",
     .clause = "mais bien quoique tandis alors parce lorsque et qui que",
     .failing = "échoué refusé refuse cesser cesse cessé arrêter arrête arrêté",
     .failing_joints = "à de d",
     .weak_negations = "personne pas rien ni",
     .not_negated = "aussi si tous toutes toujours seulement plus moins uniquement nécessairement",
     .passive = "par",
     .nexus = "le la les l un une est sont a ont été fut furent",
     .symmetric = "et avec entre ou comme que épousé rencontré joué contre",
     .titles = "m mme dr pr président présidente roi reine pape ministre maire saint sainte",
     .not_names = "internet dieu terre",
     .before = "avant",
     .after = "après",
     .implied = "impossible rarement peine empêche empêché évite évité manque refuse refusé "
                "rejette rejeté interdit interdite improbable sans sauf hormis seulement peu faux "
                "hors cesse cessé",
     .held = "plus moins avant après contre",
     .choice = "ou",
     .labels =
         "phase stade grade type niveau classe catégorie groupe section article figure tableau "
         "chapitre partie page paragraphe version numéro volume saison ligne jour semaine",
     .only = "seulement uniquement exclusivement seul seule seuls seules",
     .all = "tous toutes tout toute chaque",
     .most = "plupart majorité",
     .many = "beaucoup nombreux nombreuses",
     .some = "certains certaines plusieurs quelques",
     .few = "peu",
     .none = "aucun aucune nul nulle"},
    {.language = "it",
     .empty = "ho hai abbiamo avete sarà saranno sarebbe sia viene vengono va vanno detto secondo "
              "totale tutto tutti tutte tutta ogni maggior alcuni alcune pochi poche "
              "molti molte solo soltanto ancora anche già",
     .clause = "ma sebbene mentre perché quando bensì e che",
     .failing = "smettere smette smesso rifiutato",
     .failing_joints = "di",
     .weak_negations = "nulla niente né neanche nemmeno",
     .not_negated =
         "così tutti tutte sempre molti solo soltanto più meno dopo prima necessariamente",
     .passive = "da dal dalla dai dagli dalle dall",
     .nexus = "il lo la i gli le l un uno una è sono ha hanno fu furono stato stata",
     .symmetric = "e con tra fra o come che sposato incontrato giocato contro",
     .titles = "sig signor signora dott dottor presidente re regina papa ministro ministra sindaco "
               "sindaca san santa santo",
     .not_names = "internet dio terra",
     .before = "prima",
     .after = "dopo",
     .implied =
         "impossibile raramente appena impedisce impedito evita evitato manca rifiuta rifiutato "
         "respinto vietato vieta improbabile senza tranne eccetto solo poco falso fuori smesso",
     .held = "più meno prima dopo contro",
     .choice = "o od",
     .labels =
         "fase stadio grado tipo livello classe categoria gruppo sezione articolo figura tabella "
         "capitolo parte pagina paragrafo versione numero volume stagione linea giorno settimana",
     .only = "solo soltanto solamente unicamente esclusivamente",
     .all = "tutti tutte tutto tutta ogni ciascuno",
     .most = "maggioranza",
     .many = "molti molte numerosi",
     .some = "alcuni alcune diversi diverse qualche",
     .few = "pochi poche",
     .none = "nessun nessuno nessuna"},
}};

template <typename Add>
void ForEach(std::string_view list, char divider, const Add& add) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(divider), list.size());
    if (end > 0) add(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

CheckWords::Set SetOf(std::string_view list) {
  CheckWords::Set set;
  ForEach(list, ' ', [&](std::string_view word) { set.insert(word); });
  return set;
}

CheckWords Make(const Lists& lists) {
  CheckWords words;
  words.language = lists.language;
  words.empty_words = SetOf(lists.empty);
  words.clause_words = SetOf(lists.clause);
  words.failing_verbs = SetOf(lists.failing);
  words.failing_joints = SetOf(lists.failing_joints);
  words.weak_negations = SetOf(lists.weak_negations);
  words.not_negated = SetOf(lists.not_negated);
  words.passive = SetOf(lists.passive);
  words.nexus = SetOf(lists.nexus);
  words.symmetric = SetOf(lists.symmetric);
  words.titles = SetOf(lists.titles);
  words.not_names = SetOf(lists.not_names);
  words.before = SetOf(lists.before);
  words.after = SetOf(lists.after);
  words.implied = SetOf(lists.implied);
  words.held = SetOf(lists.held);
  words.choice = SetOf(lists.choice);
  words.labels = SetOf(lists.labels);
  words.only = SetOf(lists.only);
  const auto add = [&](std::string_view list, Quantity quantity) {
    ForEach(list, ' ', [&](std::string_view word) { words.quantities.emplace(word, quantity); });
  };
  add(lists.all, Quantity::kAll);
  add(lists.most, Quantity::kMost);
  add(lists.many, Quantity::kMany);
  add(lists.some, Quantity::kSome);
  add(lists.few, Quantity::kFew);
  add(lists.none, Quantity::kNone);
  uint16_t pair = 0;
  ForEach(OppositesOf(lists.language), ';', [&](std::string_view entry) {
    bool second = false;
    const bool converse = entry.starts_with('*');
    if (converse) entry.remove_prefix(1);
    ForEach(entry, '|', [&](std::string_view side) {
      ForEach(side, ' ', [&](std::string_view word) {
        std::vector<OppositeSide>& sides = words.opposites[StemKey(word, lists.language)];
        const auto same = [&](const OppositeSide& known) { return known.pair == pair; };
        if (std::none_of(sides.begin(), sides.end(), same))
          sides.push_back({pair, second, converse});
      });
      second = true;
    });
    ++pair;
  });
  return words;
}

}  // namespace

const CheckWords& CheckWords::Of(std::string_view language) {
  static const std::array<CheckWords, 5> kWords = {
      Make(kLists[0]), Make(kLists[1]), Make(kLists[2]), Make(kLists[3]), Make(kLists[4])};
  for (const CheckWords& words : kWords) {
    if (words.language == language) return words;
  }
  return kWords.front();
}

}  // namespace gloss
