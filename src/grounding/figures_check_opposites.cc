// Opposites of the five languages, irregular forms written out; other forms are found by stem.
#include "grounding/figures_check_words.h"

namespace gloss {
namespace {

constexpr std::string_view kEnglish =
    "for|against;increase rise rose risen rising grow grew grown climb raise surge|decrease fall "
    "fell "
    "fallen drop dropped decline reduce reduction shrink shrank diminish;higher greater larger "
    "bigger|lower smaller;highest largest maximum most|lowest smallest minimum least;more|less "
    "fewer;before earlier prior|after later;approve accept adopt allow permit authorize "
    "support endorse back favour favor|reject refuse oppose deny block prohibit ban banned "
    "forbid against;*win won winning winner|lose lost losing loser;include|exclude;open|close "
    "closed shut;male man men boy|female woman women girl;import|export;begin began begun "
    "start|end finish stop stopped cease;succeed success|fail failure;positive|negative;safe "
    "safely|unsafe dangerous;effective|ineffective;possible|impossible;able|unable;legal "
    "lawful|illegal unlawful;strengthen|weaken;improve improvement better|worsen deteriorate "
    "worse;north northern|south southern;east eastern|west western;major|minor;"
    "majority|minority;short shorter|long longer;hot hotter warm warmer|cold colder cool "
    "cooler;young younger|old older;rich richer wealthy|poor poorer;strong stronger|weak "
    "weaker;early|late;always|never;above|below;inside|outside;mandatory compulsory "
    "obligatory|optional voluntary;public|private;urban|rural;present|absent;correct|incorrect "
    "wrong;true|false;guilty|innocent;visible|invisible;profit|loss;surplus|deficit;"
    "agree|disagree;known|unknown;direct directly|indirect indirectly;cause|prevent;hire "
    "hired|dismiss fire fired;add|remove;widen|narrow;build built|demolish;best|worst;fast "
    "faster quick|slow slower;heavy heavier|light lighter;near nearer|far farther;full|empty;"
    "strengthened|weakened;common frequent|rare uncommon"
    "expand|contract;enter|exit;inhibit suppress|activate stimulate;upregulate|downregulate;"
    "benign|malignant;acute|chronic";

constexpr std::string_view kGerman =
    "steigen stieg stiegen gestiegen zunehmen nahm zunahm zugenommen erhöhen erhöht erhöhte "
    "wachsen wuchs gewachsen anstieg zunahme erhöhung wachstum|sinken sank sanken gesunken fallen "
    "fiel gefallen abnehmen abgenommen senken gesenkt senkte verringern verringert reduzieren "
    "reduziert rückgang abnahme senkung;"
    "höher größer höhere größere|niedriger kleiner geringer niedrigere geringere;mehr|weniger;"
    "höchste größte|niedrigste kleinste;vor bevor vorher früher|nach nachdem nachher später danach;"
    "genehmigen genehmigt genehmigte annehmen angenommen billigen gebilligt zustimmen zugestimmt "
    "stimmte erlauben erlaubt unterstützen unterstützt befürworten|ablehnen abgelehnt lehnte "
    "verwerfen verweigern verweigert verbieten verboten untersagen untersagt;für|gegen;"
    "*gewinnen gewann gewonnen|verlieren verlor verloren;öffnen geöffnet öffnete offen|schließen "
    "geschlossen schloss;männlich mann männer|weiblich frau frauen;"
    "beginnen begann begonnen starten|enden endete beenden beendet;"
    "erfolgreich erfolg|erfolglos misserfolg;positiv|negativ;sicher|unsicher gefährlich;wirksam|"
    "unwirksam;möglich|unmöglich;legal|illegal;stärken stärkt|schwächen schwächt;verbessern "
    "verbessert besser|verschlechtern verschlechtert schlechter;nördlich norden|südlich süden;"
    "östlich osten|westlich westen;mehrheit|minderheit;kürzer kurz|länger lang;wärmer warm heiß|"
    "kälter kalt;jünger jung|älter alt;reich|arm;stark|schwach;früh|spät;immer|nie niemals;"
    "oberhalb|unterhalb;freiwillig|verpflichtend obligatorisch;öffentlich|privat;richtig|falsch;"
    "schuldig|unschuldig;gewinn|verlust;überschuss|defizit;bekannt|unbekannt;häufig|selten;"
    "schneller schnell|langsamer langsam;beste|schlechteste";

constexpr std::string_view kSpanish =
    "favor|contra;aumentar aumenta aumentó aumentaron aumento subir sube subió subieron crecer "
    "crece creció "
    "crecieron crecimiento incrementar incrementó|disminuir disminuye disminuyó disminuyeron "
    "reducir reduce redujo redujeron bajar baja bajó bajaron caer cae cayó cayeron descender "
    "descendió caída reducción disminución;superior mayor mayores|inferior menor menores;"
    "más|menos;máximo|mínimo;antes|después;aprobar aprueba aprobó aprobaron aprobado aceptar "
    "acepta aceptó permitir permite permitió apoyar apoya apoyó autorizar autorizó|rechazar "
    "rechaza rechazó rechazaron rechazado negar niega negó prohibir prohíbe prohibió oponerse "
    "opuso contra;*ganar gana ganó ganaron|perder pierde perdió perdieron;incluir incluye "
    "incluyó|excluir excluye excluyó;abrir abre abrió abierto|cerrar cierra cerró cerrado;"
    "hombre hombres masculino|mujer mujeres femenino;importar importó|exportar exportó;empezar "
    "empieza empezó comenzar comienza comenzó|terminar termina terminó acabar acabó;"
    "positivo|negativo;seguro|inseguro peligroso;eficaz|ineficaz;posible|imposible;"
    "legal|ilegal;fortalecer|debilitar;mejorar mejora mejoró mejor|empeorar empeora empeoró "
    "peor;norte|sur;este|oeste;mayoría|minoría;corto|largo;caliente cálido|frío;joven|viejo;"
    "rico|pobre;fuerte|débil;temprano|tarde;siempre|nunca;encima|debajo;obligatorio|voluntario "
    "opcional;público|privado;correcto|incorrecto;culpable|inocente;beneficio|pérdida;"
    "superávit|déficit;conocido|desconocido;frecuente|raro;rápido|lento";

constexpr std::string_view kFrench =
    "pour faveur|contre;augmenter augmente augmenté augmentation monter monté croître croissance "
    "hausse "
    "accroître|diminuer diminue diminué diminution baisser baisse baissé réduire réduit "
    "réduction chuter chute chuté reculer recul;supérieur|inférieur;plus|moins;maximum|minimum;"
    "avant|après;approuver approuve approuvé accepter accepte accepté autoriser autorise "
    "autorisé adopter adopté soutenir soutient soutenu permettre permet permis|rejeter rejette "
    "rejeté refuser refuse refusé interdire interdit opposer oppose opposé contre;*gagner "
    "gagne gagné remporter remporté|perdre perd perdu;inclure inclut inclus|exclure exclut "
    "exclu;ouvrir ouvre ouvert|fermer ferme fermé;homme hommes masculin|femme femmes féminin;"
    "importer importé|exporter exporté;commencer commence commencé débuter débuté|terminer "
    "termine terminé finir fini;positif|négatif;sûr|dangereux;efficace|inefficace;"
    "possible|impossible;légal|illégal;renforcer renforce renforcé|affaiblir affaibli;"
    "améliorer améliore amélioré meilleur|aggraver aggravé empirer pire;nord|sud;est|ouest;"
    "majorité|minorité;court|long;chaud|froid;jeune|vieux;riche|pauvre;fort|faible;tôt|tard;"
    "toujours|jamais;obligatoire|facultatif volontaire;public|privé;urbain|rural;"
    "correct|incorrect;coupable|innocent;bénéfice|perte;excédent|déficit;connu|inconnu;"
    "fréquent|rare;rapide|lent";

constexpr std::string_view kItalian =
    "per favore|contro;aumentare aumenta aumentato aumentò aumento crescere cresce cresciuto "
    "crebbe crescita "
    "salire sale salito salì|diminuire diminuisce diminuito diminuì ridurre riduce ridotto "
    "ridusse calare cala calato calo scendere scende sceso scese riduzione diminuzione;"
    "superiore maggiore|inferiore minore;più|meno;massimo|minimo;prima|dopo;approvare approva "
    "approvato approvò accettare accetta accettato accettò consentire consente sostenere "
    "sostiene sostenuto autorizzare autorizzato|respingere respinge respinto respinse "
    "rifiutare rifiuta rifiutato rifiutò vietare vieta vietato opporsi contro;*vincere vince "
    "vinto vinse|perdere perde perso perse;includere include incluso|escludere esclude escluso;"
    "aprire apre aperto aprì|chiudere chiude chiuso chiuse;uomo uomini maschio|donna donne "
    "femmina;importare importato|esportare esportato;iniziare inizia iniziato iniziò "
    "cominciare cominciato|finire finito terminare terminato terminò;positivo|negativo;"
    "sicuro|pericoloso;efficace|inefficace;possibile|impossibile;legale|illegale;rafforzare "
    "rafforzato|indebolire indebolito;migliorare migliora migliorato migliorò "
    "migliore|peggiorare peggiora peggiorato peggiore;nord|sud;est|ovest;maggioranza|minoranza;"
    "corto breve|lungo;caldo|freddo;giovane|vecchio;ricco|povero;forte|debole;presto|tardi;"
    "sempre|mai;obbligatorio|facoltativo volontario;pubblico|privato;urbano|rurale;"
    "corretto|sbagliato;colpevole|innocente;profitto|perdita;avanzo|disavanzo;noto "
    "conosciuto|sconosciuto;frequente|raro;veloce rapido|lento";

}  // namespace

std::string_view OppositesOf(std::string_view language) {
  if (language == "de") return kGerman;
  if (language == "es") return kSpanish;
  if (language == "fr") return kFrench;
  if (language == "it") return kItalian;
  return kEnglish;
}

}  // namespace gloss
