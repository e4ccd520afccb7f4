#include "grounding/figures_check_cases.h"

namespace gloss {
namespace {

using F = FigureFault;

constexpr FigureCase kCases[] = {
    {"La planta trata 5.000 litros.", "La planta trata 5000 litros."},
    {"La planta trata 50.000 litros.", "La planta trata 5.000 litros.", F::kNumber},
    {"Tres personas resultaron heridas.", "El fuego hirió a 3 personas."},
    {"Tres personas resultaron heridas.", "Cuatro personas resultaron heridas.", F::kNumber},
    {"La ciudad tiene 31 escuelas.", "La ciudad tiene treinta y una escuelas."},
    {"La ciudad tiene 32 escuelas.", "La ciudad tiene treinta y una escuelas.", F::kNumber},
    {"Costó 200.000 euros.", "Costó doscientos mil euros."},
    {"Costó 1.000 millones de euros.", "Costó mil millones de euros."},
    {"Costó 31,5 mil millones de euros.", "Costó 31,5 millones de euros.", F::kNumber},
    {"Costó 31,5 millones de dólares.", "Costó 31,5 millones de euros.", F::kUnit},
    {"Costó unos 400 millones de euros.", "Costó 412,6 millones de euros."},
    {"Costó 413 millones de euros.", "Costó 412,6 millones de euros."},
    {"Se vendió medio millón de libros.", "Se vendieron 500.000 libros."},
    {"Tomaron 20 mg.", "Tomaron 0,02 g."},
    {"Tomaron 20 g.", "Tomaron 20 mg.", F::kUnit},
    {"El río tiene 380 km.", "El río tiene 380 kilómetros."},
    {"El río tiene 380 m.", "El río tiene 380 km.", F::kUnit},
    {"La mitad de los votantes aceptó.", "El 50 % de los votantes aceptó."},
    {"Un tercio de los votantes aceptó.", "El 33 por ciento de los votantes aceptó."},
    {"Uno de cada cuatro niños enferma.", "El 25 por ciento de los niños enferma."},
    {"La tasa subió un 5 por ciento.", "La tasa subió 5 puntos porcentuales.", F::kUnit},
    {"El 30 % se curó.", "El 40 % se curó.", F::kPercent},
    {"El ensayo duró 42 días.", "El ensayo duró seis semanas."},
    {"El ensayo duró cinco semanas.", "El ensayo duró seis semanas.", F::kDuration},
    {"Duró 30 meses.", "Duró dos años y medio."},
    {"Abrió el 14 de junio de 2026.", "Abrió el 14/06/2026."},
    {"Abrió el 14 de julio de 2026.", "Abrió el 14 de junio de 2026.", F::kDate},
    {"Abrió en 2025.", "Abrió en 2026.", F::kDate},
    {"Se construyó en los años 90.", "Se construyó en 1994."},
    {"Se construyó en el siglo XIX.", "Se construyó en 1856."},
    {"Menos de 50 personas vinieron.", "45 personas vinieron."},
    {"Menos de 50 personas vinieron.", "55 personas vinieron.", F::kNumber},
    {"Al menos 5 salas están libres.", "7 salas están libres."},
    {"Más de 50 personas vinieron.", "50 personas vinieron.", F::kComparative},
    {"Al menos 50 personas vinieron.", "Como máximo 50 personas vinieron.", F::kComparative},
    {"El consejo aprobó el garaje.", "El consejo no aprobó el garaje.", F::kNegation},
    {"El consejo no aprobó el garaje.", "El consejo rechazó el garaje."},
    {"El consejo aprobó el garaje.", "El consejo rechazó el garaje.", F::kNegation},
    {"Los precios subieron en la ciudad.", "Los precios bajaron en la ciudad.", F::kNegation},
    {"Los barcos fueron permitidos en el río.", "Los barcos nunca fueron permitidos en el río.",
     F::kNegation},
    {"Todas las enfermeras aceptaron el plan.", "Pocas enfermeras aceptaron el plan.",
     F::kQuantifier},
    {"La cumbre se celebró en Kenia.", "La cumbre se celebró en Ghana.", F::kName},
    {"Roberto Lara habló en el consejo.", "Susana Prado habló en el consejo.", F::kName},
    {"La OMS lo aprobó.", "La Organización Mundial de la Salud lo aprobó."},
    {"La alcaldesa habló.", "Habló la alcaldesa."},
    {"Solo las enfermeras entran en la sala.", "Las enfermeras entran en la sala.", F::kQuantifier},
};

TEST(FiguresCheckSpanishTest, Cases) {
  for (const FigureCase& check : kCases) ExpectCase(check, "es");
}

}  // namespace
}  // namespace gloss
