#include "grounding/checkability.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "grounding/polarity_flip.h"
#include "text/characters.h"
#include "text/words.h"

namespace gloss {
namespace {

/// One kind of sentence without a statement: it begins with one of the openings, and every other
/// word is in the vocabulary.
struct PhraseKind {
  std::string_view reason;
  std::vector<std::string_view> openings;
  std::string_view vocabulary;  ///< Words that may follow.
};

using Phrases = std::vector<PhraseKind>;

const Phrases& EnglishPhrases() {
  static const Phrases kPhrases = {
      {"greeting",
       {"hi",
        "hello",
        "hey",
        "good morning",
        "good afternoon",
        "good evening",
        "welcome",
        "dear",
        "thanks",
        "thank you",
        "great question",
        "good question",
        "sure",
        "certainly",
        "of course",
        "absolutely",
        "best regards",
        "kind regards",
        "goodbye",
        "you're welcome",
        "have a",
        "take care",
        "i hope this helps",
        "hope this helps",
        "i hope that helps",
        "hope that helps"},
       "there everyone all user reader sir madam friend for your the question asking reaching out "
       "very "
       "much so again and to you me us team good great nice lovely day evening morning afternoon "
       "happy "
       "help see soon back that's thats is a an interesting one"},
      {"offer",
       {"let me know",         "please let me know", "feel free",
        "please feel free",    "i'm here",           "i am here",
        "i'm happy to",        "i am happy to",      "i'd be happy to",
        "i would be happy to", "how can i help",     "how may i help",
        "if you have any",     "don't hesitate",     "please don't hesitate",
        "do not hesitate",     "happy to help",      "i can help",
        "i'm glad to",         "here is the answer", "here's the answer",
        "here is a summary",   "here's a summary",   "here is what i found",
        "here's what i found", "below is a summary"},
       "if you have any more other further additional question questions need needs would d like "
       "want "
       "anything else help assist assistance clarify clarification explain elaborate detail "
       "details "
       "information to ask me us with on about this that these it topic or and i can could may how "
       "more "
       "please let know is are there free happy here glad today for your the a of in reach out "
       "just feel "
       "hesitate don't not be you're you concerns something specific answer summary based provided "
       "documents document sources source context text"},
      {"advice to the reader",
       {"please consult",
        "consult",
        "always consult",
        "please see",
        "please speak",
        "speak to",
        "speak with",
        "talk to",
        "please talk",
        "ask your",
        "please ask",
        "seek medical",
        "please seek",
        "please refer",
        "see below",
        "contact your",
        "please contact",
        "i recommend consulting",
        "it is best to consult",
        "always seek"},
       "a an the your with to for from by of any this that these before after if you have or and "
       "doctor "
       "physician pharmacist healthcare health care provider professional professionals specialist "
       "medical advice help attention qualified taking using starting stopping making changing "
       "medicine "
       "medicines medication medications treatment decision decisions concerns questions lawyer "
       "legal "
       "attorney financial advisor adviser personalized personalised individual more information "
       "details immediately in is it see speak talk seek refer consult contact consulting "
       "recommend i "
       "about regarding below above section table"},
      {"heading",
       {"summary",     "conclusion",   "conclusions",   "results",      "background",
        "methods",     "key findings", "key points",    "introduction", "overview",
        "answer",      "sources",      "references",    "limitations",  "discussion",
        "main points", "takeaways",    "key takeaways", "in summary",   "in short",
        "note",        "notes",        "objective",     "objectives",   "findings"},
       "the main key of and my short final here are is"},
      {"refusal",
       {"i don't know",
        "i do not know",
        "i'm not sure",
        "i am not sure",
        "i'm sorry",
        "i am sorry",
        "sorry",
        "i cannot answer",
        "i can't answer",
        "i cannot help",
        "i can't help",
        "i am unable",
        "i'm unable",
        "as an ai",
        "i apologize",
        "i don't have enough information",
        "i do not have enough information",
        "unfortunately i",
        "idk",
        "no idea",
        "i have no idea",
        "not sure",
        "the context does not",
        "the provided context does not",
        "the document does not",
        "the documents do not",
        "the provided documents do not",
        "the sources do not",
        "the provided sources do not",
        "there is no information",
        "there is not enough information",
        "i could not find",
        "i couldn't find",
        "based on the provided context i",
        "i'm unable",
        "i won't"},
       "but i can't cannot can not don't do know answer this that the your question questions help "
       "with "
       "assist to for about it based on provided given context information enough have unable am "
       "i'm "
       "sorry sure provide an a model language ai as documents document sources source text "
       "apologize "
       "inconvenience request any you mention contain include specify say state there no idea "
       "could "
       "couldn't find in details relevant specific sufficient does not is or does are be from "
       "determined and won't"},
      {"opinion",
       {"i think", "i believe", "i feel", "i find", "i like", "i love", "i hope", "in my view",
        "in my opinion", "personally", "to me", "imho", "i would say", "i'd say"},
       "i think believe feel find like love hope in my view opinion personally to me would say i'd "
       "this that these those it its they is are was were be been a an the very really quite so "
       "too "
       "rather truly pretty good great bad nice interesting fascinating important useful helpful "
       "beautiful ugly boring exciting wonderful terrible amazing best better worst worse most "
       "more "
       "less thing things idea ideas question topic subject one approach choice option and or but "
       "not much lot of for you me we us wonderful awesome worth considering reading story way"},
  };
  return kPhrases;
}

const Phrases& GermanPhrases() {
  static const Phrases kPhrases = {
      {"greeting",
       {"hallo", "guten tag", "guten morgen", "guten abend", "willkommen", "danke", "vielen dank",
        "gute frage", "gerne", "natürlich", "mit freundlichen grüßen", "auf wiedersehen",
        "ich hoffe das hilft"},
       "für ihre deine die frage anfrage und an alle sehr schön dass sie du da sind bist ihnen dir "
       "weiter"},
      {"offer",
       {"lassen sie mich wissen", "lass mich wissen", "wenn sie weitere", "falls sie weitere",
        "wie kann ich", "ich helfe", "melden sie sich", "bei weiteren fragen", "gerne helfe ich"},
       "ob wenn sie du noch weitere fragen haben hast hilfe brauchen benötigen informationen "
       "details zu "
       "diesem thema ich ihnen dir helfen gerne weiter stehe zur verfügung gern bei mich wissen "
       "jederzeit "
       "etwas"},
      {"advice to the reader",
       {"bitte fragen sie", "fragen sie", "bitte wenden sie", "konsultieren sie",
        "sprechen sie mit", "bitte sprechen sie", "bitte konsultieren sie"},
       "ihren ihrem ihre einen einem eine arzt ärztin apotheker oder und an bevor sie vor der "
       "einnahme "
       "medizinischen rat zu mit sich bei fragen bitte immer"},
      {"heading",
       {"zusammenfassung", "fazit", "ergebnisse", "hintergrund", "methoden", "einleitung",
        "überblick", "antwort", "quellen", "literatur", "diskussion"},
       "der die das und"},
      {"refusal",
       {"ich weiß es nicht", "das weiß ich nicht", "es tut mir leid", "tut mir leid",
        "leider kann ich", "ich kann diese frage nicht"},
       "ich kann diese die frage nicht beantworten leider ihnen dazu keine auskunft geben aber das "
       "es helfen dabei"},
      {"refusal",
       {"keine ahnung", "weiß ich nicht", "dazu liegen keine", "der kontext enthält keine",
        "die dokumente enthalten keine", "die quellen enthalten keine",
        "es gibt keine informationen"},
       "keine ahnung weiß ich nicht leider dazu darüber hierzu liegen mir informationen angaben "
       "vor der die das kontext dokumente quellen enthält enthalten zu dieser diesem frage thema "
       "es gibt"},
      {"opinion",
       {"ich finde", "ich glaube", "ich denke", "ich meine", "meiner meinung nach",
        "meiner ansicht nach", "aus meiner sicht", "persönlich finde ich", "ich hoffe", "ich mag"},
       "ich finde glaube denke meine dass das dies diese dieser es sie ist sind war wäre eine ein "
       "einen der die sehr wirklich ganz ziemlich gut gute guter gutes schlecht schlechte schön "
       "schöne interessant interessante wichtig wichtige nützlich hilfreich spannend langweilig "
       "toll tolle besser beste idee frage thema sache wahl und oder aber nicht mir auch so"},
  };
  return kPhrases;
}

const Phrases& SpanishPhrases() {
  static const Phrases kPhrases = {
      {"greeting",
       {"hola", "buenos días", "buenas tardes", "buenas noches", "bienvenido", "bienvenida",
        "gracias", "muchas gracias", "claro", "por supuesto", "buena pregunta", "saludos",
        "espero que"},
       "por tu su la pregunta a todos y que esto te le ayude sea útil muy buena es una"},
      {"offer",
       {"si tienes", "si tiene", "no dudes en", "no dude en", "avísame", "en qué puedo",
        "estoy aquí"},
       "más alguna otra pregunta preguntas duda dudas en preguntar preguntarme ayudarte ayudarle "
       "para "
       "ayudar puedo si necesitas necesita información sobre este tema quieres algo"},
      {"advice to the reader",
       {"consulte a", "consulta a", "consulte con", "consulta con", "hable con",
        "por favor consulte"},
       "su tu un una médico médica farmacéutico profesional de la salud antes tomar este "
       "medicamento "
       "siempre o y a con"},
      {"heading",
       {"resumen", "conclusión", "conclusiones", "resultados", "métodos", "introducción",
        "respuesta", "fuentes", "referencias", "antecedentes"},
       "de la el los las y"},
      {"refusal",
       {"no lo sé", "lo siento", "no puedo responder", "lamentablemente no"},
       "no puedo responder a esta pregunta la pero con esa información el contexto ayudarte "
       "ayudarle"},
      {"refusal",
       {"no sé", "ni idea", "no tengo información", "no hay información", "el contexto no contiene",
        "los documentos no contienen", "las fuentes no contienen", "el contexto no menciona"},
       "no sé ni idea tengo hay información suficiente sobre esto este tema esta pregunta el los "
       "las contexto documentos fuentes contiene contienen menciona en lo siento pero"},
      {"opinion",
       {"creo que", "pienso que", "me parece", "en mi opinión", "a mi juicio", "personalmente",
        "opino que", "me gusta", "espero que"},
       "creo pienso que me parece en mi opinión a juicio personalmente opino gusta esto eso esta "
       "este es son era sería una un el la los muy realmente bastante bueno buena buen malo mala "
       "bonito interesante interesantes importante útil aburrido mejor peor idea pregunta tema "
       "cosa opción y o pero no más también"},
  };
  return kPhrases;
}

const Phrases& FrenchPhrases() {
  static const Phrases kPhrases = {
      {"greeting",
       {"bonjour", "bonsoir", "salut", "bienvenue", "merci", "bien sûr", "bonne question",
        "cordialement", "j espère que"},
       "à tous beaucoup pour votre ta la question et vous te cela aide aidera ça de"},
      {"offer",
       {"n hésitez pas", "n hésite pas", "si vous avez", "si tu as", "comment puis je",
        "faites moi savoir", "je suis là"},
       "d autres autre questions question à me demander contacter pour vous aider t si besoin plus "
       "d "
       "informations sur ce sujet avez as je puis des la les poser"},
      {"advice to the reader",
       {"consultez", "veuillez consulter", "parlez en à", "demandez à"},
       "votre un une médecin pharmacien professionnel de santé la avant prendre ce médicament "
       "toujours "
       "ou et à en tout"},
      {"heading",
       {"résumé", "conclusion", "conclusions", "résultats", "méthodes", "introduction", "réponse",
        "sources", "références", "contexte", "discussion"},
       "de la le les et"},
      {"refusal",
       {"je ne sais pas", "je suis désolé", "désolé", "je ne peux pas répondre",
        "malheureusement je"},
       "je ne peux pas répondre à cette question la mais vous aider avec ces informations"},
      {"refusal",
       {"je n sais rien", "aucune idée", "je l ignore", "il n y a pas d informations",
        "il n y a aucune information", "le contexte ne contient pas",
        "les documents ne contiennent pas", "les sources ne contiennent pas"},
       "je n sais rien aucune idée l ignore il y a pas d de informations information à sur ce "
       "sujet cette question le les contexte documents sources ne contient contiennent désolé"},
      {"opinion",
       {"je pense", "je crois", "je trouve", "à mon avis", "selon moi", "personnellement",
        "il me semble", "j aime", "j espère"},
       "je pense crois trouve à mon avis selon moi personnellement il me semble que qu j aime "
       "espère c ce cela ça cette est sont était serait une un le la l les très vraiment assez bon "
       "bonne mauvais mauvaise beau belle intéressant intéressante important importante utile "
       "ennuyeux mieux meilleur meilleure pire idée question sujet chose choix et ou mais ne pas "
       "aussi plus"},
  };
  return kPhrases;
}

const Phrases& ItalianPhrases() {
  static const Phrases kPhrases = {
      {"greeting",
       {"ciao", "salve", "buongiorno", "buonasera", "benvenuto", "benvenuta", "grazie", "certo",
        "certamente", "ottima domanda", "buona domanda", "cordiali saluti", "spero che"},
       "a tutti mille per la tua sua domanda e questo ti le sia utile aiuti d aiuto di"},
      {"offer",
       {"se hai", "se ha", "non esitare", "non esiti", "fammi sapere", "mi faccia sapere",
        "come posso", "sono qui"},
       "altre ulteriori domande domanda dubbi a chiedere contattarmi aiutarti aiutarla per aiutare "
       "bisogno di informazioni su questo argomento se hai ha serve altro"},
      {"advice to the reader",
       {"consultare", "consulta", "consulti", "parla con", "parli con", "chiedi al", "chieda al",
        "rivolgersi a", "si rivolga al"},
       "il al tuo suo un una medico dottore farmacista professionista sanitario prima di prendere "
       "assumere questo farmaco sempre o e con"},
      {"heading",
       {"riassunto", "sintesi", "conclusione", "conclusioni", "risultati", "metodi", "introduzione",
        "risposta", "fonti", "riferimenti", "contesto", "discussione"},
       "del della il la e"},
      {"refusal",
       {"non lo so", "mi dispiace", "non posso rispondere", "purtroppo non"},
       "non posso rispondere a questa domanda alla ma aiutarti aiutarla con queste informazioni"},
      {"refusal",
       {"non so", "nessuna idea", "non ci sono informazioni", "il contesto non contiene",
        "i documenti non contengono", "le fonti non contengono"},
       "non so nessuna idea ci sono informazioni su questo argomento questa domanda il i le "
       "contesto documenti fonti contiene contengono mi dispiace ma"},
      {"opinion",
       {"penso che", "credo che", "trovo che", "secondo me", "a mio parere", "personalmente",
        "mi sembra", "mi piace", "spero che"},
       "penso credo trovo che secondo me a mio parere personalmente mi sembra piace spero questo "
       "questa è sia sono era sarebbe una un il la molto davvero abbastanza buono buona buon "
       "cattivo bello bella interessante importante utile noioso meglio migliore peggio idea "
       "domanda argomento cosa scelta e o ma non più anche"},
  };
  return kPhrases;
}

std::set<std::string_view> WordSet(std::string_view list) {
  std::set<std::string_view> words;
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (end > 0) words.insert(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

/// A phrase kind in the spelling of WordKey, in which sentences are compared.
struct PreparedKind {
  std::string_view reason;
  std::vector<std::string> openings;
  std::set<std::string, std::less<>> vocabulary;  ///< The openings' words included.
};

std::vector<PreparedKind> Prepare(const Phrases& phrases) {
  std::vector<PreparedKind> prepared;
  for (const PhraseKind& kind : phrases) {
    PreparedKind entry;
    entry.reason = kind.reason;
    for (const std::string_view opening : kind.openings) {
      entry.openings.push_back(WordKey(opening));
      for (const std::string_view word : WordSet(entry.openings.back())) {
        entry.vocabulary.emplace(word);
      }
    }
    const std::string vocabulary = WordKey(kind.vocabulary);
    for (const std::string_view word : WordSet(vocabulary)) entry.vocabulary.emplace(word);
    prepared.push_back(std::move(entry));
  }
  return prepared;
}

/// The phrases of a language; English ones when it is not known; null for other languages.
const std::vector<PreparedKind>* PhrasesOf(std::string_view language) {
  static const std::map<std::string_view, std::vector<PreparedKind>> kPhrases = {
      {"en", Prepare(EnglishPhrases())},
      {"de", Prepare(GermanPhrases())},
      {"es", Prepare(SpanishPhrases())},
      {"fr", Prepare(FrenchPhrases())},
      {"it", Prepare(ItalianPhrases())}};
  const auto found = kPhrases.find(language.empty() ? "en" : language);
  return found == kPhrases.end() ? nullptr : &found->second;
}

/// The key begins with the opening, at a word's end.
bool BeginsWith(std::string_view key, std::string_view opening) {
  return key.starts_with(opening) && (key.size() == opening.size() || key[opening.size()] == ' ');
}

bool IsMadeOf(std::string_view key, const PreparedKind& kind) {
  const bool opens =
      std::any_of(kind.openings.begin(), kind.openings.end(),
                  [&](const std::string& opening) { return BeginsWith(key, opening); });
  if (!opens) return false;
  const std::set<std::string_view> words = WordSet(key);
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return kind.vocabulary.find(word) != kind.vocabulary.end();
  });
}

std::string_view TrimEnd(std::string_view text) {
  constexpr std::string_view kTail = " \t\r\n\"')]*_";
  const size_t end = text.find_last_not_of(kTail);
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

/// A question asks; "Did you know that aspirin cures cancer?" and "Aspirin cures cancer, right?"
/// state.
bool IsQuestion(std::string_view sentence, std::string_view key) {
  const std::string_view text = TrimEnd(sentence);
  if (!text.ends_with("?") && !text.ends_with("？")) return false;
  constexpr std::array<std::string_view, 9> kStating = {
      "did you know", "do you know that", "isn't it", "is it not", "wussten sie",
      "wusstest du",  "sabías",           "saviez",   "sapevi"};
  for (const std::string_view opening : kStating) {
    if (key.starts_with(opening)) return false;
  }
  constexpr std::string_view kOpenings =
      "who whom whose what which when where why how is are was were do does did can could will "
      "would "
      "shall should may might has have had am "
      "wer wen wem wessen was welche welcher welches wann wo wohin woher warum wieso weshalb wie "
      "ist "
      "sind war waren hat haben kann können wird werden soll sollte darf möchten möchtest gibt "
      "quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuántos por es son fue está puede "
      "hay qui que quoi quel quelle quels quelles quand où pourquoi comment combien est sont a t "
      "chi che cosa quale quali quando dove perché come quanto quanti è sono può c";
  static const std::set<std::string_view> kWords = WordSet(kOpenings);
  return sentence.starts_with("¿") || kWords.contains(key.substr(0, key.find(' ')));
}

}  // namespace

std::optional<std::string> NotCheckableReason(std::string_view sentence, std::string_view language,
                                              bool is_heading) {
  const std::string key = WordKey(sentence);
  if (key.empty()) return "no words";
  if (IsQuestion(sentence, key)) return "question";
  const std::vector<PreparedKind>* phrases = PhrasesOf(language);
  if (phrases == nullptr) return std::nullopt;
  const std::string_view trimmed = TrimEnd(sentence);
  for (const PreparedKind& kind : *phrases) {
    // "Results show …" is no heading: a heading has no sentence around it.
    if (kind.reason == "heading" && !is_heading && !trimmed.ends_with(":")) continue;
    if (IsMadeOf(key, kind)) return std::string(kind.reason);
  }
  return std::nullopt;
}

std::optional<bool> BareAnswer(std::string_view sentence, std::string_view language) {
  static const std::map<std::string_view, std::map<std::string_view, bool>> kAnswers = {
      {"en",
       {{"yes", true},
        {"no", false},
        {"true", true},
        {"false", false},
        {"correct", true},
        {"incorrect", false},
        {"that is correct", true},
        {"that is false", false},
        {"that is true", true},
        {"right", true},
        {"wrong", false}}},
      {"de", {{"ja", true}, {"nein", false}, {"richtig", true}, {"falsch", false}, {"wahr", true}}},
      {"es",
       {{"sí", true},
        {"si", true},
        {"no", false},
        {"verdadero", true},
        {"falso", false},
        {"cierto", true}}},
      {"fr", {{"oui", true}, {"non", false}, {"vrai", true}, {"faux", false}}},
      {"it", {{"sì", true}, {"si", true}, {"no", false}, {"vero", true}, {"falso", false}}}};
  const std::string key = WordKey(sentence);
  const auto lookup = [&](std::string_view code) -> std::optional<bool> {
    const auto answers = kAnswers.find(code);
    if (answers == kAnswers.end()) return std::nullopt;
    const auto answer = answers->second.find(key);
    if (answer == answers->second.end()) return std::nullopt;
    return answer->second;
  };
  if (const auto answer = lookup(language)) return answer;
  // One word is too short to tell the language by.
  for (const auto& [code, answers] : kAnswers) {
    if (const auto answer = lookup(code)) return answer;
  }
  return std::nullopt;
}

bool IsFragment(std::string_view sentence, std::string_view language) {
  if (BareAnswer(sentence, language)) return true;
  const std::vector<Word> words = WordsOf(sentence);
  if (words.size() <= 1) return true;
  constexpr size_t kMostWords = 4;
  if (words.size() > kMostWords) return false;
  // A finite verb makes a statement: "Paris is in France."
  static const std::set<std::string_view> kVerbs = WordSet(
      "is are was were has have had can will does did ist sind war waren hat haben kann wird es "
      "son fue "
      "fueron está están ha han puede est sont était peut ont è sono era può hanno");
  const Lexicon& lexicon = LexiconFor(language);
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (kVerbs.contains(word.folded)) return false;
    const bool unit = i > 0 && words[i - 1].is_number;
    if (!word.is_number && !word.capitalised && !unit && !lexicon.stop.contains(word.folded)) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> StatementOfAnswer(std::string_view question, bool affirmative,
                                             std::string_view language) {
  constexpr std::array<std::string_view, 10> kMarks = {
      "true or false",       "true/false",
      "right or wrong",      "correct or incorrect",
      "richtig oder falsch", "wahr oder falsch",
      "verdadero o falso",   "vrai ou faux",
      "vero o falso",        "t/f"};
  const std::string text = CollapseSpace(question);
  const std::string folded = FoldCase(text);
  for (const std::string_view mark : kMarks) {
    const size_t at = folded.find(mark);
    // Folding may change lengths; then offsets of the two texts do not agree.
    if (at == std::string::npos || folded.size() != text.size()) continue;
    std::string statement = at == 0 ? text.substr(mark.size()) : text.substr(0, at);
    constexpr std::string_view kEdges = " :?-()[]\"";
    const size_t begin = statement.find_first_not_of(kEdges);
    if (begin == std::string::npos) return std::nullopt;
    statement = statement.substr(begin, statement.find_last_not_of(kEdges) - begin + 1);
    if (WordsOf(statement).size() < 3 || NotCheckableReason(statement + "?", language, false)) {
      return std::nullopt;
    }
    if (affirmative) return statement;
    return FlipPolarity(statement, language);
  }
  return std::nullopt;
}

}  // namespace gloss
