#include "addon/pool_object.h"

#include "addon/tagged_object.h"
#include "addon/values.h"
#include "runtime/cpu_budget.h"
#include "runtime/process_wide.h"

namespace tile_simd {
namespace {

// Drawn at random once: it marks objects of this addon and no other.
constexpr napi_type_tag poolTag = {0x2f6b8d1c53ae4097, 0x9b04e7d2c1f85a36};

using PoolBox = std::shared_ptr<WorkerPool>;

/// Pools that are not another's: workers and microseconds.
llvm::Expected<PoolBox> makePool(const Napi::CallbackInfo &info) {
  auto workers = readCount(info[0], "workers");
  if (!workers)
    return workers.takeError();
  auto spin = readCount(info[1], "spin");
  if (!spin)
    return spin.takeError();
  if (*workers < 1 || *workers > maxPoolWorkers)
    return invalidValue("workers", "expected an integer from 1 to " + llvm::Twine(maxPoolWorkers) +
                                       ", given " + llvm::Twine(*workers));
  return std::make_shared<WorkerPool>(unsigned(*workers), std::chrono::microseconds(*spin));
}

llvm::Expected<Napi::Value> makeObject(Napi::Env env, PoolBox pool) {
  Napi::Object object = Napi::Object::New(env);
  if (llvm::Error e = attachValue(object, poolTag, std::move(pool)))
    return e;
  return object;
}

/// The pool of the process.
struct DefaultPool {
  ShortLock lock;
  PoolBox pool;
};

} // namespace

llvm::Expected<Napi::Value> createPool(const Napi::CallbackInfo &info) {
  auto pool = makePool(info);
  if (!pool)
    return pool.takeError();
  return makeObject(info.Env(), std::move(*pool));
}

llvm::Expected<Napi::Value> defaultPool(const Napi::CallbackInfo &info) {
  auto made = makePool(info);
  if (!made)
    return made.takeError();
  DefaultPool &shared = ProcessWide<DefaultPool>::get();
  shared.lock.lock();
  if (!shared.pool)
    shared.pool = std::move(*made);
  PoolBox pool = shared.pool;
  shared.lock.unlock();
  return makeObject(info.Env(), std::move(pool));
}

llvm::Expected<Napi::Value> poolStats(const Napi::CallbackInfo &info) {
  auto pool = readPool(info[0], "pool");
  if (!pool)
    return pool.takeError();
  if (!*pool)
    return invalidType("pool", "expected a pool, given null");
  const PoolStats stats = (*pool)->stats();
  Napi::Env env = info.Env();
  Napi::Array blocks = Napi::Array::New(env, stats.blocks.size());
  for (uint32_t i = 0; i < stats.blocks.size(); ++i)
    blocks.Set(i, double(stats.blocks[i]));
  Napi::Object object = Napi::Object::New(env);
  object.Set("workers", (*pool)->workers());
  object.Set("launches", double(stats.launches));
  object.Set("wakeUps", double(stats.wakeUps));
  object.Set("idleMicroseconds", std::chrono::duration<double, std::micro>(stats.idle).count());
  object.Set("blocks", blocks);
  return object;
}

llvm::Expected<Napi::Value> cpuBudget(const Napi::CallbackInfo &info) {
  const CpuBudget budget = cpuBudget();
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("cores", budget.cores);
  object.Set("quota", budget.quota);
  object.Set("workers", budget.workers());
  return object;
}

llvm::Expected<PoolBox> readPool(Napi::Value value, llvm::StringRef argument) {
  if (value.IsNull())
    return PoolBox();
  if (const auto *pool = attachedValue<PoolBox>(value.Env(), value, poolTag))
    return *pool;
  return invalidType(argument, "expected a worker pool or null, given " + describeValue(value));
}

} // namespace tile_simd
