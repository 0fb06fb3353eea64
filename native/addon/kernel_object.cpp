#include "addon/kernel_object.h"

#include "addon/tagged_object.h"
#include "addon/values.h"

namespace tile_simd {
namespace {

// Drawn at random once: it marks objects of this addon and no other.
constexpr napi_type_tag kernelTag = {0x7c1e0b6f94d84a2d, 0xa53f2f9be86c1d07};

using HandleBox = std::shared_ptr<KernelHandle>;

/// The memory that lives as long as the kernel: its object and its code, which is about as large.
int64_t nativeBytes(const Kernel &kernel) { return int64_t(2 * kernel.object().size()); }

} // namespace

KernelHandle::KernelHandle(std::shared_ptr<Environment> environment, CachedKernel kernel)
    : environment_(std::move(environment)), kernel_(std::move(kernel.kernel)), source_(kernel.source),
      accountedBytes_(nativeBytes(*kernel_)) {
  ++environment_->kernels;
  environment_->adjustExternalMemory(accountedBytes_);
}

KernelHandle::~KernelHandle() {
  if (kernel_)
    forget();
}

void KernelHandle::dispose() {
  if (!kernel_)
    return;
  forget();
  CodeCache::shared().release(std::move(kernel_));
}

void KernelHandle::forget() {
  --environment_->kernels;
  environment_->adjustExternalMemory(-accountedBytes_);
}

llvm::Expected<Napi::Value> makeKernelObject(Napi::Env env, CachedKernel kernel) {
  Napi::Object object = Napi::Object::New(env);
  if (llvm::Error e = attachValue<HandleBox>(
          object, kernelTag, std::make_shared<KernelHandle>(environmentOf(env), std::move(kernel))))
    return e;
  return object;
}

llvm::Expected<HandleBox> readKernelHandle(Napi::Value value, llvm::StringRef argument) {
  if (const auto *handle = attachedValue<HandleBox>(value.Env(), value, kernelTag))
    return *handle;
  return invalidType(argument, "expected a kernel made by compile, given " + describeValue(value));
}

llvm::Expected<HandleBox> readLiveKernel(Napi::Value value, llvm::StringRef argument) {
  auto handle = readKernelHandle(value, argument);
  if (handle && !(*handle)->kernel())
    return kernelDisposed(argument);
  return handle;
}

} // namespace tile_simd
