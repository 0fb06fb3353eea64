// version() and cpu(): what this library is, and what this machine can execute.
#pragma once

#include <node_api.h>

namespace tile_simd {

napi_value versionFunction(napi_env env, napi_callback_info info);
napi_value cpuFunction(napi_env env, napi_callback_info info);

} // namespace tile_simd
