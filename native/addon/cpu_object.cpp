#include "addon/cpu_object.h"

#include "target/cpu.h"

namespace tile_simd {

static Napi::Array makeStrings(Napi::Env env, const std::vector<std::string> &texts) {
  Napi::Array array = Napi::Array::New(env, texts.size());
  for (size_t i = 0; i < texts.size(); ++i)
    array.Set(uint32_t(i), texts[i]);
  return array;
}

llvm::Expected<Napi::Value> version(const Napi::CallbackInfo &info) {
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("llvm", llvmVersion());
  object.Set("library", libraryVersion());
  return object;
}

llvm::Expected<Napi::Value> cpu(const Napi::CallbackInfo &info) {
  const CpuInfo &host = hostCpu();
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("name", host.name);
  object.Set("features", makeStrings(info.Env(), host.features));
  object.Set("levels", makeStrings(info.Env(), host.levels));
  object.Set("maxWidth", host.maxWidth);
  return object;
}

} // namespace tile_simd
