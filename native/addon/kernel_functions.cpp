#include "addon/kernel_functions.h"

#include "addon/kernel_object.h"
#include "addon/values.h"

#include "llvm/ADT/Twine.h"

namespace tile_simd {

llvm::Expected<Napi::Value> kernelInfo(const Napi::CallbackInfo &info) {
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  return Napi::String::New(info.Env(), (*handle)->kernel()->infoJson());
}

llvm::Expected<Napi::Value> kernelSource(const Napi::CallbackInfo &info) {
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  auto name = [](KernelSource source) {
    switch (source) {
    case KernelSource::Compiled: return "compiled";
    case KernelSource::Memory: return "memory";
    case KernelSource::Disk: return "disk";
    case KernelSource::Saved: break;
    }
    return "saved";
  };
  return Napi::String::New(info.Env(), name((*handle)->source()));
}

llvm::Expected<Napi::Value> kernelArtifact(const Napi::CallbackInfo &info) {
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  auto name = readString(info[1], "artifact");
  if (!name)
    return name.takeError();
  const Kernel &kernel = *(*handle)->kernel();
  if (*name == "llvm" || *name == "optimized") {
    auto texts = kernel.texts();
    if (!texts)
      return texts.takeError();
    return Napi::String::New(info.Env(), *name == "llvm" ? (*texts)->llvm : (*texts)->optimized);
  }
  if (*name == "object") // a copy: what JavaScript does to it must not reach the kernel
    return Napi::Buffer<char>::Copy(info.Env(), kernel.object().data(), kernel.object().size());
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
