// Worker pools as JavaScript holds them.
#pragma once

#include "runtime/worker_pool.h"

#include "llvm/Support/Error.h"

#include <napi.h>

#include <memory>

namespace tile_simd {

/// createPool(workers, spinMicroseconds): 1 to maxPoolWorkers workers.
llvm::Expected<Napi::Value> createPool(const Napi::CallbackInfo &info);
/// defaultPool(workers, spinMicroseconds): the pool that all environments share, made by whoever comes first.
llvm::Expected<Napi::Value> defaultPool(const Napi::CallbackInfo &info);
/// poolStats(pool): { workers, launches, wakeUps, idleMicroseconds, blocks }.
llvm::Expected<Napi::Value> poolStats(const Napi::CallbackInfo &info);
/// cpuBudget(): { cores, quota, workers }.
llvm::Expected<Napi::Value> cpuBudget(const Napi::CallbackInfo &info);

/// The pool in `value`, null for null (the caller's thread); a TypeError naming `argument` for anything else.
llvm::Expected<std::shared_ptr<WorkerPool>> readPool(Napi::Value value, llvm::StringRef argument);

} // namespace tile_simd
