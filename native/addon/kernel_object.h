// A compiled kernel as JavaScript holds it.
//
// JavaScript sees an opaque object with a type tag; anything else in its place is a TypeError, never a wild
// pointer. The object and every launcher made from it share one KernelHandle. Disposing empties the handle
// for all of them at once: the code goes with the last reference to the Kernel, which a launch in flight may
// still hold, and later launches find an empty handle and refuse. A handle belongs to one environment and
// needs no lock.
#pragma once

#include "addon/environment.h"
#include "jit/kernel.h"

#include <memory>

namespace tile_simd {

class KernelHandle {
public:
  KernelHandle(std::shared_ptr<Environment> environment, std::shared_ptr<Kernel> kernel);
  ~KernelHandle();
  KernelHandle(const KernelHandle &) = delete;
  KernelHandle &operator=(const KernelHandle &) = delete;

  /// Null once disposed.
  const std::shared_ptr<Kernel> &kernel() const { return kernel_; }
  const std::shared_ptr<Environment> &environment() const { return environment_; }
  /// Idempotent.
  void dispose();

private:
  std::shared_ptr<Environment> environment_;
  std::shared_ptr<Kernel> kernel_;
  int64_t accountedBytes_; // what the garbage collector was told
};

/// The object that JavaScript keeps.
llvm::Expected<Napi::Value> makeKernelObject(Napi::Env env, std::shared_ptr<Kernel> kernel);

/// The handle in `value`; a TypeError naming `argument` if that is no kernel of ours.
llvm::Expected<std::shared_ptr<KernelHandle>> readKernelHandle(Napi::Value value, llvm::StringRef argument);

/// As above, and the kernel must not be disposed.
llvm::Expected<std::shared_ptr<KernelHandle>> readLiveKernel(Napi::Value value, llvm::StringRef argument);

} // namespace tile_simd
