// What exists once per JavaScript environment: the main thread and each worker_thread have their own.
//
// Everything in native/addon that is not constant hangs off this object, which only its own JavaScript thread
// touches; nothing here is static. What the process shares (JIT engine, code memory) lives below the addon
// and is thread-safe. The order in which an ending environment runs finalizers is not promised, so whatever a
// finalizer needs holds the environment by shared_ptr.
#pragma once

#include "runtime/pooled_launch.h"

#include <napi.h>

#include <cstdint>
#include <memory>

namespace tile_simd {

class Completions;

struct Environment {
  explicit Environment(Napi::Env env) : env(env) {}

  Napi::Env env;

  // Accounts of what is alive; `environmentStats` shows them to leak tests.
  int64_t kernels = 0;       // compiled, neither disposed nor collected
  int64_t launchers = 0;     // launch functions not collected yet
  int64_t externalBytes = 0; // reported to the garbage collector

  LaunchReport lastLaunch; // the last synchronous one
  /// Where asynchronous launches report; null before the first.
  std::shared_ptr<Completions> completions;

  /// Tells the garbage collector of native memory that JavaScript objects keep alive.
  void adjustExternalMemory(int64_t change) {
    Napi::MemoryManagement::AdjustExternalMemory(env, change);
    externalBytes += change;
  }
};

inline const std::shared_ptr<Environment> &environmentOf(Napi::Env env) {
  return *env.GetInstanceData<std::shared_ptr<Environment>>();
}

} // namespace tile_simd
