#include "runtime/task_ranges.h"

namespace tile_simd {

static uint64_t boundsOf(uint64_t next, uint64_t end) { return end << 32 | next; }
static uint64_t nextOf(uint64_t bounds) { return bounds & UINT32_MAX; }
static uint64_t endOf(uint64_t bounds) { return bounds >> 32; }

void TaskRanges::deal(uint64_t tasks, unsigned participants) {
  if (participants > capacity_) {
    ranges_.reset(new Range[participants]);
    capacity_ = participants;
  }
  count_ = participants;
  for (unsigned i = 0; i < participants; ++i) // no overflow: 32 bits by a few
    ranges_[i].bounds.store(boundsOf(tasks * i / participants, tasks * (i + 1) / participants),
                            std::memory_order_relaxed);
}

bool TaskRanges::takeFront(Range &range, uint64_t &task) {
  uint64_t bounds = range.bounds.load(std::memory_order_relaxed);
  while (nextOf(bounds) < endOf(bounds)) {
    task = nextOf(bounds);
    if (range.bounds.compare_exchange_weak(bounds, bounds + 1, std::memory_order_relaxed))
      return true;
  }
  return false;
}

bool TaskRanges::takeBack(Range &range, uint64_t &task) {
  uint64_t bounds = range.bounds.load(std::memory_order_relaxed);
  while (nextOf(bounds) < endOf(bounds)) {
    task = endOf(bounds) - 1;
    if (range.bounds.compare_exchange_weak(bounds, boundsOf(nextOf(bounds), task), std::memory_order_relaxed))
      return true;
  }
  return false;
}

bool TaskRanges::take(unsigned participant, uint64_t &task) {
  if (takeFront(ranges_[participant], task))
    return true;
  for (unsigned i = 1; i < count_; ++i)
    if (takeBack(ranges_[(participant + i) % count_], task))
      return true;
  return false;
}

bool TaskRanges::hasMore() const {
  for (unsigned i = 0; i < count_; ++i) {
    const uint64_t bounds = ranges_[i].bounds.load(std::memory_order_relaxed);
    if (nextOf(bounds) < endOf(bounds))
      return true;
  }
  return false;
}

} // namespace tile_simd
