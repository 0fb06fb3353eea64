// From a compile request to a kernel object, on this thread or on one of libuv's.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

/// compile(request, cacheDirectory, cacheBytes): the kernel. An empty directory stands for none.
llvm::Expected<Napi::Value> compile(const Napi::CallbackInfo &info);

/// The same arguments; a promise of the kernel.
llvm::Expected<Napi::Value> compileAsync(const Napi::CallbackInfo &info);

/// The same arguments; the kernel if it is in memory or on disk, undefined otherwise.
llvm::Expected<Napi::Value> findKernel(const Napi::CallbackInfo &info);

/// The same arguments; the kernel if it is in memory, otherwise undefined, and it is compiled in the
/// background.
llvm::Expected<Napi::Value> compileSoon(const Napi::CallbackInfo &info);

} // namespace tile_simd
