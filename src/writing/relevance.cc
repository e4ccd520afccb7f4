#include "writing/relevance.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "grounding/embed_texts.h"

namespace gloss {
namespace {

using Sentences = std::array<std::string_view, 8>;

const Sentences& UnrelatedSentences(std::string_view language) {
  static const std::map<std::string_view, Sentences> kSentences = {
      {"en",
       {"The train to the coast was ten minutes late.", "She painted the kitchen door green.",
        "Wolves hunt in packs during the winter.", "The committee approved the annual report.",
        "Add the flour slowly and stir the dough.", "The striker scored twice in the second half.",
        "Prices of copper fell on Tuesday.", "The old library has a wooden roof."}},
      {"de",
       {"Der Zug an die Küste hatte zehn Minuten Verspätung.", "Sie strich die Küchentür grün an.",
        "Wölfe jagen im Winter in Rudeln.", "Der Ausschuss billigte den Jahresbericht.",
        "Das Mehl langsam zugeben und den Teig rühren.",
        "Der Stürmer traf in der zweiten Halbzeit zweimal.", "Die Kupferpreise fielen am Dienstag.",
        "Die alte Bibliothek hat ein Dach aus Holz."}},
      {"es",
       {"El tren a la costa llegó con diez minutos de retraso.",
        "Ella pintó de verde la puerta de la cocina.", "Los lobos cazan en manada en invierno.",
        "La comisión aprobó el informe anual.", "Añada la harina despacio y remueva la masa.",
        "El delantero marcó dos goles en la segunda parte.",
        "Los precios del cobre bajaron el martes.",
        "La antigua biblioteca tiene un techo de madera."}},
      {"fr",
       {"Le train de la côte avait dix minutes de retard.",
        "Elle a peint en vert la porte de la cuisine.", "Les loups chassent en meute en hiver.",
        "La commission a approuvé le rapport annuel.",
        "Ajoutez la farine lentement et remuez la pâte.",
        "L'attaquant a marqué deux fois en seconde période.",
        "Les prix du cuivre ont baissé mardi.", "L'ancienne bibliothèque a un toit en bois."}},
      {"it",
       {"Il treno per la costa aveva dieci minuti di ritardo.",
        "Ha dipinto di verde la porta della cucina.", "In inverno i lupi cacciano in branco.",
        "La commissione ha approvato la relazione annuale.",
        "Aggiungere la farina lentamente e mescolare l'impasto.",
        "L'attaccante ha segnato due volte nel secondo tempo.",
        "Martedì i prezzi del rame sono scesi.", "La vecchia biblioteca ha un tetto di legno."}}};
  const auto found = kSentences.find(language);
  return found == kSentences.end() ? kSentences.at("en") : found->second;
}

}  // namespace

Result<RelevanceScale> RelevanceScale::For(Embedder& embedder, const Embedding& query,
                                           std::string_view language, const std::stop_token& stop) {
  std::deque<std::string> passages;
  std::vector<std::string_view> texts;
  for (const std::string_view sentence : UnrelatedSentences(language)) {
    texts.push_back(AsPassage(embedder, sentence, passages));
  }
  const TextEmbeddings embeddings = EmbedTexts(embedder, texts, {}, stop);
  GLOSS_RETURN_IF_ERROR(embeddings.status);
  float sum = 0;
  for (const auto& item : embeddings.items) sum += Cosine(query, *item);
  return RelevanceScale(sum / static_cast<float>(embeddings.items.size()));
}

float RelevanceScale::Of(float cosine) const {
  const float room = std::max(0.05F, 1.0F - background_);
  return std::clamp((cosine - background_) / room, -1.0F, 1.0F);
}

}  // namespace gloss
