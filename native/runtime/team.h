// The threads of the process: one team serves every pool and every JavaScript environment.
//
// Threads start when work first wants them and stay to the end of the process; nobody ever waits for them
// there. The team is never destroyed. A child of fork() has none of the threads: it gets a new, empty team.
//
// Work to be shared hangs on the board as a job, with the number of threads that are still wanted. A thread
// that has nothing to do looks at the board, joins a job (its caller is waiting, so this comes first) or
// takes posted work, and otherwise joins the idle list and waits, a little on the core and then asleep. Who
// hangs up work wakes two threads at most; each that joins wakes two more while threads are wanted and tasks
// are left. A job is done when its tasks are taken and every thread that joined has left; one that wakes too
// late finds nothing, and nobody waits for it.
//
// Everything here is under one lock, held for some dozen instructions at a time. Jobs are taken from a list
// and returned to it, never freed: a late wake finds a word to look at.
#pragma once

#include "runtime/task_ranges.h"
#include "runtime/worker_pool.h"

#include <memory>
#include <vector>

namespace tile_simd {

template <typename T> class ProcessWide;

class Team {
public:
  /// The team of this process.
  static Team &current();
  /// Differs in a child of fork() from what it was in the parent: work in flight then is in the parent alone.
  static unsigned generation();

  bool runShared(WorkerPool &pool, const SharedWork &work);
  bool post(std::shared_ptr<WorkerPool> owner, PostedWork *work);

  /// Threads that were started.
  unsigned threads();

private:
  friend class ProcessWide<Team>;
  struct Job;
  struct Worker;
  struct Assignment {
    Job *job = nullptr;
    unsigned slot = 0;
    PostedWork *posted = nullptr;
  };
  /// Threads to be woken once the lock is released.
  struct Wakes {
    static constexpr unsigned most = 2;
    Worker *workers[most];
    unsigned count = 0;
    WorkerPool *pool = nullptr;
  };

  Team();

  Job *openJob(WorkerPool &pool, const SharedWork &work, unsigned participants);
  void wakeFor(Job &job, Wakes &wakes);
  bool addIdle(WorkerPool &pool, unsigned target, Wakes &wakes);
  bool startThread();
  void adopt(WorkerPool &pool);
  Assignment next(Worker &self);
  Assignment find(Wakes &wakes);
  void closeJob(Job &job);

  static void *threadMain(void *worker);
  static void wake(const Wakes &wakes);

  ShortLock lock_;
  std::vector<Job *> open_; // those that want threads
  std::vector<Job *> free_;
  std::vector<WorkerPool *> posted_; // pools with work that nobody has taken
  std::vector<Worker *> idle_;       // the last one came last: its core is the warmest
  unsigned threads_ = 0;
  const unsigned spinners_; // threads that may wait on a core at the same time
  std::atomic<unsigned> spinning_{0};
};

} // namespace tile_simd
