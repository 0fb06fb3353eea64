#include "addon/launcher.h"

#include "addon/launch_status.h"
#include "addon/pool_object.h"
#include "addon/tagged_object.h"
#include "addon/values.h"

namespace tile_simd {
namespace {

// Drawn at random once: it marks functions of this addon and no other.
constexpr napi_type_tag launcherTag = {0x51d8a06e93c74b2f, 0xc80f4b61e7952ad3};
constexpr napi_type_tag repeaterTag = {0x1f6b9d27c5e83a40, 0x9a71e3d40b5c826f};

constexpr unsigned leading = LaunchBinding::leading;

/// Holds a lease of this thread while something runs.
class HeldLease {
public:
  explicit HeldLease(Lease &lease)
      : table_(LeaseTable::current()), lease_(lease), held_(table_.acquire(lease, conflict_)) {}
  ~HeldLease() {
    if (held_)
      table_.release(lease_);
  }
  HeldLease(const HeldLease &) = delete;
  HeldLease &operator=(const HeldLease &) = delete;

  bool isHeld() const { return held_; }
  unsigned conflict() const { return conflict_; }

private:
  LeaseTable &table_;
  Lease &lease_;
  unsigned conflict_ = 0;
  const bool held_;
};

int32_t statusOf(const LaunchReport &report) {
  return encode(report.result == LaunchResult::Done ? LaunchStatus::Done : LaunchStatus::OutOfMemory);
}

int32_t runBound(Launcher &launcher) {
  LaunchBinding &binding = launcher.binding;
  const Launch launch = binding.launch();
  LaunchReport &report = binding.handle()->environment()->lastLaunch;
  if (launch.begin == launch.end) {
    report = {LaunchResult::Done, 1, 0};
    return encode(LaunchStatus::Done);
  }
  const HeldLease lease(binding.lease());
  if (!lease.isHeld())
    return binding.busy(lease.conflict());
  report = launchOn(launcher.poolFor(launch), launch, launcher.split);
  return statusOf(report);
}

int32_t run(Launcher &launcher, napi_env env, const napi_value *argv) {
  if (int32_t status = launcher.binding.bind(env, argv))
    return status;
  return runBound(launcher);
}

int32_t runAgain(Launcher &launcher) {
  return launcher.binding.mayRepeat() ? runBound(launcher) : encode(LaunchStatus::NotBound);
}

int32_t runToRepeat(Launcher &launcher, napi_env env, const napi_value *argv) {
  const int32_t status = run(launcher, env, argv);
  if (status == encode(LaunchStatus::Done))
    launcher.binding.permitRepetition();
  return status;
}

/// `capacity` parameters: Node-API fills the whole array that it is given, so small kernels use a small one.
template <unsigned capacity> napi_value launch(napi_env env, napi_callback_info info) {
  napi_value argv[leading + capacity]; // missing arguments read as undefined
  size_t argc = leading + capacity;
  void *data = nullptr;
  napi_value result = nullptr;
  if (napi_get_cb_info(env, info, &argc, argv, nullptr, &data) == napi_ok)
    napi_create_int32(env, run(*static_cast<Launcher *>(data), env, argv), &result);
  return result;
}

template <unsigned capacity> napi_value repeat(napi_env env, napi_callback_info info) {
  napi_value argv[leading + capacity];
  size_t argc = leading + capacity;
  void *data = nullptr;
  napi_value result = nullptr;
  if (napi_get_cb_info(env, info, &argc, argv, nullptr, &data) == napi_ok) {
    Launcher &launcher = *static_cast<Launcher *>(data);
    napi_create_int32(env, argc == 0 ? runAgain(launcher) : runToRepeat(launcher, env, argv), &result);
  }
  return result;
}

struct Callbacks {
  napi_callback launch, repeat;
};

Callbacks callbacksFor(unsigned parameters) {
  static_assert(maxLaunchArguments == 64, "the largest capacity below");
  return parameters <= 4    ? Callbacks{launch<4>, repeat<4>}
         : parameters <= 8  ? Callbacks{launch<8>, repeat<8>}
         : parameters <= 16 ? Callbacks{launch<16>, repeat<16>}
                            : Callbacks{launch<64>, repeat<64>};
}

/// A function that is called with the launcher, and holds it.
llvm::Expected<Napi::Value> makeFunction(Napi::Env env, const char *name, napi_callback callback,
                                         const napi_type_tag &tag, std::shared_ptr<Launcher> launcher) {
  napi_value function = nullptr;
  if (napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, launcher.get(), &function) != napi_ok)
    return nodeApiFailure(env, "napi_create_function");
  if (llvm::Error e = attachValue(Napi::Object(env, function), tag, std::move(launcher)))
    return e;
  return Napi::Value(env, function);
}

const std::shared_ptr<Launcher> *readLauncher(napi_env env, napi_value value) {
  return value ? attachedValue<std::shared_ptr<Launcher>>(env, value, launcherTag) : nullptr;
}

llvm::Expected<int32_t> readColumns(Napi::Value value) {
  auto columns = readCount(value, "columns");
  if (!columns)
    return columns.takeError();
  if (*columns < 1 || *columns > INT32_MAX)
    return invalidValue("columns", "expected an integer from 1 to " + llvm::Twine(INT32_MAX) + ", given " +
                                       llvm::Twine(*columns));
  return int32_t(*columns);
}

llvm::Expected<SplitRequest> readSplit(Napi::Value value) {
  constexpr unsigned count = 8;
  auto numbers = readCounts(value, "split", count);
  if (!numbers)
    return numbers.takeError();
  if (numbers->size() != count)
    return invalidValue("split",
                        "expected " + llvm::Twine(count) + " numbers, given " + llvm::Twine(numbers->size()));
  const auto at = [&](unsigned i) { return uint64_t((*numbers)[i]); };
  for (unsigned i :
       {0, 1, 2, 4, 5}) // but for grain and workers, where 0 means what seems best, and programs in a cache
    if (at(i) == 0)
      return invalidValue("split[" + llvm::Twine(i) + "]", "expected an integer of at least 1, given 0");
  return SplitRequest{{at(0), at(1), at(2), at(3)}, {at(4), at(5)}, at(6), unsigned(at(7))};
}

} // namespace

WorkerPool *Launcher::poolFor(const Launch &launch) const {
  const uint64_t units =
      launch.cooperation->isCooperative() ? launch.cooperation->chunks : launch.end - launch.begin;
  return units <= unitsForCaller ? nullptr : pool.get();
}

llvm::Expected<Napi::Value> createLauncher(const Napi::CallbackInfo &info) {
  // Arrays first: reading them may run getters, which may dispose the kernel.
  auto strides = readCounts(info[1], "rowStrides", maxLaunchArguments);
  if (!strides)
    return strides.takeError();
  auto split = readSplit(info[2]);
  if (!split)
    return split.takeError();
  auto pool = readPool(info[3], "pool");
  if (!pool)
    return pool.takeError();
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  const size_t count = (*handle)->kernel()->params().size();
  if (strides->size() != count)
    return invalidValue("rowStrides", "expected one stride for each of the kernel's " + llvm::Twine(count) +
                                          " parameters, given " + llvm::Twine(strides->size()));
  if (count > maxLaunchArguments)
    return internalError("the kernel has more parameters than a launch record");
  llvm::Expected<int32_t> columns = 0;
  if ((*handle)->kernel()->hasRunTimeColumns())
    columns = readColumns(info[4]);
  if (!columns)
    return columns.takeError();

  auto launcher = std::shared_ptr<Launcher>(new Launcher{
      {std::move(*handle), *strides, *columns}, *split, std::move(*pool), unitsForCaller(*split)});
  return makeFunction(info.Env(), "launch", callbacksFor(unsigned(count)).launch, launcherTag,
                      std::move(launcher));
}

llvm::Expected<Napi::Value> createRepeater(const Napi::CallbackInfo &info) {
  const std::shared_ptr<Launcher> *launcher = readLauncher(info.Env(), info[0]);
  if (!launcher)
    return invalidType("launcher", "expected a launcher, given " + describeValue(info[0]));
  return makeFunction(info.Env(), "repeat", callbacksFor((*launcher)->binding.parameterCount()).repeat,
                      repeaterTag, *launcher);
}

double encodeItem(int32_t status, unsigned item) { return status + double(item) * 0x1p32; }

llvm::Expected<double> forEachItem(Napi::Value items, llvm::function_ref<int32_t(Launcher &, unsigned)> use) {
  if (!items.IsArray())
    return invalidType("items", "expected an array, given " + describeValue(items));
  napi_env env = items.Env();
  const uint32_t length = items.As<Napi::Array>().Length();
  unsigned item = 0;
  for (uint32_t at = 0; at < length; ++item) {
    const Napi::HandleScope scope(env);
    napi_value function = nullptr;
    napi_get_element(env, items, at, &function);
    const std::shared_ptr<Launcher> *box = readLauncher(env, function);
    if (!box)
      return invalidType("items[" + llvm::Twine(at) + "]", "expected a launcher");
    LaunchBinding &binding = (*box)->binding;
    napi_value argv[leading + maxLaunchArguments];
    const unsigned count = leading + binding.parameterCount();
    for (unsigned i = 0; i < count; ++i)
      if (napi_get_element(env, items, at + 1 + i, &argv[i]) != napi_ok)
        return nodeApiFailure(env, "napi_get_element");
    at += 1 + count;
    if (int32_t status = binding.bind(env, argv))
      return encodeItem(status, item);
    if (int32_t status = use(**box, item))
      return encodeItem(status, item);
  }
  return 0;
}

llvm::Expected<Napi::Value> launchBatch(const Napi::CallbackInfo &info) {
  auto pool = readPool(info[0], "pool");
  if (!pool)
    return pool.takeError();
  Napi::Env env = info.Env();
  std::vector<Launcher *> launchers;
  std::vector<unsigned> itemOf; // by range of the lease
  Lease lease; // of all: those of one batch run in order, and do not conflict with each other
  auto status = forEachItem(info[1], [&](Launcher &launcher, unsigned item) {
    launchers.push_back(&launcher);
    for (const LeasedRange &range : launcher.binding.lease().ranges) {
      lease.ranges.push_back(range);
      itemOf.push_back(item);
    }
    return encode(LaunchStatus::Done);
  });
  if (!status)
    return status.takeError();
  if (*status != 0)
    return Napi::Number::New(env, *status);
  const HeldLease held(lease);
  if (!held.isHeld()) {
    const unsigned range = held.conflict();
    return Napi::Number::New(
        env, encodeItem(encode(LaunchStatus::Busy, lease.ranges[range].param), itemOf[range]));
  }
  LaunchReport total{LaunchResult::Done, 1, 0};
  for (unsigned item = 0; item < launchers.size(); ++item) {
    const Launcher &launcher = *launchers[item];
    const LaunchReport report = launchOn(pool->get(), launcher.binding.launch(), launcher.split);
    if (int32_t failed = statusOf(report))
      return Napi::Number::New(env, encodeItem(failed, item));
    total.workers = std::max(total.workers, report.workers);
    total.tasks += report.tasks;
  }
  environmentOf(env)->lastLaunch = total;
  return Napi::Number::New(env, 0);
}

llvm::Expected<Napi::Value> lastLaunch(const Napi::CallbackInfo &info) {
  const LaunchReport &report = environmentOf(info.Env())->lastLaunch;
  Napi::Array array = Napi::Array::New(info.Env(), 2);
  array.Set(0U, report.workers);
  array.Set(1U, double(report.tasks));
  return array;
}

} // namespace tile_simd
