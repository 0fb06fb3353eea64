#include "addon/kernel_functions.h"

#include "addon/kernel_object.h"
#include "addon/values.h"

#include "llvm/ADT/Twine.h"

namespace tile_simd {

llvm::Expected<Napi::Value> compile(const Napi::CallbackInfo &info) {
  auto request = readString(info[0], "request");
  if (!request)
    return request.takeError();
  auto kernel = compileKernel(*request);
  if (!kernel)
    return kernel.takeError();
  return makeKernelObject(info.Env(), std::move(*kernel));
}

llvm::Expected<Napi::Value> kernelInfo(const Napi::CallbackInfo &info) {
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  return Napi::String::New(info.Env(), (*handle)->kernel()->infoJson());
}

llvm::Expected<Napi::Value> kernelArtifact(const Napi::CallbackInfo &info) {
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  auto name = readString(info[1], "artifact");
  if (!name)
    return name.takeError();
  const Kernel &kernel = *(*handle)->kernel();
  const KernelArtifacts &artifacts = kernel.artifacts();
  if (*name == "llvm")
    return Napi::String::New(info.Env(), artifacts.llvm);
  if (*name == "optimized")
    return Napi::String::New(info.Env(), artifacts.optimized);
  if (*name == "object") // a copy: what JavaScript does to it must not reach the kernel
    return Napi::Buffer<char>::Copy(info.Env(), artifacts.object.data(), artifacts.object.size());
  if (*name == "assembly") {
    auto text = kernel.assembly();
    if (!text)
      return text.takeError();
    return Napi::String::New(info.Env(), *text);
  }
  return invalidValue("artifact", "expected \"llvm\", \"optimized\", \"assembly\" or \"object\", given \"" +
                                      *name + "\"");
}

llvm::Expected<Napi::Value> kernelDispose(const Napi::CallbackInfo &info) {
  auto handle = readKernelHandle(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  (*handle)->dispose();
  return info.Env().Undefined();
}

} // namespace tile_simd
