// Where asynchronous launches of one environment report: from threads of the pool to its JavaScript thread.
//
// JavaScript numbers its launches; a completion is that number and how it went. Threads enter them in a list
// and call the environment's thread-safe function, which keeps the event loop alive exactly while launches
// are in flight. When the environment ends, first all its launches are cancelled and waited for: the buffers
// that they work on go with it. That takes as long as a task of each.
#pragma once

#include "runtime/pooled_launch.h"

#include "llvm/Support/Error.h"

#include <napi.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace tile_simd {

struct Completion {
  uint64_t ticket;
  LaunchReport report;
  double microseconds; // from its first task to its last
};

class Completions : public std::enable_shared_from_this<Completions> {
public:
  /// `handler`(ticket, isDone, threads, tasks, microseconds) is called for each completion on the JavaScript
  /// thread.
  static llvm::Expected<std::shared_ptr<Completions>> make(Napi::Env env, Napi::Function handler);

  /// On the JavaScript thread: a launch begins that `cancelled` stops.
  void begin(uint64_t ticket, std::shared_ptr<std::atomic<bool>> cancelled);
  /// On any thread: it is over, and nothing of it touches buffers or code any more.
  void finish(const Completion &completion);
  /// Has no further task of that launch begin, if it is in flight.
  void cancel(uint64_t ticket);

private:
  Completions(napi_env env, unsigned generation) : env_(env), generation_(generation) {}
  void deliver(napi_env env, napi_value handler);
  void close();

  napi_env env_;
  const unsigned generation_; // of the process, see Team::generation
  napi_threadsafe_function function_ = nullptr;
  unsigned open_ = 0; // on the JavaScript thread: begun and not delivered

  std::mutex mutex_;
  std::condition_variable allFinished_;
  std::unordered_map<uint64_t, std::shared_ptr<std::atomic<bool>>> inFlight_;
  std::vector<Completion> finished_; // not delivered
  bool isCalled_ = false;            // the function was called, and has not run
  bool isClosed_ = false;            // the environment ends: it must not be called any more
};

} // namespace tile_simd
