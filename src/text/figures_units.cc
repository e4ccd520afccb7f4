#include "text/figures_units.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace gloss {
namespace {

using D = Dimension;

constexpr long double kHour = 1.0L / 24;
constexpr long double kMonth = 365.25L / 12;

constexpr Unit kUnits[] = {
    {"%", D::kPercent},
    {"‰", D::kPercent, 0.1L},
    {"pp", D::kPercentPoint},
    {"bp", D::kPercentPoint, 0.01L},
    {"g", D::kMass},
    {"mg", D::kMass, 1e-3L},
    {"µg", D::kMass, 1e-6L},
    {"ng", D::kMass, 1e-9L},
    {"pg", D::kMass, 1e-12L},
    {"kg", D::kMass, 1e3L},
    {"t", D::kMass, 1e6L},
    {"kt", D::kMass, 1e9L},
    {"Mt", D::kMass, 1e12L},
    {"Gt", D::kMass, 1e15L},
    {"lb", D::kMass, 453.59237L},
    {"oz", D::kMass, 28.349523125L},
    {"l", D::kVolume},
    {"ml", D::kVolume, 1e-3L},
    {"µl", D::kVolume, 1e-6L},
    {"cl", D::kVolume, 1e-2L},
    {"dl", D::kVolume, 1e-1L},
    {"hl", D::kVolume, 1e2L},
    {"m³", D::kVolume, 1e3L},
    {"cm³", D::kVolume, 1e-3L},
    {"mm³", D::kVolume, 1e-6L},
    {"km³", D::kVolume, 1e12L},
    {"gal", D::kVolume, 3.785411784L},
    {"barrel", D::kVolume, 158.987294928L},
    {"m", D::kLength},
    {"km", D::kLength, 1e3L},
    {"cm", D::kLength, 1e-2L},
    {"mm", D::kLength, 1e-3L},
    {"dm", D::kLength, 1e-1L},
    {"µm", D::kLength, 1e-6L},
    {"nm", D::kLength, 1e-9L},
    {"mile", D::kLength, 1609.344L},
    {"ft", D::kLength, 0.3048L},
    {"inch", D::kLength, 0.0254L},
    {"yd", D::kLength, 0.9144L},
    {"nmi", D::kLength, 1852},
    {"ly", D::kLength, 9.4607304725808e15L},
    {"m²", D::kArea},
    {"km²", D::kArea, 1e6L},
    {"cm²", D::kArea, 1e-4L},
    {"mm²", D::kArea, 1e-6L},
    {"ha", D::kArea, 1e4L},
    {"acre", D::kArea, 4046.8564224L},
    {"sqmi", D::kArea, 2589988.110336L},
    {"sqft", D::kArea, 0.09290304L},
    {"°C", D::kTemperature},
    {"°F", D::kTemperature, 5.0L / 9, -160.0L / 9},
    {"K", D::kTemperature, 1, -273.15L},
    {"ms", D::kTime, kHour / 3600e3L},
    {"s", D::kTime, kHour / 3600},
    {"min", D::kTime, kHour / 60},
    {"h", D::kTime, kHour},
    {"day", D::kTime},
    {"week", D::kTime, 7},
    {"fortnight", D::kTime, 14},
    {"month", D::kTime, kMonth, 0, true},
    {"quarter", D::kTime, kMonth * 3, 0, true},
    {"semester", D::kTime, kMonth * 6, 0, true},
    {"year", D::kTime, kMonth * 12, 0, true},
    {"decade", D::kTime, kMonth * 120, 0, true},
    {"century", D::kTime, kMonth * 1200, 0, true},
    {"clock", D::kClock},
    {"W", D::kPower},
    {"mW", D::kPower, 1e-3L},
    {"kW", D::kPower, 1e3L},
    {"MW", D::kPower, 1e6L},
    {"GW", D::kPower, 1e9L},
    {"TW", D::kPower, 1e12L},
    {"hp", D::kPower, 745.69987L},
    {"J", D::kEnergy},
    {"kJ", D::kEnergy, 1e3L},
    {"MJ", D::kEnergy, 1e6L},
    {"GJ", D::kEnergy, 1e9L},
    {"Wh", D::kEnergy, 3600},
    {"kWh", D::kEnergy, 3.6e6L},
    {"MWh", D::kEnergy, 3.6e9L},
    {"GWh", D::kEnergy, 3.6e12L},
    {"TWh", D::kEnergy, 3.6e15L},
    {"cal", D::kEnergy, 4.184L},
    {"kcal", D::kEnergy, 4184},
    {"m/s", D::kSpeed},
    {"km/h", D::kSpeed, 1 / 3.6L},
    {"mph", D::kSpeed, 0.44704L},
    {"kn", D::kSpeed, 1852.0L / 3600},
    {"B", D::kData},
    {"kB", D::kData, 1e3L},
    {"MB", D::kData, 1e6L},
    {"GB", D::kData, 1e9L},
    {"TB", D::kData, 1e12L},
    {"PB", D::kData, 1e15L},
    {"bit", D::kData, 0.125L},
    {"Mbit", D::kData, 0.125e6L},
    {"Gbit", D::kData, 0.125e9L},
    {"Pa", D::kPressure},
    {"hPa", D::kPressure, 1e2L},
    {"kPa", D::kPressure, 1e3L},
    {"MPa", D::kPressure, 1e6L},
    {"bar", D::kPressure, 1e5L},
    {"mbar", D::kPressure, 1e2L},
    {"mmHg", D::kPressure, 133.322L},
    {"psi", D::kPressure, 6894.757L},
    {"atm", D::kPressure, 101325},
    {"Hz", D::kFrequency},
    {"kHz", D::kFrequency, 1e3L},
    {"MHz", D::kFrequency, 1e6L},
    {"GHz", D::kFrequency, 1e9L},
    {"mol", D::kAmount},
    {"mmol", D::kAmount, 1e-3L},
    {"µmol", D::kAmount, 1e-6L},
    {"nmol", D::kAmount, 1e-9L},
    {"mM", D::kMolarity, 1e-3L},
    {"µM", D::kMolarity, 1e-6L},
    {"nM", D::kMolarity, 1e-9L},
    {"V", D::kVoltage},
    {"mV", D::kVoltage, 1e-3L},
    {"kV", D::kVoltage, 1e3L},
    {"A", D::kCurrent},
    {"mA", D::kCurrent, 1e-3L},
    {"ppm", D::kParts},
    {"ppb", D::kParts, 1e-3L},
    {"dB", D::kOther},
    {"IU", D::kOther},
    {"rpm", D::kOther},
    {"bpm", D::kOther},
    {"°", D::kOther},
    {"USD", D::kMoney},
    {"EUR", D::kMoney},
    {"GBP", D::kMoney},
    {"CHF", D::kMoney},
    {"JPY", D::kMoney},
    {"CNY", D::kMoney},
    {"INR", D::kMoney},
    {"CAD", D::kMoney},
    {"AUD", D::kMoney},
    {"KRW", D::kMoney},
    {"RUB", D::kMoney},
    {"BRL", D::kMoney},
    {"MXN", D::kMoney},
    {"SEK", D::kMoney},
    {"NOK", D::kMoney},
    {"DKK", D::kMoney},
    {"PLN", D::kMoney},
    {"TRY", D::kMoney},
    {"ZAR", D::kMoney},
    {"DEM", D::kMoney},
    {"FRF", D::kMoney},
    {"ITL", D::kMoney},
    {"ESP", D::kMoney},
    {"peso", D::kMoney},
    {"krone", D::kMoney},
    {"cent", D::kMoney},
};

/// Other spellings of signs; the names above are signs themselves unless they are words.
constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"μg", "µg"},    {"mcg", "µg"},    {"ug", "µg"},     {"mL", "ml"},     {"L", "l"},
    {"dL", "dl"},    {"cL", "cl"},     {"μl", "µl"},     {"µL", "µl"},     {"μL", "µl"},
    {"m3", "m³"},    {"cm3", "cm³"},   {"km3", "km³"},   {"cc", "cm³"},    {"m2", "m²"},
    {"km2", "km²"},  {"cm2", "cm²"},   {"mm2", "mm²"},   {"mm3", "mm³"},   {"μm", "µm"},
    {"Km", "km"},    {"KM", "km"},     {"Kg", "kg"},     {"KG", "kg"},     {"mi", "mile"},
    {"lbs", "lb"},   {"℃", "°C"},      {"℉", "°F"},      {"hr", "h"},      {"hrs", "h"},
    {"sec", "s"},    {"secs", "s"},    {"mins", "min"},  {"KB", "kB"},     {"kph", "km/h"},
    {"kmh", "km/h"}, {"mmhg", "mmHg"}, {"μmol", "µmol"}, {"μM", "µM"},     {"kHz", "kHz"},
    {"KW", "kW"},    {"kwh", "kWh"},   {"KWh", "kWh"},   {"Mbps", "Mbit"}, {"Gbps", "Gbit"},
    {"pct", "%"},    {"$", "USD"},     {"US$", "USD"},   {"€", "EUR"},     {"£", "GBP"},
    {"¥", "JPY"},    {"₹", "INR"},     {"₩", "KRW"},     {"₽", "RUB"},     {"₺", "TRY"},
    {"C$", "CAD"},   {"A$", "AUD"},    {"R$", "BRL"},    {"sFr", "CHF"},   {"Fr", "CHF"},
    {"kr", "krone"}, {"¢", "cent"},    {"％", "%"},      {"DM", "DEM"},    {"UI", "IU"},
    {"MMT", "Mt"},   {"yr", "year"},   {"yrs", "year"},  {"Std", "h"},     {"Stdn", "h"},
    {"Min", "min"},  {"Sek", "s"},     {"yo", "year"},
};

/// Names that are words of a language, not signs.
constexpr std::string_view kWords[] = {"mile",    "inch",  "acre",     "barrel",    "day",
                                       "week",    "month", "quarter",  "year",      "decade",
                                       "century", "clock", "semester", "fortnight", "peso",
                                       "krone",   "cent",  "TRY",      "bar"};

using UnitMap = std::unordered_map<std::string_view, const Unit*>;

const UnitMap& ByName() {
  static const UnitMap kMap = [] {
    UnitMap map;
    for (const Unit& unit : kUnits) map.emplace(unit.name, &unit);
    return map;
  }();
  return kMap;
}

const UnitMap& BySign() {
  static const UnitMap kMap = [] {
    UnitMap map = ByName();
    for (const std::string_view word : kWords) map.erase(word);
    for (const auto& [sign, name] : kSigns) map.emplace(sign, ByName().at(name));
    return map;
  }();
  return kMap;
}

const Unit* Find(const UnitMap& map, std::string_view key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : found->second;
}

}  // namespace

const Unit* UnitByName(std::string_view name) { return Find(ByName(), name); }

const Unit* UnitBySign(std::string_view sign) { return Find(BySign(), sign); }

bool SameQuantity(const Unit* a, const Unit* b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || a->dimension != b->dimension) return false;
  return a->dimension != Dimension::kMoney && a->dimension != Dimension::kOther;
}

}  // namespace gloss
