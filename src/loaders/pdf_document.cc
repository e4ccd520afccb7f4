#include "loaders/pdf_document.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loaders/ascii.h"
#include "loaders/document_builder.h"
#include "loaders/pdf_block_text.h"
#include "loaders/pdf_blocks.h"
#include "loaders/pdf_columns.h"
#include "loaders/pdf_furniture.h"
#include "loaders/pdf_glyphs.h"
#include "loaders/pdf_hyphenation.h"
#include "loaders/pdf_orientation.h"

namespace gloss {
namespace {

constexpr double kClearlyLarger = 1.25;
constexpr size_t kSpoiltWarning = 3;
constexpr double kUnreadableWarning = 0.05;  ///< Share of letters from which on a reader is warned.

/// "3, 5 to 9 and 12": page numbers with runs drawn together; long lists are cut.
std::string ListPages(const std::vector<int>& pages) {
  std::vector<std::string> runs;
  for (size_t begin = 0; begin < pages.size();) {
    size_t end = begin + 1;
    while (end < pages.size() && pages[end] == pages[end - 1] + 1) ++end;
    runs.push_back(end - begin == 1 ? std::to_string(pages[begin])
                                    : fmt::format("{} to {}", pages[begin], pages[end - 1]));
    begin = end;
  }
  constexpr size_t kMaxRuns = 12;
  if (runs.size() > kMaxRuns) {
    runs.resize(kMaxRuns);
    return fmt::format("{} and more", fmt::join(runs, ", "));
  }
  const std::string last = std::move(runs.back());
  runs.pop_back();
  return runs.empty() ? last : fmt::format("{} and {}", fmt::join(runs, ", "), last);
}

/// Titles that a program set and not an author.
bool IsMeaninglessTitle(std::string_view title) {
  static constexpr std::string_view kMeaningless[] = {
      "untitled", "microsoft word - ", "microsoft powerpoint - ", "powerpoint presentation",
      "unknown",  "(anonymous)",       "(unspecified)",           "title",
      "document"};
  for (const std::string_view start : kMeaningless) {
    const bool is_start = start.ends_with("- ");
    if (is_start ? StartsWithLower(title, start) : EqualsLower(title, start)) return true;
  }
  static constexpr std::string_view kFileEndings[] = {".pdf",  ".doc", ".docx", ".tex", ".dvi",
                                                      ".indd", ".qxd", ".ps",   ".rtf"};
  for (const std::string_view ending : kFileEndings) {
    if (title.size() > ending.size() &&
        EqualsLower(title.substr(title.size() - ending.size()), ending)) {
      return true;
    }
  }
  return title.find_first_not_of(" -_.") == std::string_view::npos;
}

class PdfDocumentMaker {
 public:
  explicit PdfDocumentMaker(const LoadOptions& options) : options_(options), builder_(options) {}

  Result<Document> Make(PdfText text) {
    builder_.SetPageCount(static_cast<int>(text.pages.size()));
    GLOSS_RETURN_IF_ERROR(CheckText(text));
    std::vector<PdfPageLayout> pages;
    for (PdfPage& page : text.pages) {
      if (page.lines.empty()) continue;
      PdfPageLayout layout;
      layout.number = page.number;
      layout.others = SplitByOrientation(std::move(page));
      layout.body = std::move(layout.others.front());
      layout.others.erase(layout.others.begin());
      pages.push_back(std::move(layout));
    }
    TakeOutFurniture(pages);
    GLOSS_ASSIGN_OR_RETURN(const std::vector<PdfBlock> blocks, MakeBlocks(pages));
    GLOSS_RETURN_IF_ERROR(AppendBlocks(blocks));
    GLOSS_RETURN_IF_ERROR(AppendFurniture(pages));
    SetTitle(text.title, blocks);
    return builder_.Finish("application/pdf");
  }

 private:
  Status CheckText(PdfText& text) {
    std::vector<int> empty_pages;
    for (const PdfPage& page : text.pages) {
      if (page.lines.empty()) empty_pages.push_back(page.number);
    }
    const size_t count = text.pages.size();
    if (empty_pages.size() == count) {
      return {StatusCode::kNoText,
              fmt::format("{} {}, none has text: it looks like a scan; run OCR on it first", count,
                          count == 1 ? "page" : "pages")};
    }
    if (!empty_pages.empty()) {
      builder_.AddWarning(fmt::format("no text on {} {} of {} (pictures or scans are not read)",
                                      empty_pages.size() == 1 ? "page" : "pages",
                                      ListPages(empty_pages), count));
    }
    if (const double share = UnreadableShare(text); share >= kUnreadableWarning) {
      builder_.AddWarning(fmt::format(
          "{:.0f} % of the text is unreadable: fonts in it have no map to Unicode", 100 * share));
    }
    if (const size_t spoilt = CountSpoiltWords(text); spoilt >= kSpoiltWarning) {
      builder_.AddWarning(fmt::format(
          "{} words hold signs in the place of letters: a font in it maps ligatures wrongly",
          spoilt));
    }
    if (RestoreRightToLeftWords(text)) {
      builder_.AddWarning("text that runs right to left: letters may be out of order in places");
    }
    return Status::Ok();
  }

  Status CheckStop() const {
    if (options_.stop.stop_requested()) return {StatusCode::kCancelled, "loading was stopped"};
    return Status::Ok();
  }

  Result<std::vector<PdfBlock>> MakeBlocks(std::vector<PdfPageLayout>& pages) {
    PdfStyle style;
    style.body_height = BodyHeight(pages);
    std::vector<PdfPlacedStrip> strips;
    for (PdfPageLayout& page : pages) {
      GLOSS_RETURN_IF_ERROR(CheckStop());
      page.others.insert(page.others.begin(), std::move(page.body));
      for (OrientedLines& group : page.others) {
        for (PdfStrip& strip : OrderIntoStrips(std::move(group))) {
          strips.push_back({page.number, std::move(strip)});
        }
      }
    }
    style.line_pitch = UsualLinePitch(strips);
    std::vector<PdfBlock> blocks;
    for (size_t i = 0; i < strips.size(); ++i) {
      GLOSS_RETURN_IF_ERROR(CheckStop());
      for (PdfBlock& block : CutIntoBlocks(std::move(strips[i].strip), style)) {
        block.page = strips[i].page;
        block.strip = i;
        blocks.push_back(std::move(block));
      }
    }
    SetHeadingLevels(blocks, style);
    JoinContinuations(blocks);
    return blocks;
  }

  Status AppendBlocks(const std::vector<PdfBlock>& blocks) {
    const LineJoiner joiner(blocks);
    for (const PdfBlock& block : blocks) {
      PdfBlockText written = WriteBlock(block, joiner);
      GLOSS_RETURN_IF_ERROR(builder_.AppendBlock(
          written.text, {block.kind, block.heading_level, std::nullopt}, std::move(written.boxes)));
    }
    return Status::Ok();
  }

  Status AppendFurniture(const std::vector<PdfPageLayout>& pages) {
    const LineJoiner joiner({});
    for (const PdfPageLayout& page : pages) {
      for (const std::vector<PdfLine>& row : page.furniture) {
        PdfBlock block;
        block.lines = row;
        block.is_row = true;
        PdfBlockText written = WriteBlock(block, joiner);
        GLOSS_RETURN_IF_ERROR(builder_.AppendBlock(
            written.text, {BlockKind::kFurniture, 0, std::nullopt}, std::move(written.boxes)));
      }
    }
    return Status::Ok();
  }

  /// The metadata's title, else the highest heading of the first page with text.
  void SetTitle(const std::string& metadata, const std::vector<PdfBlock>& blocks) {
    if (!metadata.empty() && !IsMeaninglessTitle(metadata)) {
      builder_.SetTitle(metadata);
      return;
    }
    const PdfBlock* best = nullptr;
    for (const PdfBlock& block : blocks) {
      if (block.page != blocks.front().page) break;
      if (block.kind != BlockKind::kHeading) continue;
      // The first heading is the title unless another one is clearly larger.
      if (best == nullptr || block.height > kClearlyLarger * best->height) best = &block;
    }
    if (best != nullptr) builder_.SetTitle(WriteBlock(*best, LineJoiner({})).text);
  }

  const LoadOptions& options_;
  DocumentBuilder builder_;
};

}  // namespace

Result<Document> MakePdfDocument(PdfText text, const LoadOptions& options) {
  return PdfDocumentMaker(options).Make(std::move(text));
}

}  // namespace gloss
