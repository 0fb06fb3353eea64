// A compiled kernel as JavaScript holds it.
//
// JavaScript sees an opaque object with a type tag; anything else in its place is a TypeError, never a wild
// pointer. The object and every launcher made from it share one KernelHandle. Disposing empties the handle
// for all of them at once: the code goes with the last reference to the Kernel, which a launch in flight may
// still hold, and later launches find an empty handle and refuse. A handle belongs to one environment and
// needs no lock; the Kernel may be shared with other environments, and with the cache, which keeps what was
// not disposed.
#pragma once

#include "addon/environment.h"
#include "cache/code_cache.h"

#include <memory>

namespace tile_simd {

class KernelHandle {
public:
  KernelHandle(std::shared_ptr<Environment> environment, CachedKernel kernel);
  ~KernelHandle();
  KernelHandle(const KernelHandle &) = delete;
  KernelHandle &operator=(const KernelHandle &) = delete;

  /// Null once disposed.
  const std::shared_ptr<Kernel> &kernel() const { return kernel_; }
  KernelSource source() const { return source_; }
  const std::shared_ptr<Environment> &environment() const { return environment_; }
  /// Lets go of the kernel, whose code is freed if nobody else has it. Idempotent.
  void dispose();

private:
  void forget();

  std::shared_ptr<Environment> environment_;
  std::shared_ptr<Kernel> kernel_;
  KernelSource source_;
  int64_t accountedBytes_; // what the garbage collector was told
};

/// The object that JavaScript keeps.
llvm::Expected<Napi::Value> makeKernelObject(Napi::Env env, CachedKernel kernel);

/// The handle in `value`; a TypeError naming `argument` if that is no kernel of ours.
llvm::Expected<std::shared_ptr<KernelHandle>> readKernelHandle(Napi::Value value, llvm::StringRef argument);

/// As above, and the kernel must not be disposed.
llvm::Expected<std::shared_ptr<KernelHandle>> readLiveKernel(Napi::Value value, llvm::StringRef argument);

} // namespace tile_simd
