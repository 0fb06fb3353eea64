#include "addon/cache_functions.h"

#include "addon/values.h"
#include "cache/code_cache.h"

namespace tile_simd {

llvm::Expected<Napi::Value> cacheStats(const Napi::CallbackInfo &info) {
  const CacheStats stats = CodeCache::shared().stats();
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("kernels", stats.kernels);
  object.Set("bytes", stats.bytes);
  object.Set("fromMemory", stats.fromMemory);
  object.Set("fromDisk", stats.fromDisk);
  object.Set("compiled", stats.compiled);
  object.Set("stored", stats.stored);
  object.Set("notStored", stats.notStored);
  return object;
}

llvm::Expected<Napi::Value> checkCacheDirectory(const Napi::CallbackInfo &info) {
  auto path = readString(info[0], "path");
  if (!path)
    return path.takeError();
  return Napi::String::New(info.Env(), checkDisk(*path));
}

} // namespace tile_simd
