// The process's one thread for work that nobody waits for.
//
// It is no part of any environment: an environment may end while its work is done, and finds the result, if
// at all, where the work puts it. It keeps no process alive: at exit what has not begun is dropped, and what
// is under way is awaited, because static objects that it uses are destroyed next.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace tile_simd {

class BackgroundWork {
public:
  /// Tasks that can wait; beyond that the oldest is dropped.
  static constexpr size_t capacity = 32;

  static BackgroundWork &shared();

  /// Queues `task` unless one of that name waits or runs already. Starts the thread at need.
  void submit(const std::string &name, std::function<void()> task);

  /// Drops what waits, and returns when nothing runs. From then on nothing is taken.
  void stop();

private:
  struct Task {
    std::string name;
    std::function<void()> run;
  };
  void work();

  std::mutex mutex_; // of all below
  std::condition_variable wake_;
  std::deque<Task> waiting_;
  std::string running_;
  std::thread thread_;
  bool stopped_ = false;
};

} // namespace tile_simd
