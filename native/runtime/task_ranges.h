// Which task runs next: contiguous ranges of tasks with a preferred owner each.
//
// Tasks 0 to n - 1 are dealt out in order, one range to each participant. An owner takes its own from the
// front, so that it walks through memory; who has none left takes from the back of others' ranges, where the
// owner comes last. A task is taken exactly once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace tile_simd {

class TaskRanges {
public:
  static constexpr uint64_t maxTasks = UINT32_MAX;

  /// Deals `tasks` out, at most maxTasks. Nobody may take meanwhile.
  void deal(uint64_t tasks, unsigned participants);

  /// The next task of `participant`; false if none is left, its own or others'.
  bool take(unsigned participant, uint64_t &task);

  /// Whether there are tasks that nobody has taken.
  bool hasMore() const;

private:
  /// next in the lower half, end in the upper: both move by one exchange.
  struct alignas(64) Range {
    std::atomic<uint64_t> bounds{0};
  };
  static bool takeFront(Range &range, uint64_t &task);
  static bool takeBack(Range &range, uint64_t &task);

  std::unique_ptr<Range[]> ranges_;
  unsigned count_ = 0, capacity_ = 0;
};

} // namespace tile_simd
