#include "cache/background.h"

#include <algorithm>
#include <cstdlib>

namespace tile_simd {

BackgroundWork &BackgroundWork::shared() {
  static auto *work = new BackgroundWork; // lives to the end of the process on purpose
  return *work;
}

static void stopAtExit() {
  std::atexit([] { BackgroundWork::shared().stop(); });
}

void BackgroundWork::submit(const std::string &name, std::function<void()> task) {
  std::lock_guard<std::mutex> lock(mutex_);
  const bool isThere = running_ == name || std::any_of(waiting_.begin(), waiting_.end(),
                                                       [&](const Task &t) { return t.name == name; });
  if (stopped_ || isThere)
    return;
  if (waiting_.size() == capacity)
    waiting_.pop_front();
  waiting_.push_back({name, std::move(task)});
  if (!thread_.joinable()) {
    stopAtExit();
    thread_ = std::thread([this] { work(); });
  }
  wake_.notify_one();
}

void BackgroundWork::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (bool isFirst = true;; isFirst = false) {
    wake_.wait(lock, [&] { return stopped_ || !waiting_.empty(); });
    if (stopped_)
      return;
    Task task = std::move(waiting_.front());
    waiting_.pop_front();
    running_ = task.name;
    lock.unlock();
    task.run();
    if (isFirst)
      stopAtExit(); // before what the first task made static and what is destroyed in reverse order
    lock.lock();
    running_.clear();
  }
}

void BackgroundWork::stop() {
  std::thread ending;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
    waiting_.clear();
    ending = std::move(thread_);
  }
  wake_.notify_all();
  if (ending.joinable())
    ending.join();
}

} // namespace tile_simd
