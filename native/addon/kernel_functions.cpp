#include "addon/kernel_functions.h"

#include "addon/kernel_object.h"
#include "addon/values.h"

#include "llvm/ADT/Twine.h"

namespace tile_simd {
namespace {

llvm::Expected<napi_value> compile(const Call &call) {
  auto request = readString(call.env, call.arguments[0], "request");
  if (!request)
    return request.takeError();
  auto kernel = compileKernel(*request);
  if (!kernel)
    return kernel.takeError();
  return makeKernelObject(call.environment->shared_from_this(), std::move(*kernel));
}

llvm::Expected<napi_value> info(const Call &call) {
  auto handle = readLiveKernel(call.env, call.arguments[0], "kernel");
  if (!handle)
    return handle.takeError();
  return makeString(call.env, (*handle)->kernel()->infoJson());
}

/// A copy: what JavaScript does to it must not reach the kernel.
llvm::Expected<napi_value> makeBuffer(napi_env env, llvm::StringRef bytes) {
  napi_value buffer = nullptr;
  if (napi_create_buffer_copy(env, bytes.size(), bytes.data(), nullptr, &buffer) != napi_ok)
    return nodeApiFailure(env, "napi_create_buffer_copy");
  return buffer;
}

llvm::Expected<napi_value> artifact(const Call &call) {
  auto handle = readLiveKernel(call.env, call.arguments[0], "kernel");
  if (!handle)
    return handle.takeError();
  auto name = readString(call.env, call.arguments[1], "artifact");
  if (!name)
    return name.takeError();
  const std::shared_ptr<Kernel> &kernel = (*handle)->kernel();
  if (*name == "llvm")
    return makeString(call.env, kernel->artifacts().llvm);
  if (*name == "optimized")
    return makeString(call.env, kernel->artifacts().optimized);
  if (*name == "object")
    return makeBuffer(call.env, kernel->artifacts().object);
  if (*name == "assembly") {
    auto text = kernel->assembly();
    if (!text)
      return text.takeError();
    return makeString(call.env, *text);
  }
  return invalidValue("artifact", "expected \"llvm\", \"optimized\", \"assembly\" or \"object\", given \"" +
                                      *name + "\"");
}

llvm::Error dispose(const Call &call) {
  auto handle = readKernelHandle(call.env, call.arguments[0], "kernel");
  if (!handle)
    return handle.takeError();
  (*handle)->dispose();
  return llvm::Error::success();
}

} // namespace

napi_value compileFunction(napi_env env, napi_callback_info info) {
  return finish(env, compile({env, info}));
}

napi_value kernelInfoFunction(napi_env env, napi_callback_info i) { return finish(env, info({env, i})); }

napi_value kernelArtifactFunction(napi_env env, napi_callback_info info) {
  return finish(env, artifact({env, info}));
}

napi_value kernelDisposeFunction(napi_env env, napi_callback_info info) {
  if (llvm::Error error = dispose({env, info}))
    return throwError(env, std::move(error));
  return nullptr;
}

} // namespace tile_simd
