#include "addon/cpu_object.h"

#include "addon/values.h"
#include "target/cpu.h"

namespace tile_simd {

napi_value versionFunction(napi_env env, napi_callback_info) {
  return finish(env,
                ObjectBuilder(env).string("llvm", llvmVersion()).string("library", libraryVersion()).take());
}

napi_value cpuFunction(napi_env env, napi_callback_info) {
  const CpuInfo &cpu = hostCpu();
  return finish(env, ObjectBuilder(env)
                         .string("name", cpu.name)
                         .strings("features", cpu.features)
                         .strings("levels", cpu.levels)
                         .number("maxWidth", cpu.maxWidth)
                         .take());
}

} // namespace tile_simd
