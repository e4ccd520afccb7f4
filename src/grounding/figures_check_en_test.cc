#include "grounding/figures_check_cases.h"

namespace gloss {
namespace {

using F = FigureFault;

constexpr FigureCase kCases[] = {
    // Numbers.
    {"The plant treats 5,000 litres.", "The plant treats 5000 litres."},
    {"The plant treats 50,000 litres.", "The plant treats 5,000 litres.", F::kNumber},
    {"Three people were hurt.", "The fire hurt 3 people."},
    {"Three people were hurt.", "Four people were hurt in the fire.", F::kNumber},
    {"The town has 21 schools.", "The town has twenty-one schools."},
    {"The town has 22 schools.", "The town has twenty-one schools.", F::kNumber},
    {"A dozen eggs were sold.", "12 eggs were sold."},
    {"The project cost $413 million.", "The project cost $412.6 million."},
    {"The project cost about $400 million.", "The project cost $412.6 million."},
    {"The project cost $400 million.", "The project cost $412.6 million.", F::kNumber},
    {"The project cost $413 billion.", "The project cost $412.6 million.", F::kNumber},
    {"The firm earned $5bn.", "The firm earned 5 billion dollars."},
    {"The firm earned €5bn.", "The firm earned 5 billion dollars.", F::kUnit},
    {"It sold half a million books.", "It sold 500,000 books."},
    {"The bill passed 7 to 2.", "The bill passed by a vote of 7 to 2."},
    {"The vote was 2 to 7.", "The vote was 7 to 2.", F::kNumber},
    {"The vote was 9 to 0.", "The vote was 7 to 2.", F::kNumber},
    {"The fire department receives $31.5 million.",
     "Roads receive $31.5 million, and the fire department receives $12.1 million.", F::kNumber},
    {"Roads receive $31.5 million.",
     "Roads receive $31.5 million, and the fire department receives $12.1 million."},
    {"Flight 1549 landed in the river.", "The plane landed in the river."},
    {"Flight 1559 landed in the river.", "Flight 1549 landed in the river.", F::kNumber},
    // Units.
    {"Patients took 20 mg.", "Patients took 0.02 g."},
    {"Patients took 20 g.", "Patients took 20 mg.", F::kUnit},
    {"The road is 5 miles long.", "The road is 8 km long."},
    {"The room is at 25 °C.", "The room is at 77 °F."},
    {"They gave 10 mg of the drug.", "They gave 5, 10 or 20 mg of the drug."},
    {"The wall is 3 m high.", "The wall is 3 feet high.", F::kUnit},
    {"The car does 100 km/h.", "The car does 100 kilometres per hour."},
    // Percentages.
    {"Half of the voters agreed.", "50% of the voters agreed."},
    {"A third of the voters agreed.", "33 percent of the voters agreed."},
    {"One in four children is ill.", "25 per cent of children are ill."},
    {"The rate rose by 5 percent.", "The rate rose by 5 percentage points.", F::kUnit},
    {"30% of patients recovered.", "40% of patients recovered.", F::kPercent},
    // Durations and dates.
    {"The trial lasted 42 days.", "The trial lasted six weeks."},
    {"The trial lasted 12 months.", "The trial lasted one year."},
    {"The trial lasted five weeks.", "The trial lasted six weeks.", F::kDuration},
    {"It opened on 14 June 2026.", "It opened on 2026-06-14."},
    {"It opened on June 14th.", "It opened on 14 June 2026."},
    {"It opened on 14 July 2026.", "It opened on 14 June 2026.", F::kDate},
    {"It opened on 1 January 2026.", "It opened on 14 June 2026.", F::kDate},
    {"It opened in 2025.", "It opened in 2026.", F::kDate},
    {"It was built in the 1990s.", "It was built in 1994."},
    {"It was built in the 1980s.", "It was built in 1994.", F::kDate},
    {"It was built in the 19th century.", "It was built in 1856."},
    {"The meeting is on Monday.", "The meeting is on Tuesday.", F::kDate},
    {"It closed at 5 p.m.", "It closed at 17:00."},
    // Bounds.
    {"Fewer than 50 people came.", "45 people came."},
    {"Fewer than 50 people came.", "55 people came.", F::kNumber},
    {"At least 5 rooms are free.", "7 rooms are free."},
    {"More than 50 people came.", "50 people came.", F::kComparative},
    {"At least 50 people came.", "At most 50 people came.", F::kComparative},
    // Negation, opposites, quantities.
    {"The council approved the garage.", "The council did not approve the garage.", F::kNegation},
    {"The council did not approve the garage.", "The council rejected the garage."},
    {"The council rejected the garage.", "The council did not approve the garage."},
    {"The council approved the garage.", "The council rejected the garage.", F::kNegation},
    {"Prices rose in the city.", "Prices fell in the city.", F::kNegation},
    {"Prices rose in the city.", "Prices increased in the city."},
    {"The mayor supported the plan.", "The mayor voted against the plan.", F::kNegation},
    {"All nurses agreed to the plan.", "Few nurses agreed to the plan.", F::kQuantifier},
    {"The drug not only heals but protects.", "The drug heals and protects."},
    {"Boats were allowed on the river.", "Boats were never allowed on the river.", F::kNegation},
    // Names and roles.
    {"The summit took place in Kenya.", "The summit took place in Ghana.", F::kName},
    {"The WHO approved it.", "The World Health Organization approved it."},
    {"Mary Smith wrote the book.", "The book was written by John Smith and others."},
    {"Acme sued Bolt.", "Bolt sued Acme.", F::kName},
    {"Acme sued Bolt.", "Bolt was sued by Acme."},
    {"Susan Field spoke for the budget.", "Robert Lane spoke for the budget.", F::kName},
    {"Only nurses may enter the ward.", "Nurses may enter the ward.", F::kQuantifier},
};

TEST(FiguresCheckEnglishTest, Cases) {
  for (const FigureCase& check : kCases) ExpectCase(check, "en");
}

}  // namespace
}  // namespace gloss
