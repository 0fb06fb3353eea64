// What the process's code cache says of itself.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

/// cacheStats(): CacheStats as an object.
llvm::Expected<Napi::Value> cacheStats(const Napi::CallbackInfo &info);

/// checkCacheDirectory(path): why it cannot be used, empty if it can. Makes it if it is missing.
llvm::Expected<Napi::Value> checkCacheDirectory(const Napi::CallbackInfo &info);

} // namespace tile_simd
