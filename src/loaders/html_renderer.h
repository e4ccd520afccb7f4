#pragma once

#include "base/status.h"
#include "loaders/document_builder.h"
#include "loaders/html_tree.h"
#include "loaders/loader.h"

namespace gloss {

struct HtmlRenderOptions {
  /// Navigation, and headers, footers and asides of the page (not of an article), become furniture.
  bool mark_furniture = true;
  /// Kind of text outside of any element that says otherwise.
  BlockKind kind = BlockKind::kParagraph;
};

/// Appends what a reader sees of the page to the document: visible text in source order, white
/// space collapsed, one block an element that a browser would show as one; headings, list items,
/// table cells with row and column, captions, code and quotes by their elements. Sets the title
/// from <title>. A small number in <sup> becomes Unicode superscripts, so that 10<sup>6</sup> stays
/// a different number than 106. The walk is iterative; deeper than limits.max_nesting is an error.
/// Errors: kTooLarge, kCancelled. Thread-safe on different builders.
Status RenderHtml(const HtmlTree& tree, const HtmlRenderOptions& render, const LoadOptions& options,
                  DocumentBuilder& builder);

}  // namespace gloss
