#pragma once

#include <span>
#include <string_view>

namespace gloss {

/// What the sentence splitter knows about one language. All words are in lower case and without
/// their last full stop; an abbreviation of several parts is written without spaces ("z.b").
struct LanguageTable {
  std::string_view code;  ///< ISO 639-1; "" for the table of unknown languages.

  /// Never end a sentence: titles, "e.g.", "z. B.".
  std::span<const std::string_view> never;
  /// Abbreviations only before a number, a Roman number or a single letter: "No. 5", "p. 12".
  std::span<const std::string_view> before_number;
  /// May end a sentence: "U.S.", "Inc.", "Mio.". They do when a sentence opener follows.
  std::span<const std::string_view> may_end;
  /// Mostly end one when an upper-case letter follows ("etc."), and not before a number.
  std::span<const std::string_view> mostly_end;

  /// Words that, written with a capital, very probably begin a sentence.
  std::span<const std::string_view> openers;
  /// Words that are never the last of a sentence or heading: articles, prepositions, conjunctions.
  std::span<const std::string_view> connectors;
  /// Names of months: "3. Juni" is a date in languages that write ordinals with a full stop.
  std::span<const std::string_view> months;

  /// Ordinals are written "3." (German).
  bool dotted_ordinals = false;
};

/// The table of a language; the table of unknown languages when it has none of its own.
const LanguageTable& TableOf(std::string_view language);

// One file each: language_table_<code>.cc.
const LanguageTable& EnglishTable();
const LanguageTable& GermanTable();
const LanguageTable& SpanishTable();
const LanguageTable& FrenchTable();
const LanguageTable& ItalianTable();

}  // namespace gloss
