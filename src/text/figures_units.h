#pragma once

#include <cstdint>
#include <string_view>

namespace gloss {

/// What a unit measures. Values of one dimension can be compared, except where noted.
enum class Dimension : uint8_t {
  kNone,          ///< A count, or no unit.
  kPercent,       ///< Also fractions: a half is 50.
  kPercentPoint,  ///< Of percentages; not comparable with kPercent.
  kMass,          ///< Base: gram.
  kVolume,        ///< Base: litre.
  kLength,        ///< Base: metre.
  kArea,          ///< Base: square metre.
  kTemperature,   ///< Base: degree Celsius.
  kTime,          ///< Base: day.
  kClock,         ///< Time of day. Base: minute.
  kPower,         ///< Base: watt.
  kEnergy,        ///< Base: joule.
  kSpeed,         ///< Base: metre a second.
  kData,          ///< Base: byte.
  kPressure,      ///< Base: pascal.
  kFrequency,     ///< Base: hertz.
  kAmount,        ///< Base: mole.
  kMolarity,      ///< Base: mole a litre.
  kVoltage,       ///< Base: volt.
  kCurrent,       ///< Base: ampere.
  kParts,         ///< Parts per million. Base: ppm.
  kMoney,         ///< Comparable within one currency only.
  kOther,         ///< Comparable within one unit only: dB, IU, rpm.
};

struct Unit {
  std::string_view name;  ///< "mg", "EUR": one for all spellings.
  Dimension dimension = Dimension::kNone;
  long double factor = 1;  ///< Value in base units is value * factor + offset.
  long double offset = 0;
  /// Month, quarter, year …: of no exact number of days.
  bool calendar = false;
};

/// The unit of a name; nullptr when there is none. Units live as long as the program.
const Unit* UnitByName(std::string_view name);

/// The unit of a sign that is written the same in all languages ("mg", "MWh", "€", "USD"), as
/// written: "MW" is not "mW". Nullptr when it is none.
const Unit* UnitBySign(std::string_view sign);

/// True when values in the two units can be converted into each other. Nullptr is a plain number.
bool SameQuantity(const Unit* a, const Unit* b);

}  // namespace gloss
