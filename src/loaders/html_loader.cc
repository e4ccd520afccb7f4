#include "loaders/html_loader.h"

#include <string>
#include <utility>

#include "loaders/document_builder.h"
#include "loaders/encoding.h"
#include "loaders/format.h"
#include "loaders/html_renderer.h"
#include "loaders/html_tree.h"

namespace gloss {
namespace {

Result<Document> Render(const HtmlTree& tree, bool mark_furniture,
                        std::vector<std::string> warnings, const LoadOptions& options) {
  DocumentBuilder builder(options);
  for (std::string& warning : warnings) builder.AddWarning(std::move(warning));
  HtmlRenderOptions render;
  render.mark_furniture = mark_furniture;
  GLOSS_RETURN_IF_ERROR(RenderHtml(tree, render, options, builder));
  return builder.Finish(MediaTypeOf(Format::kHtml));
}

}  // namespace

Result<Document> LoadHtml(std::string_view bytes, std::string_view declared_charset,
                          const LoadOptions& options) {
  const std::string declared =
      declared_charset.empty() ? DeclaredHtmlCharset(bytes) : std::string(declared_charset);
  GLOSS_ASSIGN_OR_RETURN(const DecodedText decoded, DecodeText(bytes, declared, options));
  GLOSS_ASSIGN_OR_RETURN(const HtmlTree tree,
                         HtmlTree::Parse(decoded.text, options, HtmlTree::DeadlineFor(options)));
  Result<Document> document = Render(tree, /*mark_furniture=*/true, decoded.warnings, options);
  // A page that is all navigation or header is read as it is.
  if (!document.ok() && document.status().code() == StatusCode::kNoText) {
    return Render(tree, /*mark_furniture=*/false, decoded.warnings, options);
  }
  return document;
}

}  // namespace gloss
