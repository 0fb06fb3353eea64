#include "addon/compile_functions.h"

#include "addon/kernel_object.h"
#include "addon/values.h"
#include "cache/code_cache.h"

#include <optional>

namespace tile_simd {
namespace {

struct Order {
  std::string request;
  DiskOptions disk;
};

llvm::Expected<Order> readOrder(const Napi::CallbackInfo &info) {
  auto request = readString(info[0], "request");
  if (!request)
    return request.takeError();
  auto directory = readString(info[1], "cacheDirectory");
  if (!directory)
    return directory.takeError();
  auto limit = readCount(info[2], "cacheBytes");
  if (!limit)
    return limit.takeError();
  return Order{std::move(*request), {std::move(*directory), uint64_t(*limit)}};
}

/// Compiles on a thread of libuv's pool and settles a promise. An environment that ends waits for it, and the
/// kernel then goes with this object; while it ends, no JavaScript can be run, and the calls below fail
/// without harm.
class Compilation final : public Napi::AsyncWorker {
public:
  Compilation(Napi::Env env, Order order, napi_deferred deferred)
      : AsyncWorker(env, "tile-simd:compile"), order_(std::move(order)), deferred_(deferred) {}

protected:
  void Execute() override { result_.emplace(CodeCache::shared().get(order_.request, order_.disk)); }

  void OnOK() override {
    llvm::Expected<Napi::Value> object =
        *result_ ? makeKernelObject(Env(), std::move(**result_)) : result_->takeError();
    if (object) {
      napi_resolve_deferred(Env(), deferred_, *object);
      return;
    }
    Napi::Error error = makeError(Env(), object.takeError());
    if (!error.IsEmpty())
      napi_reject_deferred(Env(), deferred_, error.Value());
  }

private:
  const Order order_;
  napi_deferred deferred_;
  std::optional<llvm::Expected<CachedKernel>> result_;
};

} // namespace

llvm::Expected<Napi::Value> compile(const Napi::CallbackInfo &info) {
  auto order = readOrder(info);
  if (!order)
    return order.takeError();
  auto kernel = CodeCache::shared().get(order->request, order->disk);
  if (!kernel)
    return kernel.takeError();
  return makeKernelObject(info.Env(), std::move(*kernel));
}

llvm::Expected<Napi::Value> compileAsync(const Napi::CallbackInfo &info) {
  auto order = readOrder(info);
  if (!order)
    return order.takeError();
  napi_deferred deferred = nullptr;
  napi_value promise = nullptr;
  if (napi_create_promise(info.Env(), &deferred, &promise) != napi_ok)
    return nodeApiFailure(info.Env(), "napi_create_promise");
  auto *compilation =
      new Compilation(info.Env(), std::move(*order), deferred); // deletes itself when it is done
  compilation->Queue();
  return Napi::Value(info.Env(), promise);
}

static llvm::Expected<Napi::Value> kernelOrUndefined(Napi::Env env, CachedKernel kernel) {
  if (!kernel.kernel)
    return env.Undefined();
  return makeKernelObject(env, std::move(kernel));
}

llvm::Expected<Napi::Value> findKernel(const Napi::CallbackInfo &info) {
  auto order = readOrder(info);
  if (!order)
    return order.takeError();
  auto kernel = CodeCache::shared().findReady(order->request, order->disk);
  if (!kernel)
    return kernel.takeError();
  return kernelOrUndefined(info.Env(), std::move(*kernel));
}

llvm::Expected<Napi::Value> compileSoon(const Napi::CallbackInfo &info) {
  auto order = readOrder(info);
  if (!order)
    return order.takeError();
  return kernelOrUndefined(
      info.Env(), {CodeCache::shared().compileSoon(order->request, order->disk), KernelSource::Memory});
}

} // namespace tile_simd
