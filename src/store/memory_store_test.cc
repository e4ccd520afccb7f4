#include "store/memory_store.h"

#include "store/result_cache_cases.h"
#include "store/run_history_cases.h"

namespace gloss::testing {

INSTANTIATE_TEST_SUITE_P(Memory, ResultCacheCases, ::testing::Values([] {
                           return CacheUnderTest{
                               std::make_unique<MemoryResultCache>(uint64_t{1} << 20), nullptr};
                         }));

INSTANTIATE_TEST_SUITE_P(Memory, RunHistoryCases,
                         ::testing::Values([](const HistoryLimits& limits) {
                           return HistoryUnderTest{std::make_unique<MemoryRunHistory>(limits),
                                                   nullptr};
                         }));

}  // namespace gloss::testing
