#include "cache/code_cache.h"

#include "cache/background.h"
#include "cache/disk_cache.h"
#include "target/cpu.h"

namespace tile_simd {

using namespace llvm;

CodeCache &CodeCache::shared() {
  static auto *cache = new CodeCache;
  return *cache;
}

static std::optional<PrivateDirectory> openDisk(const DiskOptions &disk) {
  if (disk.directory.empty())
    return std::nullopt;
  Expected<PrivateDirectory> opened = PrivateDirectory::open(disk.directory);
  if (opened)
    return std::move(*opened);
  consumeError(opened.takeError());
  return std::nullopt;
}

std::string checkDisk(const std::string &directory) {
  Expected<PrivateDirectory> opened = PrivateDirectory::open(directory);
  return opened ? "" : toString(opened.takeError());
}

/// From an image to code. Whatever is wrong, the caller compiles.
static std::shared_ptr<Kernel> linkImage(KernelImage image, const Request &request, PhaseClock clock) {
  std::string text = image.identity.request;
  Expected<KernelObject> object = restoreKernel(std::move(image), request);
  if (!object) {
    consumeError(object.takeError());
    return nullptr;
  }
  object->clock = std::move(clock);
  object->clock.finish("load");
  Expected<std::shared_ptr<Kernel>> kernel = linkKernel(std::move(*object), std::move(text));
  if (kernel)
    return std::move(*kernel);
  consumeError(kernel.takeError());
  return nullptr;
}

namespace {

/// What a request asks for, and where it may be.
struct Search {
  const std::string &text;
  Request request;
  ImageIdentity identity;
  std::optional<PrivateDirectory> directory;
};

struct Made {
  CachedKernel kernel;
  bool triedToStore = false, stored = false;
};

} // namespace

static Expected<Search> prepare(const std::string &text, const DiskOptions &disk) {
  Expected<Request> request = decodeRequest(text);
  if (!request)
    return request.takeError();
  if (Error e = requireHostFeatures(request->target.features))
    return e;
  ImageIdentity identity = identityOf(request->target, text);
  return Search{text, std::move(*request), std::move(identity), openDisk(disk)};
}

/// Null if it is not there.
static std::shared_ptr<Kernel> fromDisk(const Search &search, PhaseClock clock) {
  if (search.directory)
    if (std::optional<KernelImage> image = findImage(*search.directory, search.identity))
      return linkImage(std::move(*image), search.request, std::move(clock));
  return nullptr;
}

static Expected<Made> make(const std::string &text, const DiskOptions &disk) {
  PhaseClock clock;
  Expected<Search> search = prepare(text, disk);
  if (!search)
    return search.takeError();
  if (std::shared_ptr<Kernel> kernel = fromDisk(*search, std::move(clock)))
    return Made{{std::move(kernel), KernelSource::Disk}};
  Expected<KernelObject> object = emitKernel(search->request);
  if (!object)
    return object.takeError();
  Expected<std::shared_ptr<Kernel>> kernel = linkKernel(std::move(*object), text);
  if (!kernel)
    return kernel.takeError();
  Made made{{std::move(*kernel), KernelSource::Compiled}};
  if (search->directory) {
    made.triedToStore = true;
    made.stored = storeImage(*search->directory, search->identity, made.kernel.kernel->image(""), disk.limit);
  }
  return made;
}

Expected<CachedKernel> CodeCache::get(const std::string &request, const DiskOptions &disk) {
  Order evicted; // freed without the lock
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    if (std::shared_ptr<Kernel> kernel = find(request))
      return CachedKernel{std::move(kernel), KernelSource::Memory};
    if (inFlight_.insert(request).second)
      break;
    finished_.wait(lock); // should it fail elsewhere, it is tried here, for an error of its own
  }
  lock.unlock();
  Expected<Made> made = make(request, disk);
  lock.lock();
  inFlight_.erase(request);
  finished_.notify_all();
  if (!made)
    return made.takeError();
  ++(made->kernel.source == KernelSource::Disk ? stats_.fromDisk : stats_.compiled);
  if (made->triedToStore)
    ++(made->stored ? stats_.stored : stats_.notStored);
  keep(made->kernel.kernel, evicted);
  return std::move(made->kernel);
}

Expected<CachedKernel> CodeCache::findReady(const std::string &request, const DiskOptions &disk) {
  Order evicted; // freed without the lock
  PhaseClock clock;
  std::unique_lock<std::mutex> lock(mutex_);
  if (std::shared_ptr<Kernel> kernel = find(request))
    return CachedKernel{std::move(kernel), KernelSource::Memory};
  if (!inFlight_.insert(request).second)
    return CachedKernel{nullptr, KernelSource::Memory};
  lock.unlock();
  Expected<Search> search = prepare(request, disk);
  std::shared_ptr<Kernel> kernel = search ? fromDisk(*search, std::move(clock)) : nullptr;
  lock.lock();
  inFlight_.erase(request);
  finished_.notify_all();
  if (!search)
    return search.takeError();
  if (kernel) {
    ++stats_.fromDisk;
    keep(kernel, evicted);
  }
  return CachedKernel{std::move(kernel), KernelSource::Disk};
}

std::shared_ptr<Kernel> CodeCache::compileSoon(const std::string &request, const DiskOptions &disk) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (std::shared_ptr<Kernel> kernel = find(request))
    return kernel;
  if (inFlight_.count(request) == 0)
    BackgroundWork::shared().submit(request, [this, request, disk] {
      if (auto made = get(request, disk); !made)
        consumeError(made.takeError());
    });
  return nullptr;
}

std::shared_ptr<Kernel> CodeCache::find(const std::string &request) {
  auto found = byRequest_.find(request);
  if (found == byRequest_.end())
    return nullptr;
  kernels_.splice(kernels_.begin(), kernels_, found->second);
  ++stats_.fromMemory;
  return kernels_.front();
}

void CodeCache::keep(const std::shared_ptr<Kernel> &kernel, Order &evicted) {
  kernels_.push_front(kernel);
  byRequest_[kernel->request()] = kernels_.begin();
  ++stats_.kernels;
  stats_.bytes += kernel->object().size();
  while (stats_.kernels > maxKernels_ || stats_.bytes > maxBytes_) {
    const Kernel &last = *kernels_.back();
    byRequest_.erase(last.request());
    --stats_.kernels;
    stats_.bytes -= last.object().size();
    evicted.splice(evicted.end(), kernels_, std::prev(kernels_.end()));
  }
}

void CodeCache::release(std::shared_ptr<Kernel> kernel) {
  Order freed; // without the lock
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = byRequest_.find(kernel->request());
  const bool isKept = found != byRequest_.end() && *found->second == kernel;
  // The cache's reference and this one: nobody comes by another but through the lock.
  if (isKept && kernel.use_count() == 2) {
    --stats_.kernels;
    stats_.bytes -= kernel->object().size();
    freed.splice(freed.end(), kernels_, found->second);
    byRequest_.erase(found);
  } else if (!isKept) {
    freed.push_back(std::move(kernel));
  }
  kernel.reset();
}

CacheStats CodeCache::stats() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return stats_;
}

} // namespace tile_simd
