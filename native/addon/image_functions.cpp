#include "addon/image_functions.h"

#include "addon/kernel_object.h"
#include "addon/values.h"
#include "jit/kernel_image.h"
#include "target/cpu.h"

namespace tile_simd {

/// A copy: the array may be shared with a thread that writes.
static llvm::Expected<std::string> readBytes(Napi::Value value, llvm::StringRef argument) {
  napi_typedarray_type type = napi_uint8_clamped_array;
  size_t length = 0;
  void *data = nullptr;
  if (napi_get_typedarray_info(value.Env(), value, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_uint8_array)
    return invalidType(argument, "expected a Uint8Array, given " + describeValue(value));
  return std::string(static_cast<const char *>(data), length);
}

static llvm::Expected<KernelImage> readImageOf(Napi::Value value) {
  auto bytes = readBytes(value, "bytes");
  if (!bytes)
    return bytes.takeError();
  return decodeImage(*bytes);
}

llvm::Expected<Napi::Value> kernelImage(const Napi::CallbackInfo &info) {
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  auto description = readString(info[1], "description");
  if (!description)
    return description.takeError();
  const std::string image = (*handle)->kernel()->image(*description);
  return Napi::Buffer<char>::Copy(info.Env(), image.data(), image.size());
}

llvm::Expected<Napi::Value> readImage(const Napi::CallbackInfo &info) {
  auto image = readImageOf(info[0]);
  if (!image)
    return image.takeError();
  Napi::Array features = Napi::Array::New(info.Env(), image->identity.features.size());
  for (size_t i = 0; i < image->identity.features.size(); ++i)
    features.Set(uint32_t(i), image->identity.features[i]);
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("description", image->description);
  object.Set("features", features);
  return object;
}

llvm::Expected<Napi::Value> linkImage(const Napi::CallbackInfo &info) {
  auto image = readImageOf(info[0]);
  if (!image)
    return image.takeError();
  auto text = readString(info[1], "request");
  if (!text)
    return text.takeError();
  auto request = decodeRequest(*text);
  if (!request)
    return request.takeError();
  if (llvm::Error e = requireHostFeatures(image->identity.features))
    return e;
  request->target.features = image->identity.features; // this CPU may have more
  if (!(image->identity == identityOf(request->target, *text)))
    return info.Env().Undefined();
  auto object = restoreKernel(std::move(*image), *request);
  if (!object)
    return object.takeError();
  auto kernel = linkKernel(std::move(*object), std::move(*text));
  if (!kernel)
    return kernel.takeError();
  return makeKernelObject(info.Env(), {std::move(*kernel), KernelSource::Saved});
}

} // namespace tile_simd
