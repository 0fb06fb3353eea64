// Sleeping until a word changes, and waiting a little before that.
//
// A futex where there is one; elsewhere the same by condition variables. The words belong to objects that are
// never freed, because a wake may come late: then somebody who waits on the word looks again for nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tile_simd {

using WaitWord = std::atomic<uint32_t>;

/// Sleeps while `word` is `value`. May return for no reason.
void waitWhile(WaitWord &word, uint32_t value);
/// Wakes one thread that waits on `word`.
void wakeOne(WaitWord &word);

/// Tells the core that this is a loop that waits.
inline void pauseCore() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/// Runs until `ready()` or until `limit` has passed; whether it was ready.
template <typename Ready> bool spinUntil(Ready ready, std::chrono::nanoseconds limit) {
  constexpr unsigned checksPerClock = 16;
  if (ready())
    return true;
  if (limit.count() <= 0)
    return false;
  const auto end = std::chrono::steady_clock::now() + limit;
  do
    for (unsigned i = 0; i < checksPerClock; ++i) {
      pauseCore();
      if (ready())
        return true;
    }
  while (std::chrono::steady_clock::now() < end);
  return false;
}

/// A lock for sections of a few dozen instructions: waits a little on the core, and then as a futex does.
class ShortLock {
public:
  void lock() {
    uint32_t free = Free;
    if (word_.compare_exchange_strong(free, Held, std::memory_order_acquire, std::memory_order_relaxed))
      return;
    lockSlowly();
  }
  void unlock() {
    if (word_.exchange(Free, std::memory_order_release) == Contended)
      wakeOne(word_);
  }

private:
  enum : uint32_t { Free, Held, Contended };
  void lockSlowly();
  WaitWord word_{Free};
};

} // namespace tile_simd
