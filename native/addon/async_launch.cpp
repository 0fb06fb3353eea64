#include "addon/async_launch.h"

#include "addon/completions.h"
#include "addon/launch_status.h"
#include "addon/launcher.h"
#include "addon/pool_object.h"
#include "addon/values.h"

namespace tile_simd {
namespace {

/// One launch of a sequence, with everything that its record or kernel object may lose meanwhile.
struct Item {
  std::shared_ptr<Kernel> kernel; // the code goes after the last launch
  std::vector<LaunchArgument> arguments;
  std::vector<std::vector<int32_t>> rowNumbers;
  Launch launch;
  SplitRequest split;
};

class AsyncLaunch final : public PostedWork {
public:
  AsyncLaunch(uint64_t ticket, std::shared_ptr<WorkerPool> pool, std::shared_ptr<Completions> completions)
      : ticket_(ticket), pool_(std::move(pool)), completions_(std::move(completions)) {}

  /// What is bound now. Item by item, as they are to run.
  void add(Launcher &launcher, unsigned item) {
    LaunchBinding &binding = launcher.binding;
    const Launch launch = binding.launch();
    items_.push_back({binding.handle()->kernel(),
                      {launch.arguments, launch.arguments + launch.argumentCount},
                      binding.takeRowNumbers(),
                      launch,
                      launcher.split});
    items_.back().launch.arguments =
        items_.back().arguments.data(); // which stays where it is when items move
    for (const LeasedRange &range : binding.lease().ranges) {
      lease_.ranges.push_back(range);
      itemOf_.push_back(item);
    }
  }

  /// 0 if it has begun, and then belongs to itself; or a status of launchBatch.
  static double begin(std::unique_ptr<AsyncLaunch> launch) {
    unsigned range = 0;
    if (!LeaseTable::current().acquire(launch->lease_, range))
      return encodeItem(encode(LaunchStatus::Busy, launch->lease_.ranges[range].param),
                        launch->itemOf_[range]);
    launch->completions_->begin(launch->ticket_, launch->cancelled_);
    std::shared_ptr<WorkerPool> pool = launch->pool_;
    AsyncLaunch *posted = launch.release();
    if (!WorkerPool::post(std::move(pool), posted))
      posted->run(); // no thread can be had: late is better than never
    return 0;
  }

  void run() override {
    const auto start = std::chrono::steady_clock::now();
    LaunchReport total{LaunchResult::Done, 1, 0};
    for (const Item &item : items_) {
      if (*cancelled_)
        break;
      const LaunchReport report = launchOn(pool_.get(), item.launch, item.split, cancelled_.get());
      total.workers = std::max(total.workers, report.workers);
      total.tasks += report.tasks;
      if (report.result != LaunchResult::Done) {
        total.result = report.result;
        break;
      }
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    LeaseTable::current().release(lease_);
    const Completion completion{ticket_, total, time.count()};
    const std::shared_ptr<Completions> completions = std::move(completions_);
    delete this; // and with it perhaps the kernel, before anybody hears of the end
    completions->finish(completion);
  }

private:
  const uint64_t ticket_;
  const std::shared_ptr<WorkerPool> pool_;
  std::shared_ptr<Completions> completions_;
  const std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
  std::vector<Item> items_;
  Lease lease_;
  std::vector<unsigned> itemOf_; // by range of the lease
};

llvm::Expected<std::shared_ptr<Completions>> readCompletions(Napi::Env env) {
  const std::shared_ptr<Completions> &completions = environmentOf(env)->completions;
  if (!completions)
    return internalError("nobody listens to asynchronous launches");
  return completions;
}

} // namespace

llvm::Expected<Napi::Value> onCompletion(const Napi::CallbackInfo &info) {
  if (!info[0].IsFunction())
    return invalidType("handler", "expected a function, given " + describeValue(info[0]));
  auto completions = Completions::make(info.Env(), info[0].As<Napi::Function>());
  if (!completions)
    return completions.takeError();
  environmentOf(info.Env())->completions = std::move(*completions);
  return info.Env().Undefined();
}

llvm::Expected<Napi::Value> launchAsync(const Napi::CallbackInfo &info) {
  Napi::Env env = info.Env();
  auto ticket = readCount(info[0], "ticket");
  if (!ticket)
    return ticket.takeError();
  auto pool = readPool(info[1], "pool");
  if (!pool)
    return pool.takeError();
  if (!*pool)
    return invalidType("pool", "expected a worker pool, given null");
  auto completions = readCompletions(env);
  if (!completions)
    return completions.takeError();
  auto launch = std::make_unique<AsyncLaunch>(uint64_t(*ticket), std::move(*pool), std::move(*completions));
  auto status = forEachItem(info[2], [&](Launcher &launcher, unsigned item) {
    launch->add(launcher, item);
    return encode(LaunchStatus::Done);
  });
  if (!status)
    return status.takeError();
  return Napi::Number::New(env, *status != 0 ? *status : AsyncLaunch::begin(std::move(launch)));
}

llvm::Expected<Napi::Value> cancelLaunch(const Napi::CallbackInfo &info) {
  auto ticket = readCount(info[0], "ticket");
  if (!ticket)
    return ticket.takeError();
  auto completions = readCompletions(info.Env());
  if (!completions)
    return completions.takeError();
  (*completions)->cancel(uint64_t(*ticket));
  return info.Env().Undefined();
}

} // namespace tile_simd
