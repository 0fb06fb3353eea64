// One object per process, made when it is first asked for and never destroyed: threads may use it to the very
// end.
//
// A child of fork() has only the thread that forked. What the others held (locks, lists, work) is in the
// parent, so the child forgets the object and makes a new one when it needs it; the old one's memory stays
// behind.
#pragma once

#include <atomic>
#include <pthread.h>

namespace tile_simd {

template <typename T> class ProcessWide {
public:
  static T &get() {
    if (T *object = current.load(std::memory_order_acquire))
      return *object;
    static const int registered = pthread_atfork(nullptr, nullptr, forget);
    (void)registered;
    T *made = new T, *found = nullptr;
    if (current.compare_exchange_strong(found, made, std::memory_order_acq_rel))
      return *made;
    delete made;
    return *found;
  }

  /// Differs in a child of fork() from what it was in the parent, once get() was called there.
  static unsigned generation() { return count.load(std::memory_order_relaxed); }

private:
  /// Only stores: exec may follow, and little is allowed before it.
  static void forget() {
    current.store(nullptr, std::memory_order_relaxed);
    count.fetch_add(1, std::memory_order_relaxed);
  }

  inline static std::atomic<T *> current{nullptr};
  inline static std::atomic<unsigned> count{0};
};

} // namespace tile_simd
