// The runtime under load, without LLVM and without JavaScript: launches of every kind from several threads
// over pools that come and go, cancelled and not, for a number of seconds. `runtime_stress [SECONDS] [SEED]`.
//
// Made for ThreadSanitizer (npm run test:tsan), which sees what a wrong result does not show; runs without,
// too.
#include "fake_kernels.h"

#include "runtime/team.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

namespace tile_simd::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned callers = 4;

std::atomic<uint64_t> launches, posts, cancellations, wrong;

/// Pools that all callers use, replaced from time to time while others launch on them.
class Pools {
public:
  std::shared_ptr<WorkerPool> any(std::mt19937 &random) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::shared_ptr<WorkerPool> &pool = pools_[random() % 3];
    if (!pool || random() % 50 == 0) {
      const unsigned workers[] = {1, 2, 3, 8, 33};
      pool = std::make_shared<WorkerPool>(workers[random() % 5], std::chrono::microseconds(random() % 60));
    }
    return pool;
  }

private:
  std::mutex mutex_;
  std::shared_ptr<WorkerPool> pools_[3];
};

/// A launch that nobody waits for, and that may be cancelled at any time.
class Posted final : public PostedWork {
public:
  Posted(std::shared_ptr<WorkerPool> pool, std::mt19937 &random)
      : pool_(std::move(pool)), rows_(1 + random() % 200), chunk_(random() % 3 ? 0 : 7),
        fake_(rows_, 30, chunk_), request_(fake_.split(random() % 4, random() % 4)) {}

  void run() override {
    launchOn(pool_.get(), fake_.launch(), request_, &cancelled);
    const bool isCooperative = chunk_ > 0;
    const bool stopped = cancelled;
    const int64_t right = fake_.rightRows();
    // A cooperative row that was stopped half-way is neither right nor untouched.
    wrong += stopped ? right < 0 && !isCooperative : right != int64_t(rows_);
    ended.store(true, std::memory_order_release);
  }

  std::atomic<bool> cancelled{false}, ended{false};

private:
  std::shared_ptr<WorkerPool> pool_;
  const uint64_t rows_, chunk_;
  FakeLaunch fake_;
  const SplitRequest request_;
};

void call(Pools &pools, unsigned seed, Clock::time_point end) {
  std::mt19937 random(seed);
  std::vector<std::unique_ptr<Posted>> posted;
  while (Clock::now() < end) {
    std::shared_ptr<WorkerPool> pool = pools.any(random);
    const uint64_t rows = 1 + random() % 300;
    if (random() % 4 == 0) {
      FakeLaunch fake(1 + rows % 3, 200 + rows, 11);
      launchOn(pool.get(), fake.launch(), fake.split(random() % 3, random() % 9));
      wrong += !fake.isRight();
    } else {
      FakeLaunch fake(rows, 1 + random() % 40);
      const uint64_t begin = random() % rows;
      launchOn(pool.get(), fake.launch(begin, rows), fake.split(random() % 3, random() % 9));
      wrong += !fake.isRight(begin, rows);
    }
    ++launches;
    posted.push_back(std::make_unique<Posted>(pool, random));
    if (WorkerPool::post(pool, posted.back().get()))
      ++posts;
    else
      posted.pop_back();
    if (random() % 3 == 0) {
      posted[random() % posted.size()]->cancelled = true;
      ++cancellations;
    }
    while (posted.size() > 20)
      for (size_t i = 0; i < posted.size();)
        if (posted[i]->ended.load(std::memory_order_acquire))
          posted.erase(posted.begin() + ptrdiff_t(i));
        else
          ++i;
    if (random() % 100 == 0) // long enough for threads to fall asleep
      std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  for (const std::unique_ptr<Posted> &last : posted)
    while (!last->ended.load(std::memory_order_acquire))
      std::this_thread::yield();
}

} // namespace
} // namespace tile_simd::test

int main(int argc, char **argv) {
  using namespace tile_simd::test;
  const double seconds = argc > 1 ? std::atof(argv[1]) : 5;
  const auto seed = unsigned(argc > 2 ? std::atoi(argv[2]) : 1);
  const auto end = Clock::now() + std::chrono::microseconds(int64_t(seconds * 1e6));
  Pools pools;
  std::vector<std::thread> threads;
  for (unsigned caller = 0; caller < callers; ++caller)
    threads.emplace_back([&pools, end, number = seed * callers + caller] { call(pools, number, end); });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("seed %u: %lu launches, %lu posted, %lu cancelled, %u threads, %lu wrong, %lu faults\n", seed,
              (unsigned long)launches, (unsigned long)posts, (unsigned long)cancellations,
              tile_simd::Team::current().threads(), (unsigned long)wrong, (unsigned long)faults());
  return wrong != 0 || faults() != 0 || launches == 0;
}
