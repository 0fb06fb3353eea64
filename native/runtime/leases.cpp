#include "runtime/leases.h"

#include "runtime/process_wide.h"

#include <mutex>

namespace tile_simd {

LeaseTable &LeaseTable::current() { return ProcessWide<LeaseTable>::get(); }

static bool conflict(const LeasedRange &a, const LeasedRange &b) {
  return (a.written || b.written) && !areDisjoint(a.set, b.set);
}

bool LeaseTable::acquire(Lease &lease, unsigned &range) {
  std::lock_guard<ShortLock> lock(lock_);
  for (const Lease *other = first_; other; other = other->next_)
    for (unsigned i = 0; i < lease.ranges.size(); ++i)
      for (const LeasedRange &held : other->ranges)
        if (conflict(lease.ranges[i], held)) {
          range = i;
          return false;
        }
  lease.previous_ = nullptr;
  lease.next_ = first_;
  if (first_)
    first_->previous_ = &lease;
  first_ = &lease;
  return true;
}

void LeaseTable::release(Lease &lease) {
  std::lock_guard<ShortLock> lock(lock_);
  (lease.previous_ ? lease.previous_->next_ : first_) = lease.next_;
  if (lease.next_)
    lease.next_->previous_ = lease.previous_;
}

} // namespace tile_simd
