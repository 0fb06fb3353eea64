#include "runtime/wait_word.h"

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <condition_variable>
#include <mutex>
#endif

namespace tile_simd {

#if defined(__linux__)

static_assert(sizeof(WaitWord) == 4 && WaitWord::is_always_lock_free, "a futex is a word of 32 bits");

void waitWhile(WaitWord &word, uint32_t value) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void wakeOne(WaitWord &word) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

#else

namespace {

/// Words share waiting rooms by their address. Never freed: threads wait here to the end of the process.
struct Room {
  std::mutex mutex;
  std::condition_variable changed;
};

Room &roomOf(const WaitWord &word) {
  constexpr unsigned count = 64;
  static Room *rooms = new Room[count];
  return rooms[(reinterpret_cast<uintptr_t>(&word) >> 6) % count];
}

} // namespace

void waitWhile(WaitWord &word, uint32_t value) {
  Room &room = roomOf(word);
  std::unique_lock<std::mutex> lock(room.mutex);
  if (word.load(std::memory_order_acquire) == value)
    room.changed.wait(lock);
}

void wakeOne(WaitWord &word) {
  Room &room = roomOf(word);
  {
    std::lock_guard<std::mutex> lock(room.mutex);
  }
  room.changed.notify_all(); // the one that is meant may be any of those in the room
}

#endif

void ShortLock::lockSlowly() {
  const bool taken = spinUntil(
      [this] {
        uint32_t free = Free;
        return word_.load(std::memory_order_relaxed) == Free &&
               word_.compare_exchange_strong(free, Held, std::memory_order_acquire,
                                             std::memory_order_relaxed);
      },
      std::chrono::microseconds(1));
  if (taken)
    return;
  while (word_.exchange(Contended, std::memory_order_acquire) != Free)
    waitWhile(word_, Contended);
}

} // namespace tile_simd
