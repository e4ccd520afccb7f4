#pragma once

#include <gumbo.h>

#include <string_view>

namespace gloss {

/// How an element takes part in the text of a page.
enum class HtmlRole {
  kInline,    ///< Its text flows on.
  kBlock,     ///< Starts and ends a block.
  kSkip,      ///< Not seen by a reader: scripts, styles, form values, embedded pages.
  kTitle,     ///< The page's title.
  kBreak,     ///< A line break.
  kRule,      ///< A break between paragraphs.
  kImage,     ///< Only its alternative text counts.
  kHeading,   ///< h1 to h6.
  kListItem,  ///< li, dt, dd.
  kTable,
  kRow,
  kCell,
  kCaption,      ///< caption, figcaption.
  kCode,         ///< pre and its older kin.
  kQuote,        ///< blockquote.
  kInlineQuote,  ///< q.
  kSuperscript,
  kRubyText,  ///< rt.
  kButton,    ///< Inline, but apart from its neighbours.
};

/// The role of an element by its name and its `display` style.
HtmlRole RoleOf(const GumboElement& element);

/// True when a reader doesn't see the element: hidden or (`heed_aria`) aria-hidden="true"
/// attribute; inline style with display:none, visibility:hidden, opacity:0 or font-size:0; a closed
/// dialog. Style sheets are not looked at.
bool IsHidden(const GumboElement& element, bool heed_aria);

/// The attribute's value; empty when it is missing.
std::string_view AttributeOf(const GumboElement& element, const char* name);
bool HasAttribute(const GumboElement& element, const char* name);

/// Compares the ARIA role (its first word) with one word in lower case.
bool HasAriaRole(const GumboElement& element, std::string_view role);

/// True when the element says that white space is kept (pre, or white-space: pre… in its style).
bool KeepsWhiteSpace(const GumboElement& element);

/// 1 to 6 for h1 to h6.
int HeadingLevelOf(const GumboElement& element);

/// A non-negative number attribute such as colspan, clamped to [low, high]; `fallback` when it is
/// missing or no number.
int NumberAttribute(const GumboElement& element, const char* name, int fallback, int high);

/// The name of an element that gumbo has no number for, as in the source, compared without case.
bool IsNamed(const GumboElement& element, std::string_view lower_name);

}  // namespace gloss
