#pragma once

#include <cstddef>
#include <optional>

#include "text/figures.h"
#include "text/figures_value.h"

namespace gloss {

/// A date and the token after it.
struct DateRead {
  FigureDate date;
  size_t end = 0;
  int last_day = 0;  ///< Of "June 14–16, 2026": 16.
  size_t last_day_at = 0;
};

/// The date, month, weekday, decade or century that begins at `at`: "14 June 2026", "14.06.2026",
/// "2026-06-14", "June 14th", "1er mai", "the 1990s", "siglo XIX", "Monday". Years alone are left
/// to YearAt.
std::optional<DateRead> ReadDate(const FigureReader& reader, size_t at);

/// The day that shares the month of a date after it: the "14" of "14 and 16 June", "14–16 June".
std::optional<DateRead> ReadSharedDay(const FigureReader& reader, size_t at);

/// Four digits from 1000 to 2100 at `at`; 0 when there are none.
int YearAt(const FigureReader& reader, size_t at);

/// A time of day in minutes: "10:30", "5 p.m.", "10.30 Uhr", "17h30".
struct ClockRead {
  long double minutes = 0;
  size_t end = 0;
};
std::optional<ClockRead> ReadClock(const FigureReader& reader, size_t at);

}  // namespace gloss
