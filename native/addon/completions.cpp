#include "addon/completions.h"

#include "addon/errors.h"
#include "runtime/team.h"

namespace tile_simd {

llvm::Expected<std::shared_ptr<Completions>> Completions::make(Napi::Env env, Napi::Function handler) {
  const std::shared_ptr<Completions> made(new Completions(env, Team::generation()));
  const auto call = [](napi_env callEnv, napi_value function, void *context, void *) {
    if (callEnv) // null if the environment is ending
      static_cast<Completions *>(context)->deliver(callEnv, function);
  };
  if (napi_create_threadsafe_function(env, handler, nullptr, Napi::String::New(env, "tile-simd launches"), 0,
                                      1, nullptr, nullptr, made.get(), call, &made->function_) != napi_ok)
    return nodeApiFailure(env, "napi_create_threadsafe_function");
  napi_unref_threadsafe_function(env, made->function_); // nothing is in flight yet
  // Hooks run in reverse order: this one before the function's own, and before any buffer is freed.
  const auto end = [](void *data) {
    auto *completions = static_cast<std::shared_ptr<Completions> *>(data);
    (*completions)->close();
    delete completions;
  };
  auto *hooked = new std::shared_ptr<Completions>(made);
  if (napi_add_env_cleanup_hook(env, end, hooked) == napi_ok)
    return made;
  delete hooked;
  return nodeApiFailure(env, "napi_add_env_cleanup_hook");
}

void Completions::begin(uint64_t ticket, std::shared_ptr<std::atomic<bool>> cancelled) {
  if (open_++ == 0)
    napi_ref_threadsafe_function(env_, function_);
  const std::lock_guard<std::mutex> lock(mutex_);
  inFlight_.emplace(ticket, std::move(cancelled));
}

void Completions::finish(const Completion &completion) {
  const std::lock_guard<std::mutex> lock(mutex_);
  finished_.push_back(completion);
  inFlight_.erase(completion.ticket);
  if (!isClosed_ && !isCalled_) // under the lock: close() waits until no call is on its way
    isCalled_ = napi_call_threadsafe_function(function_, nullptr, napi_tsfn_nonblocking) == napi_ok;
  if (inFlight_.empty())
    allFinished_.notify_all();
}

void Completions::cancel(uint64_t ticket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (auto found = inFlight_.find(ticket); found != inFlight_.end())
    found->second->store(true, std::memory_order_relaxed);
}

void Completions::deliver(napi_env env, napi_value handler) {
  std::vector<Completion> finished;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    finished.swap(finished_);
    isCalled_ = false;
  }
  open_ -= unsigned(finished.size());
  if (open_ == 0)
    napi_unref_threadsafe_function(env, function_);
  for (const auto &[ticket, report, microseconds] : finished) {
    napi_handle_scope scope = nullptr;
    if (napi_open_handle_scope(env, &scope) != napi_ok)
      return;
    napi_value receiver, argv[5];
    if (napi_get_undefined(env, &receiver) == napi_ok &&
        napi_create_double(env, double(ticket), &argv[0]) == napi_ok &&
        napi_get_boolean(env, report.result == LaunchResult::Done, &argv[1]) == napi_ok &&
        napi_create_uint32(env, report.workers, &argv[2]) == napi_ok &&
        napi_create_double(env, double(report.tasks), &argv[3]) == napi_ok &&
        napi_create_double(env, microseconds, &argv[4]) == napi_ok)
      napi_call_function(env, receiver, handler, 5, argv,
                         nullptr); // it throws only where JavaScript has ended
    napi_close_handle_scope(env, scope);
  }
}

/// The environment ends.
void Completions::close() {
  std::unique_lock<std::mutex> lock(mutex_);
  isClosed_ = true;
  for (const auto &[ticket, cancelled] : inFlight_)
    cancelled->store(true, std::memory_order_relaxed);
  // In a child of fork() the threads that would finish them are not there.
  if (generation_ == Team::generation())
    allFinished_.wait(lock, [this] { return inFlight_.empty(); });
}

} // namespace tile_simd
