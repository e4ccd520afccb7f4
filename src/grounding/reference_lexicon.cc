#include "grounding/reference_lexicon.h"

#include <algorithm>

namespace gloss {
namespace {

using Words = std::set<std::string_view>;
using A = Agreement;

constexpr uint8_t kSg = A::kSingular;
constexpr uint8_t kPl = A::kPlural;
constexpr uint8_t kBoth = A::kSingular | A::kPlural;
constexpr uint8_t kM = A::kMasculine;
constexpr uint8_t kF = A::kFeminine;
constexpr uint8_t kN = A::kNeuter;

Words Split(std::string_view list) {
  Words words;
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (end > 0) words.insert(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

Determiner Det(uint8_t number, uint8_t gender, bool definite = true, bool demonstrative = false,
               bool nominative = true) {
  return {{.number = number, .gender = gender}, definite, demonstrative, nominative};
}

Pronoun Pro(uint8_t number, uint8_t gender, uint8_t kind = A::kAnyKind, bool possessive = false,
            bool bare = false) {
  return {{.number = number, .gender = gender, .kind = kind}, possessive, bare};
}

ReferenceLexicon English() {
  constexpr uint8_t kAny = A::kAnyGender;
  ReferenceLexicon lexicon;
  lexicon.determiners = {{"the", Det(kBoth, kAny)},
                         {"a", Det(kSg, kAny, false)},
                         {"an", Det(kSg, kAny, false)},
                         {"this", Det(kSg, kAny, true, true)},
                         {"that", Det(kSg, kAny, true, true)},
                         {"these", Det(kPl, kAny, true, true)},
                         {"those", Det(kPl, kAny, true, true)},
                         {"some", Det(kBoth, kAny, false)},
                         {"many", Det(kPl, kAny, false)},
                         {"most", Det(kPl, kAny, false)},
                         {"several", Det(kPl, kAny, false)},
                         {"all", Det(kPl, kAny)},
                         {"both", Det(kPl, kAny)},
                         {"two", Det(kPl, kAny, false)},
                         {"three", Det(kPl, kAny, false)},
                         {"its", Det(kBoth, kAny)},
                         {"their", Det(kBoth, kAny)},
                         {"his", Det(kBoth, kAny)},
                         {"our", Det(kBoth, kAny)}};
  lexicon.pronouns = {{"it", Pro(kSg, kAny, A::kThing)},
                      {"its", Pro(kSg, kAny, A::kThing, true)},
                      {"they", Pro(kPl, kAny)},
                      {"them", Pro(kPl, kAny)},
                      {"their", Pro(kPl, kAny, A::kAnyKind, true)},
                      {"he", Pro(kSg, kM, A::kPerson)},
                      {"him", Pro(kSg, kM, A::kPerson)},
                      {"his", Pro(kSg, kM, A::kPerson, true)},
                      {"she", Pro(kSg, kF, A::kPerson)},
                      {"her", Pro(kSg, kF, A::kPerson)},
                      {"hers", Pro(kSg, kF, A::kPerson, true)},
                      {"this", Pro(kSg, kAny, A::kThing, false, true)},
                      {"that", Pro(kSg, kAny, A::kThing, false, true)},
                      {"these", Pro(kPl, kAny, A::kAnyKind, false, true)},
                      {"those", Pro(kPl, kAny, A::kAnyKind, false, true)}};
  lexicon.prepositions = Split(
      "of in on at to from by with for into onto upon about over under between among within during "
      "after before since until through via per near across against without behind than as");
  lexicon.places = Split("in at near across");
  lexicon.and_words = {"and"};
  lexicon.of_words = {"of"};
  lexicon.kind_nouns = Split(
      "drug drugs medication medicine vaccine treatment therapy company firm organization agency "
      "institute university hospital city town country state river book film movie song album band "
      "team club ship bridge building law act bill author writer singer actor actress player "
      "scientist president minister doctor man woman substance compound plant species animal "
      "disease virus protein gene device product software museum school trial study fee method "
      "approach program programme project system company's policy rule agreement contract bank "
      "patients participants researchers authors companies trials studies results findings");
  lexicon.persons = Split(
      "man woman boy girl author writer singer actor actress player scientist president minister "
      "doctor nurse patient physician teacher student artist painter composer poet king queen "
      "prince princess lawyer judge engineer researcher professor director founder mother father "
      "son daughter wife husband brother sister child person politician politicians soldier "
      "patients participants researchers authors people men women children doctors nurses students "
      "teachers workers tenant landlord tenants customer customers user users chairman chairwoman "
      "spokesman spokeswoman mayor governor bishop pope philosopher inventor architect explorer");
  lexicon.expletive = Split("rains seems appears snows takes turns follows happens");
  return lexicon;
}

ReferenceLexicon German() {
  ReferenceLexicon lexicon;
  lexicon.determiners = {{"der", Det(kBoth, kM | kF, true, false)},
                         {"die", Det(kBoth, kF)},
                         {"das", Det(kSg, kN)},
                         {"den", Det(kBoth, kM, true, false, false)},
                         {"dem", Det(kSg, kM | kN, true, false, false)},
                         {"des", Det(kSg, kM | kN, true, false, false)},
                         {"ein", Det(kSg, kM | kN, false)},
                         {"eine", Det(kSg, kF, false)},
                         {"einen", Det(kSg, kM, false, false, false)},
                         {"einem", Det(kSg, kM | kN, false, false, false)},
                         {"einer", Det(kSg, kF, false, false, false)},
                         {"eines", Det(kSg, kM | kN, false, false, false)},
                         {"dieser", Det(kBoth, kM | kF, true, true)},
                         {"diese", Det(kBoth, kF, true, true)},
                         {"dieses", Det(kSg, kN, true, true)},
                         {"viele", Det(kPl, A::kAnyGender, false)},
                         {"einige", Det(kPl, A::kAnyGender, false)},
                         {"alle", Det(kPl, A::kAnyGender)},
                         {"zwei", Det(kPl, A::kAnyGender, false)},
                         {"drei", Det(kPl, A::kAnyGender, false)}};
  // A plural has no gender: "die" stands for all three.
  for (auto& [word, determiner] : lexicon.determiners) {
    if (word == "die" || word == "diese") determiner.agreement.gender = A::kAnyGender;
  }
  lexicon.pronouns = {{"er", Pro(kSg, kM)},
                      {"es", Pro(kSg, kN)},
                      {"sie", Pro(kBoth, kF)},
                      {"ihn", Pro(kSg, kM)},
                      {"ihm", Pro(kSg, kM | kN)},
                      {"ihr", Pro(kBoth, kF, A::kAnyKind, true)},
                      {"ihre", Pro(kBoth, kF, A::kAnyKind, true)},
                      {"sein", Pro(kSg, kM | kN, A::kAnyKind, true)},
                      {"seine", Pro(kSg, kM | kN, A::kAnyKind, true)},
                      {"dies", Pro(kSg, kN, A::kThing, false, true)},
                      {"diese", Pro(kBoth, kF, A::kAnyKind, false, true)},
                      {"dieser", Pro(kSg, kM, A::kAnyKind, false, true)},
                      {"dieses", Pro(kSg, kN, A::kAnyKind, false, true)}};
  lexicon.prepositions = Split(
      "von vom in im an am auf zu zum zur aus bei beim mit für über unter zwischen während nach "
      "vor "
      "seit bis durch um pro gegen ohne neben");
  lexicon.places = Split("in im bei nahe aus");
  lexicon.and_words = {"und"};
  lexicon.of_words = {"von", "vom", "der", "des"};
  lexicon.kind_nouns = Split(
      "medikament mittel arznei wirkstoff impfstoff behandlung therapie firma unternehmen stadt "
      "land fluss buch film lied verein schiff brücke gebäude gesetz autor autorin schriftsteller "
      "studie vertrag gebühr bank verfahren patienten forscher universität klinik");
  lexicon.persons = Split(
      "mann frau autor autorin schriftsteller arzt ärztin patient patientin patienten lehrer "
      "lehrerin minister ministerin präsident präsidentin maler malerin könig königin forscher "
      "forscherin mieter mieterin vermieter kunde kunden richter richterin sohn tochter");
  lexicon.expletive = Split("gibt gab regnet schneit scheint handelt geht kommt heißt");
  return lexicon;
}

ReferenceLexicon Spanish() {
  ReferenceLexicon lexicon;
  lexicon.determiners = {{"el", Det(kSg, kM)},
                         {"la", Det(kSg, kF)},
                         {"los", Det(kPl, kM)},
                         {"las", Det(kPl, kF)},
                         {"un", Det(kSg, kM, false)},
                         {"una", Det(kSg, kF, false)},
                         {"unos", Det(kPl, kM, false)},
                         {"unas", Det(kPl, kF, false)},
                         {"este", Det(kSg, kM, true, true)},
                         {"esta", Det(kSg, kF, true, true)},
                         {"estos", Det(kPl, kM, true, true)},
                         {"estas", Det(kPl, kF, true, true)},
                         {"ese", Det(kSg, kM, true, true)},
                         {"esa", Det(kSg, kF, true, true)},
                         {"esos", Det(kPl, kM, true, true)},
                         {"esas", Det(kPl, kF, true, true)}};
  lexicon.pronouns = {{"él", Pro(kSg, kM)},
                      {"ella", Pro(kSg, kF)},
                      {"ellos", Pro(kPl, kM)},
                      {"ellas", Pro(kPl, kF)},
                      {"éste", Pro(kSg, kM)},
                      {"ésta", Pro(kSg, kF)},
                      {"éstos", Pro(kPl, kM)},
                      {"éstas", Pro(kPl, kF)},
                      {"su", Pro(kBoth, A::kAnyGender, A::kAnyKind, true)},
                      {"sus", Pro(kBoth, A::kAnyGender, A::kAnyKind, true)},
                      {"esto", Pro(kSg, A::kAnyGender, A::kThing, false, true)},
                      {"eso", Pro(kSg, A::kAnyGender, A::kThing, false, true)}};
  lexicon.prepositions = Split(
      "de del en a al con por para sin sobre bajo entre durante tras desde hasta según contra");
  lexicon.places = Split("en");
  lexicon.and_words = {"y", "e"};
  lexicon.of_words = {"de", "del"};
  lexicon.kind_nouns = Split(
      "medicamento fármaco vacuna tratamiento terapia empresa compañía ciudad país río libro "
      "película canción equipo barco puente edificio ley autor autora escritor estudio contrato "
      "banco método pacientes investigadores universidad hospital museo");
  lexicon.persons = Split(
      "hombre mujer autor autora escritor escritora médico médica paciente pacientes profesor "
      "profesora ministro ministra presidente presidenta pintor pintora rey reina investigador "
      "investigadora hijo hija esposa esposo inquilino cliente clientes juez jueza");
  return lexicon;
}

ReferenceLexicon French() {
  ReferenceLexicon lexicon;
  lexicon.determiners = {{"le", Det(kSg, kM)},
                         {"la", Det(kSg, kF)},
                         {"l", Det(kSg, kM | kF)},
                         {"les", Det(kPl, kM | kF)},
                         {"un", Det(kSg, kM, false)},
                         {"une", Det(kSg, kF, false)},
                         {"des", Det(kPl, kM | kF, false)},
                         {"ce", Det(kSg, kM, true, true)},
                         {"cet", Det(kSg, kM, true, true)},
                         {"cette", Det(kSg, kF, true, true)},
                         {"ces", Det(kPl, kM | kF, true, true)}};
  lexicon.pronouns = {{"il", Pro(kSg, kM)},
                      {"elle", Pro(kSg, kF)},
                      {"ils", Pro(kPl, kM)},
                      {"elles", Pro(kPl, kF)},
                      {"celui-ci", Pro(kSg, kM)},
                      {"celui", Pro(kSg, kM)},
                      {"celle", Pro(kSg, kF)},
                      {"ceux", Pro(kPl, kM)},
                      {"celles", Pro(kPl, kF)},
                      {"son", Pro(kSg, A::kAnyGender, A::kAnyKind, true)},
                      {"sa", Pro(kSg, A::kAnyGender, A::kAnyKind, true)},
                      {"ses", Pro(kSg, A::kAnyGender, A::kAnyKind, true)},
                      {"leur", Pro(kPl, A::kAnyGender, A::kAnyKind, true)},
                      {"leurs", Pro(kPl, A::kAnyGender, A::kAnyKind, true)},
                      {"cela", Pro(kSg, A::kAnyGender, A::kThing, false, true)},
                      {"ceci", Pro(kSg, A::kAnyGender, A::kThing, false, true)},
                      {"ça", Pro(kSg, A::kAnyGender, A::kThing, false, true)}};
  lexicon.prepositions = Split(
      "de du d en à au aux avec par pour sans sur sous entre pendant après avant depuis dans "
      "contre "
      "chez vers");
  lexicon.places = Split("en à au dans");
  lexicon.and_words = {"et"};
  lexicon.of_words = {"de", "du", "d"};
  lexicon.kind_nouns = Split(
      "médicament vaccin traitement thérapie entreprise société ville pays fleuve livre film "
      "chanson équipe navire pont bâtiment loi auteur écrivain étude contrat banque méthode "
      "patients chercheurs université hôpital musée");
  lexicon.persons = Split(
      "homme femme auteur autrice écrivain médecin patient patiente patients professeur ministre "
      "président présidente peintre roi reine chercheur chercheuse fils fille locataire client "
      "clients juge");
  lexicon.expletive = Split("faut pleut neige semble existe y s");
  return lexicon;
}

ReferenceLexicon Italian() {
  ReferenceLexicon lexicon;
  lexicon.determiners = {{"il", Det(kSg, kM)},
                         {"lo", Det(kSg, kM)},
                         {"la", Det(kSg, kF)},
                         {"l", Det(kSg, kM | kF)},
                         {"i", Det(kPl, kM)},
                         {"gli", Det(kPl, kM)},
                         {"le", Det(kPl, kF)},
                         {"un", Det(kSg, kM | kF, false)},
                         {"uno", Det(kSg, kM, false)},
                         {"una", Det(kSg, kF, false)},
                         {"questo", Det(kSg, kM, true, true)},
                         {"questa", Det(kSg, kF, true, true)},
                         {"questi", Det(kPl, kM, true, true)},
                         {"queste", Det(kPl, kF, true, true)}};
  lexicon.pronouns = {{"esso", Pro(kSg, kM)},
                      {"essa", Pro(kSg, kF)},
                      {"essi", Pro(kPl, kM)},
                      {"esse", Pro(kPl, kF)},
                      {"egli", Pro(kSg, kM, A::kPerson)},
                      {"ella", Pro(kSg, kF, A::kPerson)},
                      {"lui", Pro(kSg, kM, A::kPerson)},
                      {"lei", Pro(kSg, kF, A::kPerson)},
                      {"questo", Pro(kSg, kM, A::kAnyKind, false, true)},
                      {"questa", Pro(kSg, kF, A::kAnyKind, false, true)},
                      {"questi", Pro(kPl, kM, A::kAnyKind, false, true)},
                      {"queste", Pro(kPl, kF, A::kAnyKind, false, true)},
                      {"ciò", Pro(kSg, A::kAnyGender, A::kThing, false, true)}};
  lexicon.prepositions = Split(
      "di del dello della dei degli delle d in nel nella nei nelle a al allo alla ai agli alle da "
      "dal dalla con per senza su sul sulla tra fra durante dopo prima contro");
  lexicon.places = Split("in nel nella a");
  lexicon.and_words = {"e", "ed"};
  lexicon.of_words = {"di", "del", "dello", "della", "dei", "degli", "delle", "d"};
  lexicon.kind_nouns = Split(
      "farmaco medicinale vaccino trattamento terapia azienda società città paese fiume libro film "
      "canzone squadra nave ponte edificio legge autore autrice scrittore studio contratto banca "
      "metodo pazienti ricercatori università ospedale museo");
  lexicon.persons = Split(
      "uomo donna autore autrice scrittore scrittrice medico paziente pazienti professore "
      "professoressa ministro ministra presidente pittore pittrice re regina ricercatore figlio "
      "figlia inquilino cliente clienti giudice");
  return lexicon;
}

}  // namespace

const ReferenceLexicon* ReferenceLexiconFor(std::string_view language) {
  static const std::map<std::string_view, ReferenceLexicon> kLexicons = {
      {"en", English()}, {"de", German()}, {"es", Spanish()}, {"fr", French()}, {"it", Italian()}};
  const auto found = kLexicons.find(language);
  return found == kLexicons.end() ? nullptr : &found->second;
}

uint8_t GenderOfFirstName(std::string_view folded) {
  static const Words kWomen = Split(
      "mary marie maria anna anne ann emma sarah sara laura julia elizabeth elisabeth margaret "
      "jane "
      "helen susan linda barbara patricia jennifer jessica lisa nancy karen betty sandra ashley "
      "emily donna michelle carol amanda melissa deborah stephanie rebecca sharon cynthia kathleen "
      "amy angela ruth brenda pamela katherine catherine christine virginia rachel janet diane "
      "alice julie heather teresa doris gloria evelyn cheryl martha frances ada grace rosa sofia "
      "sophia olivia isabella charlotte clara claire camille chloé louise jeanne juliette hélène "
      "sophie nathalie isabelle valérie sylvie monique ursula ingrid petra sabine monika renate "
      "heike katrin angelika hannah lena greta frida lucía carmen josefa dolores pilar elena "
      "isabel beatriz francesca giulia chiara paola giovanna lucia rita caterina eleonora "
      "valentina silvia claudia irene marta eva astrid sigrid karin birgit");
  static const Words kMen = Split(
      "james john robert michael william david richard joseph thomas charles christopher daniel "
      "matthew anthony mark donald steven paul andrew joshua kenneth kevin brian george edward "
      "ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin "
      "scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry "
      "henry peter adam albert isaac walter arthur karl carl hans heinrich friedrich wilhelm "
      "johann otto fritz klaus jürgen wolfgang günter helmut ludwig franz josef stefan andreas "
      "martin max leo felix lars erik olaf sven magnus nils pierre jean jacques louis michel henri "
      "marcel claude françois antoine luc philippe rené olivier juan josé carlos luis antonio "
      "manuel francisco pedro miguel javier pablo diego fernando jorge rafael alberto giuseppe "
      "giovanni marco luca mario luigi paolo francesco roberto stefano alessandro lorenzo matteo "
      "enrico leonardo galileo guglielmo sergio pietro salvatore vincenzo");
  uint8_t gender = 0;
  if (kWomen.contains(folded)) gender |= kF;
  if (kMen.contains(folded)) gender |= kM;
  return gender;
}

bool IsTimeOrAmount(std::string_view folded) {
  static const Words kWords = Split(
      "year years month months week weeks day days hour hours minute minutes century decade "
      "decades "
      "time percent % january february march april may june july august september october november "
      "december monday tuesday wednesday thursday friday saturday sunday spring summer autumn "
      "winter "
      "million billion thousand number total addition fact contrast example order end beginning "
      "jahr jahre jahren monat monate monaten woche wochen tag tage tagen stunde stunden prozent "
      "januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag "
      "freitag samstag sonntag millionen milliarden ende anfang beispiel "
      "año años mes meses semana semanas día días hora horas siglo ciento enero febrero marzo "
      "abril "
      "mayo junio julio agosto septiembre octubre noviembre diciembre millones fin ejemplo "
      "an ans année années mois semaine semaines jour jours heure heures siècle pour-cent janvier "
      "février mars avril juin juillet août septembre octobre novembre décembre exemple "
      "anno anni mese mesi settimana settimane giorno giorni ora ore secolo gennaio febbraio "
      "aprile "
      "maggio giugno luglio settembre ottobre dicembre milioni fine esempio");
  return kWords.contains(folded);
}

}  // namespace gloss
