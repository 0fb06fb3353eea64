// The module: one Environment per JavaScript environment that loads it, and what lib/native wraps.
#include "addon/alignment.h"
#include "addon/async_launch.h"
#include "addon/cache_functions.h"
#include "addon/compile_functions.h"
#include "addon/cpu_object.h"
#include "addon/environment.h"
#include "addon/errors.h"
#include "addon/image_functions.h"
#include "addon/kernel_functions.h"
#include "addon/launcher.h"
#include "addon/pool_object.h"

namespace tile_simd {
namespace {

/// What is alive in this environment, for tests that look for leaks.
llvm::Expected<Napi::Value> environmentStats(const Napi::CallbackInfo &info) {
  const Environment &environment = *environmentOf(info.Env());
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("kernels", environment.kernels);
  object.Set("launchers", environment.launchers);
  object.Set("externalBytes", environment.externalBytes);
  return object;
}

using Body = llvm::Expected<Napi::Value>(const Napi::CallbackInfo &);

/// Every call from JavaScript but the launch itself: `body` answers with a value or an error, which is thrown
/// here. No value at all means that Node-API failed under one of its C++ wrapper's calls.
template <Body body> Napi::Value callback(const Napi::CallbackInfo &info) {
  llvm::Expected<Napi::Value> result = body(info);
  if (result && !result->IsEmpty())
    return *result;
  throwError(info.Env(), result ? nodeApiFailure(info.Env(), "making the result") : result.takeError());
  return {};
}

template <Body body> void add(Napi::Object exports, const char *name) {
  auto function = Napi::Function::New<callback<body>>(exports.Env(), name);
  exports.DefineProperty(Napi::PropertyDescriptor::Value(name, function, napi_enumerable));
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new std::shared_ptr<Environment>(std::make_shared<Environment>(env)));
  add<version>(exports, "version");
  add<cpu>(exports, "cpu");
  add<compile>(exports, "compile");
  add<compileAsync>(exports, "compileAsync");
  add<findKernel>(exports, "findKernel");
  add<compileSoon>(exports, "compileSoon");
  add<kernelInfo>(exports, "kernelInfo");
  add<kernelSource>(exports, "kernelSource");
  add<kernelArtifact>(exports, "kernelArtifact");
  add<kernelDispose>(exports, "kernelDispose");
  add<kernelImage>(exports, "kernelImage");
  add<readImage>(exports, "readImage");
  add<linkImage>(exports, "linkImage");
  add<cacheStats>(exports, "cacheStats");
  add<checkCacheDirectory>(exports, "checkCacheDirectory");
  add<createLauncher>(exports, "createLauncher");
  add<createRepeater>(exports, "createRepeater");
  add<createPool>(exports, "createPool");
  add<defaultPool>(exports, "defaultPool");
  add<poolStats>(exports, "poolStats");
  add<cpuBudget>(exports, "cpuBudget");
  add<launchBatch>(exports, "launchBatch");
  add<lastLaunch>(exports, "lastLaunch");
  add<onCompletion>(exports, "onCompletion");
  add<launchAsync>(exports, "launchAsync");
  add<cancelLaunch>(exports, "cancelLaunch");
  add<misalignment>(exports, "misalignment");
  add<environmentStats>(exports, "environmentStats");
  return exports;
}

NODE_API_MODULE(NODE_GYP_MODULE_NAME, init)

} // namespace
} // namespace tile_simd
