#include "grounding/english_verbs.h"

#include <algorithm>
#include <map>
#include <set>

namespace gloss {
namespace {

constexpr std::string_view kRegularVerbs =
    "accept accelerate account achieve acquire act activate adapt add address adjust administer "
    "admit "
    "adopt advise affect affirm agree aid allow alter announce appear apply appoint approve argue "
    "arrive ask assess assign assist associate assume attack attempt attend attract avoid award "
    "base "
    "believe belong benefit block boost border call cancel capture carry cause cease "
    "celebrate challenge change characterize charge cite claim classify close collaborate collapse "
    "collect combine commit compare compete complete comprise conclude conduct confirm connect "
    "consider "
    "consist consume contain continue contribute control convert cooperate correlate correspond "
    "cover "
    "create cross cure damage debut decide declare decline decrease defeat define delay deliver "
    "demonstrate deny depend describe design destroy detect determine develop die differ diminish "
    "direct "
    "disappear discover discuss display dissolve divide dominate donate double drop earn elevate "
    "eliminate emerge employ enable encourage end enhance enjoy enroll ensure enter escape "
    "establish "
    "estimate evaluate examine exceed exclude exhibit exist expand expect experience explain "
    "explore "
    "expose express extend face fail feature file finish fix focus follow force form fund gain "
    "generate govern graduate grant guarantee happen harm head help host identify ignore "
    "illustrate "
    "impair implement imply improve include incorporate increase indicate induce infect influence "
    "inform "
    "inhibit initiate injure inspire install intend introduce invent invest investigate invite "
    "involve "
    "issue join kill lack land last launch lessen limit link list live locate lower maintain "
    "manage "
    "manufacture mark marry measure mediate mention merge migrate modify monitor move name need "
    "note "
    "obtain occupy occur offer open operate oppose order organize originate outperform own "
    "participate "
    "pass perform permit persist place plan play point possess postpone predict prefer prescribe "
    "present "
    "preserve prevent probe process produce prohibit promote propose protect prove provide publish "
    "purchase qualify raise randomize range rank reach receive recognize recommend record recover "
    "reduce "
    "refer reflect refuse regain register regulate reject relate release relieve rely remain "
    "remove "
    "replace report represent require rescue resemble reside resign resist resolve respond restore "
    "restrict result retain retire return reveal reverse rotate sample score secure seem select "
    "separate "
    "serve settle share show signal sign slow soften solve span sponsor stabilize star start state "
    "stay "
    "stimulate stop store strengthen study succeed suffer suggest support suppress surpass survive "
    "suspect sustain switch target tend test tolerate touch trace trade train transfer transform "
    "translate transmit travel treat trigger triple try turn use vaccinate vary view "
    "visit vote walk want warn watch weaken weigh welcome widen work worsen yield found paint thin "
    "compose elect educate bury edit coach command relocate demolish rename sail employ oversee "
    "destroy renovate inspect repair rebuild retire deploy detain arrest convict sentence fine "
    "fund flow drain border house stretch irritate wane erode melt boil burn fly sting chair orbit";

struct Irregular {
  std::string_view base;
  std::string_view past;
  std::string_view participle;
};

constexpr Irregular kIrregularVerbs[] = {{"arise", "arose", "arisen"},
                                         {"become", "became", "become"},
                                         {"begin", "began", "begun"},
                                         {"bind", "bound", "bound"},
                                         {"break", "broke", "broken"},
                                         {"bring", "brought", "brought"},
                                         {"build", "built", "built"},
                                         {"buy", "bought", "bought"},
                                         {"catch", "caught", "caught"},
                                         {"choose", "chose", "chosen"},
                                         {"come", "came", "come"},
                                         {"set", "set", "set"},
                                         {"put", "put", "put"},
                                         {"cut", "cut", "cut"},
                                         {"hit", "hit", "hit"},
                                         {"cost", "cost", "cost"},
                                         {"draw", "drew", "drawn"},
                                         {"drive", "drove", "driven"},
                                         {"eat", "ate", "eaten"},
                                         {"fall", "fell", "fallen"},
                                         {"feel", "felt", "felt"},
                                         {"fight", "fought", "fought"},
                                         {"find", "found", "found"},
                                         {"forbid", "forbade", "forbidden"},
                                         {"freeze", "froze", "frozen"},
                                         {"get", "got", "got"},
                                         {"give", "gave", "given"},
                                         {"go", "went", "gone"},
                                         {"grow", "grew", "grown"},
                                         {"hold", "held", "held"},
                                         {"keep", "kept", "kept"},
                                         {"know", "knew", "known"},
                                         {"lead", "led", "led"},
                                         {"leave", "left", "left"},
                                         {"lie", "lay", "lain"},
                                         {"lose", "lost", "lost"},
                                         {"make", "made", "made"},
                                         {"mean", "meant", "meant"},
                                         {"meet", "met", "met"},
                                         {"overcome", "overcame", "overcome"},
                                         {"pay", "paid", "paid"},
                                         {"rise", "rose", "risen"},
                                         {"run", "ran", "run"},
                                         {"say", "said", "said"},
                                         {"see", "saw", "seen"},
                                         {"seek", "sought", "sought"},
                                         {"sell", "sold", "sold"},
                                         {"send", "sent", "sent"},
                                         {"shrink", "shrank", "shrunk"},
                                         {"sing", "sang", "sung"},
                                         {"sink", "sank", "sunk"},
                                         {"speak", "spoke", "spoken"},
                                         {"spend", "spent", "spent"},
                                         {"stand", "stood", "stood"},
                                         {"take", "took", "taken"},
                                         {"teach", "taught", "taught"},
                                         {"tell", "told", "told"},
                                         {"think", "thought", "thought"},
                                         {"throw", "threw", "thrown"},
                                         {"undergo", "underwent", "undergone"},
                                         {"understand", "understood", "understood"},
                                         {"wear", "wore", "worn"},
                                         {"win", "won", "won"},
                                         {"write", "wrote", "written"},
                                         {"show", "showed", "shown"},
                                         {"prove", "proved", "proven"},
                                         {"have", "had", "had"}};

bool IsVowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

bool EndsInConsonantY(std::string_view base) {
  return base.size() > 1 && base.back() == 'y' && !IsVowel(base[base.size() - 2]);
}

std::string PresentOf(std::string_view base) {
  std::string form(base);
  if (EndsInConsonantY(base)) {
    form.pop_back();
    return form + "ies";
  }
  for (const std::string_view ending : {"s", "x", "z", "ch", "sh", "o"}) {
    if (base.ends_with(ending)) return form + "es";
  }
  return form + "s";
}

bool DoublesConsonant(std::string_view base) {
  static const std::set<std::string_view> kDoubling = {
      "commit",   "control", "drop", "permit", "occur",  "prefer", "refer",  "stop", "transfer",
      "transmit", "plan",    "star", "admit",  "enroll", "span",   "cancel", "thin"};
  return kDoubling.contains(base);
}

std::string PastOf(std::string_view base) {
  std::string form(base);
  if (base.back() == 'e') return form + "d";
  if (EndsInConsonantY(base)) {
    form.pop_back();
    return form + "ied";
  }
  if (DoublesConsonant(base) && !base.ends_with("ll")) form += form.back();
  return form + "ed";
}

struct Forms {
  std::map<std::string, EnglishVerb, std::less<>> finite;
  std::set<std::string, std::less<>> participles;
};

void AddVerb(std::string_view base, const std::string& past, const std::string& participle,
             Forms& forms) {
  forms.finite.try_emplace(std::string(base), EnglishVerb{std::string(base), VerbForm::kBase});
  forms.finite.try_emplace(base == "have" ? "has" : PresentOf(base),
                           EnglishVerb{std::string(base), VerbForm::kPresent});
  forms.finite.insert_or_assign(past, EnglishVerb{std::string(base), VerbForm::kPast});
  forms.participles.insert(participle);
}

Forms MakeForms() {
  Forms forms;
  std::string_view rest = kRegularVerbs;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view base = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!base.empty()) AddVerb(base, PastOf(base), PastOf(base), forms);
  }
  for (const Irregular& verb : kIrregularVerbs) {
    AddVerb(verb.base, std::string(verb.past), std::string(verb.participle), forms);
  }
  // Its verb is an auxiliary, which is not in the lists.
  forms.participles.insert("been");
  return forms;
}

const Forms& AllForms() {
  static const Forms kForms = MakeForms();
  return kForms;
}

}  // namespace

std::optional<EnglishVerb> ReadEnglishVerb(std::string_view folded) {
  const auto found = AllForms().finite.find(folded);
  if (found == AllForms().finite.end()) return std::nullopt;
  return found->second;
}

bool IsEnglishParticiple(std::string_view folded) {
  return AllForms().participles.contains(folded) || (folded.size() > 4 && folded.ends_with("ed"));
}

}  // namespace gloss
