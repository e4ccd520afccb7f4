#include "loaders/html_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

/// Elements that stay open until they are closed, and whose start tags make gumbo search all open
/// elements.
constexpr std::array<std::string_view, 16> kContainers = {
    "div",   "section", "article", "blockquote", "ul",  "ol",     "dl",      "table",
    "aside", "center",  "header",  "footer",     "nav", "figure", "details", "main"};
/// Pages that are meant to be read don't come near; at this depth gumbo still takes milliseconds.
constexpr int kAbsurdFactor = 10;

bool IsContainer(std::string_view name) {
  return std::any_of(kContainers.begin(), kContainers.end(),
                     [name](std::string_view container) { return EqualsLower(name, container); });
}

/// Most containers open at once, as far as tags tell; comments and scripts are skipped.
int DeepestTags(std::string_view html) {
  int depth = 0;
  int deepest = 0;
  for (size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::string_view tag = html.substr(at + 1);
    if (tag.starts_with("!--")) {
      at = std::min(html.find("-->", at), html.size() - 1);
      continue;
    }
    const bool closes = tag.starts_with('/');
    const std::string_view from_name = tag.substr(closes ? 1 : 0, 12);
    const std::string_view name =
        from_name.substr(0, std::min(from_name.find_first_of(" \t\r\n\f/>"), from_name.size()));
    if (!closes && EqualsLower(name, "script")) {
      at = std::min(html.find("</", at), html.size() - 1) - 1;
    } else if (IsContainer(name)) {
      depth = closes ? std::max(0, depth - 1) : depth + 1;
      deepest = std::max(deepest, depth);
    }
  }
  return deepest;
}

}  // namespace

/// Every allocation of one parse, as a doubly linked list. When a limit is reached it jumps out of
/// gumbo, which holds nothing but memory from here.
class HtmlTree::Memory {
 public:
  Memory(const LoadOptions& options, Deadline deadline) : options_(options), deadline_(deadline) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    while (first_ != nullptr) std::free(std::exchange(first_, first_->next));
  }

  /// Null when a limit ended the parse; failure() then says which.
  GumboOutput* Parse(std::string_view html) {
    GumboOptions gumbo = kGumboDefaultOptions;
    gumbo.allocator = &Memory::Allocate;
    gumbo.deallocator = &Memory::Free;
    gumbo.userdata = this;
    gumbo.max_errors = 0;
    return ParseOrJumpBack(gumbo, html);
  }

  const Status& failure() const { return failure_; }

 private:
  struct alignas(std::max_align_t) Header {
    Header* previous;
    Header* next;
    size_t bytes;
  };

  /// Nothing in this frame has a destructor: jumping back to it skips none.
  GumboOutput* ParseOrJumpBack(const GumboOptions& gumbo, std::string_view html) {
    if (setjmp(escape_) != 0) return nullptr;
    return gumbo_parse_with_options(&gumbo, html.data(), html.size());
  }

  static void* Allocate(void* self, size_t bytes) {
    return static_cast<Memory*>(self)->AllocateBytes(bytes);
  }

  void* AllocateBytes(size_t bytes) {
    CheckLimits(bytes);
    auto* header = static_cast<Header*>(std::malloc(sizeof(Header) + bytes));
    if (header == nullptr) {
      failure_ = {StatusCode::kTooLarge, "its HTML needs more memory than there is"};
      std::longjmp(escape_, 1);
    }
    header->previous = nullptr;
    header->next = first_;
    header->bytes = bytes;
    if (first_ != nullptr) first_->previous = header;
    first_ = header;
    total_ += sizeof(Header) + bytes;
    return header + 1;
  }

  static void Free(void* self, void* pointer) {
    if (pointer == nullptr) return;
    auto* memory = static_cast<Memory*>(self);
    Header* header = static_cast<Header*>(pointer) - 1;
    if (header->previous != nullptr) header->previous->next = header->next;
    if (header->next != nullptr) header->next->previous = header->previous;
    if (memory->first_ == header) memory->first_ = header->next;
    memory->total_ -= sizeof(Header) + header->bytes;
    std::free(header);
  }

  /// Gumbo allocates for every tag, and no step between two tags takes long.
  void CheckLimits(size_t bytes) {
    if (bytes > options_.limits.max_expanded_bytes ||
        total_ > options_.limits.max_expanded_bytes - bytes) {
      failure_ = {StatusCode::kTooLarge,
                  fmt::format("its HTML needs more than the limit of {} bytes when it is parsed",
                              options_.limits.max_expanded_bytes)};
    } else if (++calls_ % 64 != 0) {
      return;
    } else if (options_.stop.stop_requested()) {
      failure_ = {StatusCode::kCancelled, "loading was stopped"};
    } else if (std::chrono::steady_clock::now() > deadline_) {
      failure_ = {StatusCode::kTimeout,
                  fmt::format("its HTML could not be parsed within {} s (very deep nesting?)",
                              options_.limits.max_seconds)};
    } else {
      return;
    }
    std::longjmp(escape_, 1);
  }

  const LoadOptions& options_;
  const Deadline deadline_;
  std::jmp_buf escape_{};
  Status failure_;
  Header* first_ = nullptr;
  size_t total_ = 0;
  size_t calls_ = 0;
};

HtmlTree::HtmlTree(std::unique_ptr<Memory> memory) : memory_(std::move(memory)) {}
HtmlTree::HtmlTree(HtmlTree&&) noexcept = default;
HtmlTree& HtmlTree::operator=(HtmlTree&&) noexcept = default;
HtmlTree::~HtmlTree() = default;

HtmlTree::Deadline HtmlTree::DeadlineFor(const LoadOptions& options) {
  return std::chrono::steady_clock::now() + std::chrono::seconds(options.limits.max_seconds);
}

Result<HtmlTree> HtmlTree::Parse(std::string_view html, const LoadOptions& options,
                                 Deadline deadline) {
  if (DeepestTags(html) / kAbsurdFactor > options.limits.max_nesting) {
    return Status(StatusCode::kTooLarge, fmt::format("its elements are nested more than {} deep",
                                                     options.limits.max_nesting));
  }
  HtmlTree tree(std::make_unique<Memory>(options, deadline));
  GumboOutput* output = tree.memory_->Parse(html);
  if (output == nullptr) return tree.memory_->failure();
  tree.document_ = output->document;
  return tree;
}

}  // namespace gloss
