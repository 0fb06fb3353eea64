// Launchers: the hot call, as a JavaScript function that launches one kernel at fixed row strides.
#pragma once

#include "addon/launch_binding.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tile_simd {

/// What stands behind the function. It arrives there as callback data, so that a launch unwraps nothing, and
/// holds what does not change from launch to launch.
struct Launcher {
  LaunchBinding binding;
  SplitRequest split;
  std::shared_ptr<WorkerPool> pool; // null: the caller's thread
  uint64_t unitsForCaller;          // that stay on the caller's thread, too

  /// The pool for a launch of this size.
  WorkerPool *poolFor(const Launch &launch) const;
};

/// createLauncher(kernel, rowStrides, split, pool, columns): fn(rows, begin, end, ...one value per parameter)
/// -> LaunchStatus (launch_status.h). `split` holds the eight numbers of a SplitRequest, in its order;
/// `columns` is for a kernel that takes them with a launch.
llvm::Expected<Napi::Value> createLauncher(const Napi::CallbackInfo &info);

/// createRepeater(launcher): fn(rows, begin, end, ...values) launches like the launcher, and fn() launches
/// the same once more without looking at the arrays. The caller answers for them: they must be the same
/// objects, alive, and as long as they were; then their memory is where it was. It costs half of what reading
/// them takes. NotBound if the launcher, which owns the binding, was bound otherwise in between, and where
/// rows are gathered.
llvm::Expected<Napi::Value> createRepeater(const Napi::CallbackInfo &info);

/// launchBatch(pool, items): the items [launcher, rows, begin, end, ...values] stand one behind the other in
/// one array. All are checked before the first runs; they run in order, each after the one before. Returns
/// the status of the first that is refused, plus 2^32 times its number; 0 if all ran.
llvm::Expected<Napi::Value> launchBatch(const Napi::CallbackInfo &info);

/// lastLaunch(): [threads, tasks] of this environment's last synchronous launch.
llvm::Expected<Napi::Value> lastLaunch(const Napi::CallbackInfo &info);

/// What a batch answers: an encoded LaunchStatus of an item.
double encodeItem(int32_t status, unsigned item);

/// Binds the items of a batch in order, and hands each on once it is bound. Ends at the first status that is
/// not Done, and returns it with the number of the item; an error if `items` is no such array.
llvm::Expected<double> forEachItem(Napi::Value items, llvm::function_ref<int32_t(Launcher &, unsigned)> use);

} // namespace tile_simd
