#include "runtime/worker_pool.h"

#include "runtime/team.h"

#include <algorithm>

namespace tile_simd {

WorkerPool::WorkerPool(unsigned workers, std::chrono::nanoseconds spin)
    : workers_(std::clamp(workers, 1U, maxPoolWorkers)), spin_(spin), blocks_(new Counter[workers_]) {}

bool WorkerPool::runShared(const SharedWork &work) { return Team::current().runShared(*this, work); }

bool WorkerPool::post(std::shared_ptr<WorkerPool> pool, PostedWork *work) {
  return Team::current().post(std::move(pool), work);
}

PoolStats WorkerPool::stats() const {
  PoolStats stats{launches_, wakeUps_, std::chrono::nanoseconds(idleNanoseconds_), {}};
  for (unsigned i = 0; i < workers_; ++i)
    stats.blocks.push_back(blocks_[i].value.load(std::memory_order_relaxed));
  return stats;
}

} // namespace tile_simd
