// compile and the functions on a kernel object: kernelInfo, kernelArtifact, kernelDispose.
#pragma once

#include <node_api.h>

namespace tile_simd {

napi_value compileFunction(napi_env env, napi_callback_info info);
napi_value kernelInfoFunction(napi_env env, napi_callback_info info);
napi_value kernelArtifactFunction(napi_env env, napi_callback_info info);
napi_value kernelDisposeFunction(napi_env env, napi_callback_info info);

} // namespace tile_simd
