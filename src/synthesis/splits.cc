#include "synthesis/splits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "synthesis/random_choice.h"

namespace gloss {
namespace {

constexpr int kMostShare = 10000;

std::vector<std::string> SideNames(size_t sides) {
  if (sides == 1) return {"train"};
  if (sides == 2) return {"train", "eval"};
  return {"train", "dev", "eval"};
}

}  // namespace

Result<std::vector<int>> ParseSplit(std::string_view text) {
  const Status wrong(
      StatusCode::kInvalidArgument,
      fmt::format("split \"{}\": expected shares of train and eval (3:7), of train, dev and eval "
                  "(8:1:1), or 1 for train alone",
                  text));
  std::vector<int> shares;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(':', begin), text.size());
    int share = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, share);
    if (error != std::errc() || stop != text.data() + end || share < 0 || share > kMostShare) {
      return wrong;
    }
    shares.push_back(share);
    begin = end + 1;
  }
  const bool none = std::all_of(shares.begin(), shares.end(), [](int share) { return share == 0; });
  if (none || shares.size() > 3) return wrong;
  return shares;
}

std::map<std::string, std::string> SplitDocuments(std::vector<std::string> documents,
                                                  const SplitOptions& options) {
  std::sort(documents.begin(), documents.end());
  documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  RandomChoice random(options.seed);
  random.Shuffle(documents);
  const std::vector<std::string> names = SideNames(options.shares.size());
  const int all = std::accumulate(options.shares.begin(), options.shares.end(), 0);
  std::map<std::string, std::string> sides;
  int shares_before = 0;
  size_t begin = 0;
  for (size_t side = 0; side < names.size(); ++side) {
    shares_before += options.shares[side];
    // Rounded at the borders, so that the sides add up.
    const size_t end =
        (documents.size() * static_cast<size_t>(shares_before) * 2 + static_cast<size_t>(all)) /
        (2 * static_cast<size_t>(all));
    for (; begin < end; ++begin) sides[documents[begin]] = names[side];
  }
  return sides;
}

}  // namespace gloss
