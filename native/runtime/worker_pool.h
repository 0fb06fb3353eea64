// A limit on the process-wide threads (team.h): how many of them work for its launches at the same time, how
// long they wait before they sleep, and what they did.
//
// The calling thread is worker 0 of a launch that it waits for, and up to workers - 1 threads join it. Work
// that nobody waits for (post) takes up to `workers` threads. Thread-safe; several environments share the
// default pool.
#pragma once

#include "runtime/wait_word.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

namespace tile_simd {

class Team;
class WorkerPool;

constexpr unsigned maxPoolWorkers = 256;

/// Tasks 0 to tasks - 1, to be run in any order, by several threads at the same time.
struct SharedWork {
  uint64_t tasks;
  /// Threads at most, the caller included.
  unsigned participants;
  /// Runs a task; returns how many blocks it was, for the statistics.
  uint64_t (*run)(void *context, uint64_t task);
  /// Once on every thread before its first task; a thread where it fails takes none. May be null.
  bool (*prepare)(void *context) = nullptr;
  void *context;
  /// Once it is set, no further task begins. May be null.
  const std::atomic<bool> *cancelled = nullptr;
};

/// Work that nobody waits for. Owned by whoever posts it, until run() has returned: it may delete itself
/// there.
class PostedWork {
public:
  virtual ~PostedWork() = default;
  virtual void run() = 0;

private:
  friend class Team;
  PostedWork *next_ = nullptr;
  std::shared_ptr<WorkerPool> pool_;
};

struct PoolStats {
  uint64_t launches;             // parallel ones: what stays on the caller's thread costs no count
  uint64_t wakeUps;              // of threads that slept
  std::chrono::nanoseconds idle; // that launching threads waited for others at the end
  std::vector<uint64_t> blocks;  // by worker; 0 is the launching thread
};

class WorkerPool {
public:
  /// `workers` from 1 to maxPoolWorkers, more than there are cores if the caller likes. `spin`: how long a
  /// thread of its launches waits for more work before it sleeps.
  WorkerPool(unsigned workers, std::chrono::nanoseconds spin);
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  unsigned workers() const { return workers_; }
  std::chrono::nanoseconds spin() const { return spin_; }

  /// Runs all tasks on this thread and others, and returns when all are done (or cancelled) and their writes
  /// are visible here. False if not even this thread could prepare: then nothing ran.
  bool runShared(const SharedWork &work);

  /// Has `work` run on a thread of the process; in the order of posting, several at the same time. False
  /// where no thread can be had: then the work is still the caller's.
  static bool post(std::shared_ptr<WorkerPool> pool, PostedWork *work);

  /// What launchOn does with every launch that it shares.
  void countLaunch() { launches_.fetch_add(1, std::memory_order_relaxed); }
  PoolStats stats() const;

private:
  friend class Team;

  struct alignas(64) Counter {
    std::atomic<uint64_t> value{0};
  };

  const unsigned workers_;
  const std::chrono::nanoseconds spin_;
  std::atomic<uint64_t> launches_{0}, wakeUps_{0}, idleNanoseconds_{0};
  const std::unique_ptr<Counter[]> blocks_;

  /// Threads of the team that work for this pool. Grows under the team's lock alone; whoever is done looks at
  /// the board next, so nothing waits there for a number that nobody reads.
  std::atomic<unsigned> busy_{0};
  // Under the team's lock.
  Team *team_ = nullptr;
  PostedWork *firstPosted_ = nullptr, *lastPosted_ = nullptr;
  bool isListed_ = false; // among the team's pools with posted work
};

/// 50 microseconds: several times what a launch from JavaScript takes, and nothing that shows in a load
/// average.
constexpr std::chrono::microseconds defaultSpin{50};

} // namespace tile_simd
