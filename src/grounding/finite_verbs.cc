#include "grounding/finite_verbs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "grounding/english_verbs.h"

namespace gloss {
namespace {

using WordSet = std::set<std::string_view>;

WordSet Split(std::string_view list) {
  WordSet words;
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (end > 0) words.insert(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

struct VerbLists {
  WordSet singular;  ///< Present, third person.
  WordSet plural;
  WordSet past_singular;
  WordSet past_plural;
};

const VerbLists* ListsOf(std::string_view language) {
  static const std::map<std::string_view, VerbLists> kLists = {
      {"de",
       {Split("ist hat wird kann muss soll darf will senkt erhöht verringert steigert führt gibt "
              "liegt steht enthält besteht beschäftigt kostet wirkt verhindert verursacht tötet "
              "schützt hilft betreibt baut produziert verkauft kauft zeigt gilt beträgt dauert "
              "arbeitet bietet braucht verlangt erlaubt verbietet fördert bleibt kommt geht macht "
              "nimmt hält lebt stammt gehört zählt umfasst endet beginnt verbessert dient"),
        Split("sind haben werden können müssen sollen dürfen wollen senken erhöhen verringern "
              "führen liegen stehen enthalten bestehen kosten wirken verhindern verursachen töten "
              "zeigen gelten dauern arbeiten bieten brauchen bleiben kommen gehen machen leben "
              "stammen gehören zählen umfassen"),
        Split("war hatte wurde konnte musste sollte durfte wollte senkte erhöhte verringerte "
              "führte gab lag stand enthielt bestand kostete wirkte verhinderte verursachte zeigte "
              "galt betrug dauerte arbeitete bot blieb kam ging machte nahm hielt lebte stammte "
              "gehörte starb gründete eröffnete schloss kaufte verkaufte baute gewann verlor "
              "stieg sank fiel wuchs begann endete schrieb entdeckte heiratete studierte zog "
              "verbesserte erhielt leitete"),
        Split("waren hatten wurden konnten mussten sollten durften wollten senkten erhöhten "
              "führten gaben lagen standen enthielten bestanden kosteten zeigten dauerten blieben "
              "kamen gingen machten lebten starben stiegen sanken fielen wuchsen begannen "
              "endeten erhielten gewannen verloren")}},
      {"es",
       {Split("es está ha puede debe tiene hay reduce aumenta causa mejora emplea contiene incluye "
              "produce ofrece permite requiere vende compra muestra sirve ayuda funciona vive "
              "trabaja cuesta dura mide pesa pertenece consta actúa previene trata mata protege "
              "sigue queda va da hace dice necesita recibe representa"),
        Split("son están han pueden deben tienen reducen aumentan causan mejoran emplean contienen "
              "incluyen producen ofrecen permiten requieren venden compran muestran sirven ayudan "
              "funcionan viven trabajan cuestan duran pertenecen previenen tratan matan protegen"),
        Split("fue era estaba había tuvo podía pudo hizo dijo dio redujo produjo murió vio tenía "
              "quiso puso vino condujo obtuvo mantuvo"),
        Split("fueron eran estaban habían tuvieron podían pudieron hicieron redujeron produjeron "
              "tenían condujeron obtuvieron")}},
      {"fr",
       {Split("est a peut doit réduit augmente cause améliore emploie contient comprend produit "
              "offre permet exige vend achète montre sert aide fonctionne vit travaille coûte dure "
              "mesure pèse appartient agit prévient traite tue protège reste va fait dit vient "
              "reçoit représente compte dispose abrite baisse diminue"),
        Split("sont ont peuvent doivent réduisent augmentent causent améliorent emploient "
              "contiennent comprennent produisent offrent permettent exigent vendent achètent "
              "montrent servent aident fonctionnent vivent travaillent coûtent durent agissent "
              "traitent tuent protègent restent vont font viennent"),
        Split("était avait fut eut fit devint mourut naquit acheta vendit fonda ouvrit ferma "
              "réduisit augmenta remporta écrivit"),
        Split("étaient avaient furent eurent firent devinrent moururent")}},
      {"it",
       {Split("è ha può deve riduce aumenta causa migliora impiega contiene comprende produce "
              "offre consente richiede vende compra mostra serve aiuta funziona vive lavora costa "
              "dura misura pesa appartiene agisce previene tratta uccide protegge resta va fa dice "
              "viene riceve rappresenta conta"),
        Split("sono hanno possono devono riducono aumentano causano migliorano impiegano "
              "contengono comprendono producono offrono consentono richiedono vendono comprano "
              "mostrano servono aiutano funzionano vivono lavorano costano durano agiscono "
              "trattano uccidono proteggono restano vanno fanno vengono"),
        Split("era aveva fu ebbe fece divenne morì nacque vinse scrisse chiuse aprì ridusse "
              "produsse vide"),
        Split("erano avevano furono ebbero fecero divennero morirono ridussero produssero")}}};
  const auto found = kLists.find(language);
  return found == kLists.end() ? nullptr : &found->second;
}

bool EndsWithAny(std::string_view word, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return word.size() > ending.size() + 2 && word.ends_with(ending);
  });
}

const WordSet& EnglishAuxiliaries() {
  static const WordSet kWords = Split(
      "is are was were has have had do does did can could will would shall should may might must "
      "cannot isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't "
      "couldn't "
      "won't wouldn't shouldn't mustn't");
  return kWords;
}

/// Verbs whose forms are no nouns and no adjectives, so that they need no look at what follows.
bool IsSureVerb(std::string_view base) {
  static const WordSet kWords = Split(
      "include provide contain require remain become allow consist reduce improve prevent receive "
      "say believe argue begin make take give go come get know keep bring write see find found "
      "accept achieve acquire add admit advise affect agree announce appear apply appoint arrive "
      "ask "
      "assess assign assume attend avoid belong carry celebrate collect compete conclude confirm "
      "connect consume contribute create decide declare defeat define deliver demonstrate depend "
      "describe destroy determine develop die differ diminish disappear discover dissolve divide "
      "earn eliminate emerge employ encourage enhance enjoy enroll ensure enter escape establish "
      "evaluate examine exceed exist expand explain express extend fail fall feature generate "
      "govern "
      "grow happen hold identify ignore imply incorporate indicate inhibit inspire introduce "
      "invent "
      "invest investigate involve join lead leave lie lose lower maintain marry mean meet obtain "
      "occupy occur operate oppose own participate pay perform permit persist possess predict "
      "prefer "
      "prescribe preserve promote propose protect prove publish qualify reach recognize recommend "
      "recover refer regain reject relate rely remove replace represent reside resign resist "
      "resolve "
      "restore retain retire reveal rise run seem sell send serve solve speak spend stabilize "
      "stand "
      "stimulate strengthen succeed suffer suggest suppress survive teach tell think transform "
      "translate travel undergo understand vary weaken win worsen yield have kill cure cost launch "
      "open "
      "close");
  return kWords.contains(base);
}

/// Words that stand before a noun or end a noun phrase: after a doubtful verb they show that it is
/// one ("studies the", "moved to").
bool FollowsVerb(const Word& next) {
  static const WordSet kWords = Split(
      "the a an this that these those its their his her to no some all many several each every "
      "both "
      "it them him up down out more less at in on from into by with for as about over between "
      "during after before because");
  return next.is_number || kWords.contains(next.folded) || next.folded.ends_with("ly") ||
         !NumberWordValue(next.folded, "en").empty();
}

/// Words that make of the next one a noun or an adjective.
bool PrecedesNoun(std::string_view word) {
  static const WordSet kWords = Split(
      "the a an this these those its their his her our your my of in on for with by from at "
      "between "
      "no some all many several each every both most few into about over under per than as "
      "during without within");
  return kWords.contains(word);
}

bool IsFiniteEnglishOrAuxiliary(std::string_view word) {
  if (EnglishAuxiliaries().contains(word)) return true;
  const std::optional<EnglishVerb> verb = ReadEnglishVerb(word);
  return verb && verb->form != VerbForm::kBase;
}

VerbTense EnglishVerbAt(const std::vector<Word>& words, size_t at) {
  const Word& word = words[at];
  if (word.is_number) return VerbTense::kNone;
  if (EnglishAuxiliaries().contains(word.folded)) {
    if (word.folded == "may" && word.capitalised && at > 0) return VerbTense::kNone;
    return VerbTense::kAuxiliary;
  }
  if (word.capitalised && at > 0) return VerbTense::kNone;
  const std::optional<EnglishVerb> verb = ReadEnglishVerb(word.folded);
  const Word* before = at > 0 ? &words[at - 1] : nullptr;
  const Word* next = at + 1 < words.size() ? &words[at + 1] : nullptr;
  // After a possessive ("Norway's form"), whose ending the folded word lacks, stands a noun.
  if (before != nullptr && !before->is_number && before->span.size() > before->folded.size()) {
    return VerbTense::kNone;
  }
  if (!verb) {
    // A verb that is not in the lists, between a noun and what follows verbs.
    const bool between = next != nullptr && FollowsVerb(*next) && before != nullptr &&
                         !LexiconFor("en").stop.contains(before->folded) && !before->is_number;
    if (!between || word.folded.size() < 4) return VerbTense::kNone;
    if (word.folded.ends_with("ed")) return VerbTense::kPast;
    static const WordSet kObjects = Split("the a an its their his her this these no it them");
    const bool present = word.folded.ends_with("s") && !word.folded.ends_with("ss") &&
                         kObjects.contains(next->folded) && !PrecedesNoun(before->folded);
    return present ? VerbTense::kPresent : VerbTense::kNone;
  }
  if (before != nullptr && (PrecedesNoun(before->folded) || before->folded == "to")) {
    return VerbTense::kNone;
  }
  if (verb->form == VerbForm::kPast) {
    // "improved survival" after a verb is a noun with its adjective.
    const bool sure =
        IsSureVerb(verb->base) || next == nullptr || FollowsVerb(*next) || next->capitalised;
    const bool after_noun = before != nullptr && !EnglishAuxiliaries().contains(before->folded) &&
                            !LexiconFor("en").stop.contains(before->folded);
    return sure || after_noun ? VerbTense::kPast : VerbTense::kNone;
  }
  // "The trial results showed": a noun before a verb.
  if (next != nullptr && IsFiniteEnglishOrAuxiliary(next->folded)) return VerbTense::kNone;
  const bool after_noun =
      before != nullptr && !before->is_number && !LexiconFor("en").stop.contains(before->folded);
  const bool sure =
      IsSureVerb(verb->base) || (next != nullptr && (FollowsVerb(*next) || next->capitalised));
  if (verb->form == VerbForm::kPresent) {
    return sure || (after_noun && next != nullptr && next->folded != "of" &&
                    next->folded != "and" && next->folded != "or")
               ? VerbTense::kPresent
               : VerbTense::kNone;
  }
  return sure || after_noun ? VerbTense::kBase : VerbTense::kNone;
}

}  // namespace

bool IsEnglishAuxiliary(std::string_view folded) { return EnglishAuxiliaries().contains(folded); }

VerbTense FiniteVerbAt(const std::vector<Word>& words, size_t at, std::string_view language) {
  if (language == "en") return EnglishVerbAt(words, at);
  const VerbLists* lists = ListsOf(language);
  if (lists == nullptr) return VerbTense::kNone;
  const Word& word = words[at];
  if (word.is_number || (word.capitalised && at > 0)) return VerbTense::kNone;
  const std::string& text = word.folded;
  if (lists->past_singular.contains(text) || lists->past_plural.contains(text)) {
    return VerbTense::kPast;
  }
  if (lists->singular.contains(text) || lists->plural.contains(text)) return VerbTense::kPresent;
  if (language == "es" && EndsWithAny(text, {"ó", "aron", "ieron"})) return VerbTense::kPast;
  if (language == "it" && EndsWithAny(text, {"ò", "arono", "irono"})) return VerbTense::kPast;
  return VerbTense::kNone;
}

bool IsPluralVerb(std::string_view folded, std::string_view language) {
  if (language == "en") {
    static const WordSet kWords = Split("are were have do");
    return kWords.contains(folded);
  }
  const VerbLists* lists = ListsOf(language);
  if (lists == nullptr) return false;
  if (lists->plural.contains(folded) || lists->past_plural.contains(folded)) return true;
  return (language == "es" && EndsWithAny(folded, {"aron", "ieron"})) ||
         (language == "it" && EndsWithAny(folded, {"arono", "irono"}));
}

}  // namespace gloss
