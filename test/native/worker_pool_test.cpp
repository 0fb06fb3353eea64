// The pool: every task once, any number of workers and any grain, many pools and callers over one set of
// threads.
#include "check.h"
#include "fake_kernels.h"

#include "runtime/cpu_budget.h"
#include "runtime/fp_environment.h"
#include "runtime/task_ranges.h"
#include "runtime/team.h"
#include "runtime/workspace.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tile_simd::test {
namespace {

using namespace std::chrono_literals;

constexpr unsigned workerCounts[] = {1, 2, 3, 8, 33, 256};

void everyTaskOnce() {
  for (uint64_t tasks : {0, 1, 2, 7, 33, 1000})
    for (unsigned participants : {1U, 2U, 3U, 8U, 33U}) {
      TaskRanges ranges;
      ranges.deal(tasks, participants);
      check(ranges.hasMore() == (tasks > 0), "tasks are there");
      std::set<uint64_t> taken;
      uint64_t task = 0, previous = 0;
      bool inOrder = true;
      for (uint64_t i = 0; i < tasks / participants; ++i) { // its own, from the front
        inOrder &= ranges.take(0, task) && (i == 0 ? task == 0 : task == previous + 1);
        previous = task;
        taken.insert(task);
      }
      for (unsigned who = 0; ranges.take(who % participants, task); ++who)
        taken.insert(task);
      check(inOrder && taken.size() == tasks && (tasks == 0 || *taken.rbegin() == tasks - 1) &&
                !ranges.hasMore(),
            "%lu tasks for %u", (unsigned long)tasks, participants);
    }
}

/// The rule of split.h, and that no split asks for more tasks than there can be.
void splits() {
  SplitRequest request{{100, 4, 16}, {1000, 300}};
  const auto is = [&](uint64_t units, unsigned available, unsigned workers, uint64_t perTask) {
    const Split split = splitUnits(request, units, available);
    return split.workers == workers && split.unitsPerTask == perTask;
  };
  check(unitsForCaller(request) == 19, "two workers have 1000 each from 20 units on");
  check(splitUnits(request, 19, 8).workers == 1 && splitUnits(request, 20, 8).workers == 2 &&
            splitUnits(request, 20, 1).workers == 1 && splitUnits(request, 1000, 8).workers == 8,
        "workers by work");
  check(is(20, 8, 2, 4), "3 units make a task worth taking; whole packets");
  check(is(6400, 4, 4, 112), "1/64 of it, in whole blocks");
  request.grain = 3;
  check(is(6400, 4, 4, 48) && is(0, 4, 1, 48), "grain is in blocks");
  request.workers = 5;
  check(is(1, 8, 5, 48) && is(1, 3, 3, 48), "workers are honoured");
  request.workers = 1;
  const SplitUnit kept{1, 1, 1, 100};
  check(phaseOf(kept, 100, 1) == cachedPhase && phaseOf(kept, 101, 1) == pastCachePhase &&
            phaseOf(kept, 800, 8) == cachedPhase && phaseOf(kept, 801, 8) == pastCachePhase &&
            phaseOf({1, 1, 1}, UINT64_MAX, 1) == cachedPhase,
        "what a launch writes past its caches");
  check(splitUnits(request, UINT64_MAX, 8).workers == 1, "one worker is the caller");
  for (uint64_t units : {uint64_t(1) << 53, UINT64_MAX})
    for (uint64_t work : {uint64_t(1), UINT64_MAX})
      for (uint64_t grain : {0, 1}) {
        const SplitRequest large{{work, 8, 128}, {uint64_t(1) << 18, uint64_t(1) << 16}, grain, 0};
        const Split split = splitUnits(large, units, 256);
        check(split.workers == 256 && split.unitsPerTask >= units / TaskRanges::maxTasks &&
                  units / split.unitsPerTask <= TaskRanges::maxTasks,
              "%lu units of %lu", (unsigned long)units, (unsigned long)work);
      }
}

std::atomic<uint32_t> phasesSeen{0};

/// Every task of a launch is told of the whole launch whether what it writes stays in the caches.
void phasesReachTasks() {
  const KernelEntry entry = [](LaunchRecord *record) {
    phasesSeen |= 1u << record->phase;
    record->begin = record->end;
  };
  LaunchArgument arguments[2]{};
  const Cooperation ordinary;
  WorkerPool pool(2, defaultSpin);
  const auto seen = [&](WorkerPool *on, uint64_t units, unsigned workers) {
    phasesSeen = 0;
    launchOn(on, {entry, arguments, 2, 0, units, 0, &ordinary}, {{1, 1, 1, 10}, {1, 1}, 1, workers});
    return phasesSeen.load();
  };
  const uint32_t cached = 1u << cachedPhase, past = 1u << pastCachePhase;
  check(seen(nullptr, 10, 1) == cached && seen(nullptr, 11, 1) == past, "on the caller's thread");
  check(seen(&pool, 20, 2) == cached && seen(&pool, 21, 2) == past, "on two");
}

void anySplitIsRight() {
  for (unsigned workers : workerCounts) {
    WorkerPool pool(workers, defaultSpin);
    for (uint64_t rows : {1, 2, 3, 37, 1000})
      for (uint64_t grain : {0, 1, 2, 7, 1000}) {
        FakeLaunch plain(rows, 17), split(3, rows * 5, 7);
        const LaunchReport report = launchOn(&pool, plain.launch(), plain.split(grain, workers));
        check(report.result == LaunchResult::Done && plain.isRight(), "%u workers, %lu rows, grain %lu",
              workers, (unsigned long)rows, (unsigned long)grain);
        check(grain == 0 || workers == 1 || report.tasks == (rows + 4 * grain - 1) / (4 * grain),
              "a task takes %lu blocks of 4", (unsigned long)grain);
        const uint64_t begin = rows / 3, end = rows - rows / 4;
        launchOn(&pool, plain.launch(begin, end), plain.split(grain, workers));
        check(plain.isRight(begin, end), "a part of the rows");
        launchOn(&pool, split.launch(), split.split(grain, workers));
        check(split.isRight(), "cooperative: %u workers, %lu chunks, grain %lu", workers,
              (unsigned long)((rows * 5 + 6) / 7), (unsigned long)grain);
      }
  }
  FakeLaunch empty(1, 1);
  WorkerPool pool(4, 0us);
  check(launchOn(&pool, empty.launch(1, 1), empty.split(0, 4)).tasks == 0 && empty.isRight(0, 0), "no rows");
  check(launchOn(nullptr, empty.launch(), empty.split(0, 4)).workers == 1 && empty.isRight(), "no pool");
}

void statistics() {
  WorkerPool pool(3, 20us);
  FakeLaunch work(400, 50);
  for (unsigned i = 0; i < 20; ++i) {
    launchOn(&pool, work.launch(), work.split(1, 0));
    check(work.isRight(), "launch %u", i);
  }
  const PoolStats stats = pool.stats();
  uint64_t blocks = 0;
  for (uint64_t b : stats.blocks)
    blocks += b;
  check(stats.launches == 20 && stats.blocks.size() == 3 && blocks == 20 * 100,
        "every block is counted once");
  check(stats.wakeUps <= 20 * 2, "no more threads are woken than are wanted");
}

/// Many callers, each with a pool of its own or a shared one, at the same time; and posted work that
/// launches.
void manyCallers() {
  auto shared = std::make_shared<WorkerPool>(4, defaultSpin);
  std::atomic<unsigned> wrong{0}, open{0};
  struct Posted final : PostedWork {
    Posted(std::shared_ptr<WorkerPool> pool, std::atomic<unsigned> &wrong, std::atomic<unsigned> &open)
        : pool(std::move(pool)), wrong(wrong), open(open), work(100, 20) {}
    void run() override {
      launchOn(pool.get(), work.launch(), work.split(1, 0));
      wrong += !work.isRight();
      std::atomic<unsigned> &counter = open;
      delete this;
      --counter;
    }
    std::shared_ptr<WorkerPool> pool;
    std::atomic<unsigned> &wrong, &open;
    FakeLaunch work;
  };
  std::vector<std::thread> callers;
  for (unsigned caller = 0; caller < 4; ++caller)
    callers.emplace_back([&, caller] {
      auto own = std::make_shared<WorkerPool>(2 + caller, 10us);
      FakeLaunch work(100 + caller, 20), split(2, 500, 16);
      for (unsigned i = 0; i < 100; ++i) {
        const std::shared_ptr<WorkerPool> &pool = i % 2 ? own : shared;
        launchOn(pool.get(), work.launch(), work.split(1 + i % 3, 0));
        launchOn(pool.get(), split.launch(), split.split(1, 0));
        wrong += !work.isRight() + !split.isRight();
        ++open;
        wrong += !WorkerPool::post(pool, new Posted(pool, wrong, open));
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  for (unsigned i = 0; open > 0 && i < 10'000; ++i)
    std::this_thread::sleep_for(1ms);
  check(wrong == 0 && open == 0, "four callers: %u wrong, %u left", wrong.load(), open.load());
}

/// No more of the process's threads work for a pool than it has workers.
void limits() {
  auto pool = std::make_shared<WorkerPool>(3, 0us);
  static std::atomic<int> running, most, done;
  struct Posted final : PostedWork {
    void run() override {
      const int now = ++running;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::sleep_for(2ms);
      --running;
      delete this;
      ++done;
    }
  };
  WorkerPool large(33, 0us);
  FakeLaunch work(1000, 10);
  launchOn(&large, work.launch(), work.split(1, 0)); // the team may be far larger than the pool
  for (unsigned i = 0; i < 60; ++i)
    WorkerPool::post(pool, new Posted);
  for (unsigned i = 0; done < 60 && i < 10'000; ++i)
    std::this_thread::sleep_for(1ms);
  check(done == 60 && most >= 2 && most <= 3, "%d at most of %d", most.load(), done.load());
}

void cancellation() {
  for (unsigned workers : {1U, 2U, 8U}) {
    WorkerPool pool(workers, defaultSpin);
    FakeLaunch work(20'000, 20), split(400, 200, 7);
    std::atomic<bool> cancelled{true};
    launchOn(&pool, work.launch(), work.split(1, workers), &cancelled);
    check(work.rightRows() == 0, "cancelled before it began");
    cancelled = false;
    launchOn(&pool, work.launch(), work.split(1, workers), &cancelled);
    launchOn(&pool, split.launch(), split.split(1, workers), &cancelled);
    check(work.isRight() && split.isRight(), "not cancelled");
    bool stopped = false;
    const auto start = std::chrono::steady_clock::now(); // on a busy machine the first tries come too late
    for (unsigned i = 0; !stopped && std::chrono::steady_clock::now() - start < 20s; ++i) {
      cancelled = false;
      std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(i % 200 * 5));
        cancelled = true;
      });
      launchOn(&pool, work.launch(), work.split(1, workers), &cancelled);
      other.join();
      const int64_t rows = work.rightRows();
      check(rows >= 0, "whole rows or none");
      stopped = rows > 0 && rows < 20'000;
    }
    check(stopped, "%u workers stop between tasks", workers);
  }
}

/// A thread that has no memory for the workspace takes no task; if it is the caller, nothing runs.
void outOfMemory() {
  WorkerPool pool(4, defaultSpin);
  FakeLaunch work(100, 10), split(2, 100, 10);
  for (FakeLaunch *fake : {&work, &split}) {
    Launch launch = fake->launch();
    launch.workspaceBytes = uint64_t(1) << 62;
    check(launchOn(&pool, launch, fake->split(1, 4)).result == LaunchResult::OutOfMemory &&
              fake->isRight(0, 0),
          "out of memory: nothing ran");
    check(launchOn(&pool, fake->launch(), fake->split(1, 4)).result == LaunchResult::Done && fake->isRight(),
          "and the pool is as before");
  }
}

/// The caller's control word is its own, on whatever thread the tasks run.
void floatingPointEnvironment() {
  const FpControl before = readFpControl();
  WorkerPool pool(4, defaultSpin);
  FakeLaunch work(1000, 10);
#if defined(__x86_64__)
  const FpControl hostile = (fpControlDefault | 0x8040) & fpControlMask;
#else
  const FpControl hostile = FpControl(1) << 24;
#endif
  writeFpControl(hostile);
  launchOn(&pool, work.launch(), work.split(1, 4));
  const FpControl after = readFpControl();
  writeFpControl(before);
  check(after == hostile && work.isRight(), "the caller's control word");
}

/// The child has none of the threads: it must work, and end.
void survivesFork() {
  auto pool = std::make_shared<WorkerPool>(3, defaultSpin);
  FakeLaunch work(500, 20);
  struct Endless final : PostedWork {
    void run() override {
      while (!stop.load())
        std::this_thread::sleep_for(1ms);
      hasEnded = true;
    }
    std::atomic<bool> stop{false}, hasEnded{false};
  };
  static Endless endless[2]; // one running and one waiting, at the time of the fork
  launchOn(pool.get(), work.launch(), work.split(1, 0));
  check(work.isRight(), "before the fork");
  for (Endless &posted : endless)
    WorkerPool::post(pool, &posted);
  const unsigned generation = Team::generation();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    bool good = Team::generation() != generation && Team::current().threads() == 0;
    for (unsigned i = 0; i < 50; ++i) {
      launchOn(pool.get(), work.launch(), work.split(1, 0));
      good &= work.isRight();
    }
    std::exit(good && faults() == 0 ? 0 : 1); // with destructors, as a program ends
  }
  int status = -1;
  check(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0,
        "the child ends by itself, status %d", status);
  for (Endless &posted : endless)
    posted.stop = true;
  launchOn(pool.get(), work.launch(), work.split(1, 0));
  check(work.isRight(), "and the parent goes on");
  pool.reset(); // while its work may still run
  // They are destroyed when the program ends.
  for (Endless &posted : endless)
    while (!posted.hasEnded)
      std::this_thread::sleep_for(1ms);
}

/// Reads of control groups, of both versions and nested.
void quotas() {
  namespace fs = std::filesystem;
  std::string folder = fs::temp_directory_path() / "tile-simd-quota-XXXXXX";
  if (!mkdtemp(folder.data())) {
    check(false, "no folder for the test");
    return;
  }
  const std::string root = folder;
  const auto write = [&](const std::string &file, const std::string &text) {
    fs::create_directories(fs::path(root + file).parent_path());
    std::ofstream(root + file) << text;
  };
  check(quotaOfGroup(root, "/a/b") == 0 && quotaOfGroup(root, "/") == 0 && quotaOfGroup(root, "") == 0,
        "no group, no quota");
  write("/a/b/cpu.max", "max 100000\n");
  check(quotaOfGroup(root, "/a/b") == 0, "max is none");
  write("/a/cpu.max", "150000 100000\n");
  check(quotaOfGroup(root, "/a/b") == 1.5, "of a group above");
  write("/cpu.max", "50000 100000\n");
  check(quotaOfGroup(root, "/a/b") == 0.5, "the smallest counts");
  write("/v1/cpu.cfs_quota_us", "-1\n");
  write("/v1/cpu.cfs_period_us", "100000\n");
  check(quotaOfGroup(root + "/v1", "/") == 0, "-1 is none");
  write("/v1/g/cpu.cfs_quota_us", "250000\n");
  write("/v1/g/cpu.cfs_period_us", "100000\n");
  check(quotaOfGroup(root + "/v1", "/g") == 2.5, "version 1");
  write("/bad/cpu.max", "many of them\n");
  check(quotaOfGroup(root + "/bad", "/") == 0, "what is no number is none");
  fs::remove_all(root);

  check(CpuBudget{8, 0}.workers() == 8 && CpuBudget{8, 2.5}.workers() == 3 &&
            CpuBudget{8, 0.1}.workers() == 1 && CpuBudget{2, 16}.workers() == 2,
        "workers by cores and quota");
  const CpuBudget budget = cpuBudget();
  check(budget.cores >= 1 && budget.workers() >= 1 && budget.workers() <= budget.cores, "this machine");
}

} // namespace
} // namespace tile_simd::test

int main() {
  using namespace tile_simd::test;
  reportFaults();
  everyTaskOnce();
  splits();
  phasesReachTasks();
  anySplitIsRight();
  statistics();
  manyCallers();
  limits();
  cancellation();
  outOfMemory();
  floatingPointEnvironment();
  survivesFork();
  quotas();
  check(faults() == 0, "%lu faults seen by the entries", (unsigned long)faults());
  return finish();
}
