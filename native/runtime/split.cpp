#include "runtime/split.h"

#include "runtime/launch_record.h"
#include "runtime/task_ranges.h"

#include <algorithm>

namespace tile_simd {

/// Enough for the last of them to end at about the same time, on cores that are not equally fast.
constexpr uint64_t tasksPerWorker = 16;

static uint64_t divideUp(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }

static uint64_t product(uint64_t a, uint64_t b) {
  uint64_t result;
  return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
}

static uint64_t roundUp(uint64_t value, uint64_t step) { return product(divideUp(value, step), step); }

uint32_t phaseOf(const SplitUnit &unit, uint64_t units, unsigned workers) {
  return units > product(unit.inCache, workers) ? pastCachePhase : cachedPhase;
}

uint64_t unitsForCaller(const SplitRequest &request) {
  if (request.workers > 0)
    return request.workers == 1 ? UINT64_MAX : 0;
  return divideUp(product(request.rule.leastWorkPerWorker, 2), request.unit.work) - 1;
}

Split splitUnits(const SplitRequest &request, uint64_t units, unsigned available) {
  const auto [unit, rule, grain, fixed] = request;
  unsigned workers = 1;
  if (units > unitsForCaller(request)) // so that there is work for two at least
    workers =
        fixed > 0
            ? std::min(fixed, available)
            : unsigned(std::min<uint64_t>(available, product(units, unit.work) / rule.leastWorkPerWorker));

  // Above all the number of tasks has its limit.
  const uint64_t least = std::max<uint64_t>(divideUp(units, TaskRanges::maxTasks), 1);
  if (grain > 0)
    return {workers, std::max(product(grain, unit.perBlock), least)};

  const uint64_t forBalance = divideUp(units, product(workers, tasksPerWorker));
  const uint64_t forCost = divideUp(rule.leastWorkPerTask, unit.work);
  const uint64_t forEveryone = divideUp(units, workers);
  uint64_t perTask = std::max(least, std::min(std::max(forBalance, forCost), forEveryone));
  perTask = roundUp(perTask, perTask >= unit.perBlock ? unit.perBlock : unit.perPacket);
  return {workers, perTask};
}

} // namespace tile_simd
