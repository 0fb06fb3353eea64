// Who reads and writes which memory, over the whole process: leases that launches hold while they are in
// flight.
//
// Two launches conflict if one writes an element that the other reads or writes. The second one is refused:
// which of them came first would decide its result. Ranges are compared as sets of elements, like the
// arguments of one launch (element_set.h), so that launches on different rows, or different columns, of one
// array go side by side.
#pragma once

#include "runtime/element_set.h"
#include "runtime/wait_word.h"

#include <vector>

namespace tile_simd {

struct LeasedRange {
  ElementSet set;
  bool written;
  unsigned param; // what a conflict names
};

/// What one launch, or a batch of them in order, holds. Its ranges must not change while it is held.
class Lease {
public:
  std::vector<LeasedRange> ranges;

private:
  friend class LeaseTable;
  Lease *previous_ = nullptr, *next_ = nullptr;
};

class LeaseTable {
public:
  /// The table of this process; empty in a child of fork().
  static LeaseTable &current();

  /// Holds `lease`, unless one of its ranges conflicts with another lease's; then `range` is its index.
  bool acquire(Lease &lease, unsigned &range);
  void release(Lease &lease);

private:
  ShortLock lock_;
  Lease *first_ = nullptr;
};

} // namespace tile_simd
