#pragma once

#include <gumbo.h>

#include <chrono>
#include <memory>
#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"

namespace gloss {

/// A parsed page. Gumbo follows the HTML standard's parsing algorithm, which takes quadratic time
/// on deep trees, and its own clean-up is recursive; so all its memory is taken through an
/// allocator that counts bytes, looks at the clock and the stop token, and is freed without a walk.
/// Not thread-safe; different trees are independent.
class HtmlTree {
 public:
  /// When the work on one document has to be done.
  using Deadline = std::chrono::steady_clock::time_point;

  /// `html` must be valid UTF-8 and outlive the tree. Memory is limited by
  /// limits.max_expanded_bytes. Errors: kTooLarge, kTimeout, kCancelled.
  static Result<HtmlTree> Parse(std::string_view html, const LoadOptions& options,
                                Deadline deadline);

  HtmlTree(HtmlTree&&) noexcept;
  HtmlTree& operator=(HtmlTree&&) noexcept;
  ~HtmlTree();

  const GumboNode& document() const { return *document_; }

  /// limits.max_seconds from now.
  static Deadline DeadlineFor(const LoadOptions& options);

 private:
  class Memory;
  explicit HtmlTree(std::unique_ptr<Memory> memory);

  std::unique_ptr<Memory> memory_;
  const GumboNode* document_ = nullptr;
};

}  // namespace gloss
