#include "runtime/team.h"

#include "runtime/cpu_budget.h"
#include "runtime/process_wide.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <new>
#include <pthread.h>

namespace tile_simd {

using std::chrono::nanoseconds;

/// How long a caller waits on its core for the last tasks of others.
constexpr std::chrono::microseconds joinSpin{50};

struct alignas(64) Team::Job {
  const SharedWork *work = nullptr;
  WorkerPool *pool = nullptr;
  TaskRanges ranges;
  // Under the lock.
  unsigned wanted = 0;   // threads that may still join
  unsigned uncalled = 0; // of these, as many as nobody was woken for
  unsigned nextSlot = 1; // the caller is participant 0
  /// Threads that joined and have not left; the highest bit: the caller sleeps.
  WaitWord inside{0};
  static constexpr uint32_t asleep = uint32_t(1) << 31;

  /// Takes tasks until none are left.
  void participate(unsigned slot) {
    const SharedWork &w = *work;
    if (!ranges.hasMore() || (w.prepare && !w.prepare(w.context)))
      return;
    uint64_t task, blocks = 0;
    while (!(w.cancelled && w.cancelled->load(std::memory_order_relaxed)) && ranges.take(slot, task))
      blocks += w.run(w.context, task);
    pool->blocks_[slot].value.fetch_add(blocks, std::memory_order_relaxed);
  }

  /// Neither job nor pool may be touched any more: the caller goes on.
  void leave() {
    pool->busy_.fetch_sub(1, std::memory_order_relaxed);
    if (inside.fetch_sub(1, std::memory_order_release) == (asleep | 1))
      wakeOne(inside);
  }

  /// Until every thread that joined has left; nobody joins any more.
  void join(nanoseconds spin) {
    if (spinUntil([this] { return inside.load(std::memory_order_acquire) == 0; }, spin))
      return;
    uint32_t value = inside.fetch_or(asleep, std::memory_order_acquire) | asleep;
    while (value != asleep) {
      waitWhile(inside, value);
      value = inside.load(std::memory_order_acquire);
    }
    inside.store(0, std::memory_order_relaxed);
  }
};

struct alignas(64) Team::Worker {
  enum : uint32_t { Waiting, Asleep, Called };

  explicit Worker(Team &team, unsigned number) : team(team), number(number) {}

  Team &team;
  const unsigned number;
  WaitWord state{Waiting};

  /// Returns when it was called.
  void wait(nanoseconds spin) {
    const auto isCalled = [this] { return state.load(std::memory_order_acquire) == Called; };
    bool called = false;
    if (spin.count() > 0) {
      if (team.spinning_.fetch_add(1, std::memory_order_relaxed) < team.spinners_)
        called = spinUntil(isCalled, spin);
      team.spinning_.fetch_sub(1, std::memory_order_relaxed);
    }
    uint32_t waiting = Waiting;
    if (!called && state.compare_exchange_strong(waiting, Asleep, std::memory_order_acquire))
      while (!isCalled())
        waitWhile(state, Asleep);
    state.store(Waiting, std::memory_order_relaxed); // nobody calls a thread that is not on the idle list
  }
  /// Whether it slept.
  bool call() {
    if (state.exchange(Called, std::memory_order_release) != Asleep)
      return false;
    wakeOne(state);
    return true;
  }
};

Team &Team::current() { return ProcessWide<Team>::get(); }

unsigned Team::generation() { return ProcessWide<Team>::generation(); }

Team::Team() : spinners_(cpuBudget().workers() - 1) {}

unsigned Team::threads() {
  std::lock_guard<ShortLock> lock(lock_);
  return threads_;
}

// Hanging up work.

Team::Job *Team::openJob(WorkerPool &pool, const SharedWork &work, unsigned participants) {
  if (free_.empty())
    free_.push_back(new Job);
  Job *job = free_.back();
  free_.pop_back();
  job->work = &work;
  job->pool = &pool;
  job->wanted = participants - 1;
  job->uncalled = participants - 1;
  job->nextSlot = 1;
  job->ranges.deal(work.tasks, participants);
  if (job->wanted > 0)
    open_.push_back(job);
  return job;
}

/// Wakes idle threads for a job, or starts some; the pool's limit counts the caller in.
void Team::wakeFor(Job &job, Wakes &wakes) {
  for (unsigned i = 0; i < Wakes::most && job.uncalled > 0; ++i) {
    if (!addIdle(*job.pool, job.pool->workers_ - 1, wakes))
      return;
    --job.uncalled;
  }
}

/// One idle thread more, started where there is none and the process has less than `target`. A thread that
/// was just started needs no call.
bool Team::addIdle(WorkerPool &pool, unsigned target, Wakes &wakes) {
  wakes.pool = &pool;
  if (idle_.empty())
    return threads_ < target && startThread();
  wakes.workers[wakes.count++] = idle_.back();
  idle_.pop_back();
  return true;
}

void Team::wake(const Wakes &wakes) {
  for (unsigned i = 0; i < wakes.count; ++i)
    if (wakes.workers[i]->call())
      wakes.pool->wakeUps_.fetch_add(1, std::memory_order_relaxed);
}

/// In a child of fork() the threads that the pool counts are not there.
void Team::adopt(WorkerPool &pool) {
  if (pool.team_ == this)
    return;
  pool.team_ = this;
  pool.busy_ = 0;
  pool.firstPosted_ = pool.lastPosted_ = nullptr;
  pool.isListed_ = false;
}

bool Team::runShared(WorkerPool &pool, const SharedWork &work) {
  // Here first: where this thread cannot run a task, no other shall have begun.
  if (work.prepare && !work.prepare(work.context))
    return false;
  const auto participants = unsigned(std::min<uint64_t>({work.participants, pool.workers_, work.tasks}));
  Wakes wakes;
  Job *job;
  {
    std::lock_guard<ShortLock> lock(lock_);
    adopt(pool);
    job = openJob(pool, work, std::max(participants, 1U));
    wakeFor(*job, wakes);
  }
  wake(wakes);

  job->participate(0);
  closeJob(*job);
  return true;
}

/// Nobody joins any more; waits for those who did.
void Team::closeJob(Job &job) {
  {
    std::lock_guard<ShortLock> lock(lock_);
    job.wanted = 0;
    open_.erase(std::remove(open_.begin(), open_.end(), &job), open_.end());
    if (job.inside.load(std::memory_order_acquire) == 0) {
      free_.push_back(&job);
      return;
    }
  }
  const auto start = std::chrono::steady_clock::now();
  job.join(joinSpin);
  const nanoseconds waited = std::chrono::steady_clock::now() - start;
  job.pool->idleNanoseconds_.fetch_add(uint64_t(waited.count()), std::memory_order_relaxed);
  std::lock_guard<ShortLock> lock(lock_);
  free_.push_back(&job);
}

bool Team::post(std::shared_ptr<WorkerPool> owner, PostedWork *work) {
  WorkerPool &pool = *owner;
  Wakes wakes;
  {
    std::lock_guard<ShortLock> lock(lock_);
    adopt(pool);
    if (pool.busy_ < pool.workers_)
      addIdle(pool, pool.workers_, wakes);
    if (threads_ == 0)
      return false;
    work->next_ = nullptr;
    work->pool_ = std::move(owner);
    (pool.firstPosted_ ? pool.lastPosted_->next_ : pool.firstPosted_) = work;
    pool.lastPosted_ = work;
    if (!pool.isListed_) {
      posted_.push_back(&pool);
      pool.isListed_ = true;
    }
  }
  wake(wakes);
  return true;
}

// Threads.

bool Team::startThread() {
  auto *worker = new Worker(*this, threads_);
  // Signals are for the threads of the host; faults of our own code are not maskable.
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  constexpr size_t stackBytes = size_t(2) << 20; // kernels take up to 64 KiB for each value that waits
  pthread_attr_setstacksize(&attributes, stackBytes);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, threadMain, worker) == 0;
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (started)
    ++threads_;
  else
    delete worker;
  return started;
}

void *Team::threadMain(void *argument) {
  Worker &self = *static_cast<Worker *>(argument);
  Team &team = self.team;
#if defined(__linux__)
  char name[16];
  std::snprintf(name, sizeof name, "tile-simd-%u", self.number);
  pthread_setname_np(pthread_self(), name);
#endif
  nanoseconds spin{0};
  for (;;) {
    const Assignment work = team.next(self);
    if (work.job) {
      spin = work.job->pool->spin_;
      work.job->participate(work.slot);
      work.job->leave();
    } else if (work.posted) {
      const std::shared_ptr<WorkerPool> pool = work.posted->pool_;
      spin = pool->spin_;
      work.posted->run();
      pool->busy_.fetch_sub(1, std::memory_order_relaxed);
    } else {
      self.wait(spin);
    }
  }
}

/// What to do next; if nothing, the thread is on the idle list.
Team::Assignment Team::next(Worker &self) {
  Wakes wakes;
  Assignment found;
  {
    std::lock_guard<ShortLock> lock(lock_);
    found = find(wakes);
    if (!found.job && !found.posted)
      idle_.push_back(&self);
  }
  wake(wakes);
  return found;
}

Team::Assignment Team::find(Wakes &wakes) {
  for (size_t i = 0; i < open_.size(); ++i) {
    Job &job = *open_[i];
    if (job.pool->busy_ >= job.pool->workers_)
      continue;
    const Assignment found{&job, job.nextSlot++, nullptr};
    ++job.pool->busy_;
    job.inside.fetch_add(1, std::memory_order_relaxed); // the lock orders it
    if (--job.wanted == 0)
      open_.erase(open_.begin() + ptrdiff_t(i));
    else if (job.ranges.hasMore())
      wakeFor(job, wakes);
    return found;
  }
  for (size_t i = 0; i < posted_.size(); ++i) {
    WorkerPool &pool = *posted_[i];
    if (pool.busy_ >= pool.workers_)
      continue;
    PostedWork *work = pool.firstPosted_;
    pool.firstPosted_ = work->next_;
    ++pool.busy_;
    if (!pool.firstPosted_) {
      pool.isListed_ = false;
      posted_.erase(posted_.begin() + ptrdiff_t(i));
    } else if (pool.busy_ < pool.workers_) {
      addIdle(pool, pool.workers_, wakes);
    }
    return {nullptr, 0, work};
  }
  return {};
}

} // namespace tile_simd
