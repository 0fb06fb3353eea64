// The one way to a kernel: from memory, from disk, or compiled.
//
// Process-wide and thread-safe: environments that ask for the same code share it, also while it is being
// compiled. It lives to the end of the process on purpose, like the engine below it.
//
// Memory holds what was used last, up to a number of kernels and of bytes. Whoever launches a kernel has a
// reference of its own, so the cache may let go at any time; a kernel that its last holder gives back by
// release() is freed at once.
#pragma once

#include "jit/kernel.h"

#include <condition_variable>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

namespace tile_simd {

/// Saved: from bytes that a user kept.
enum class KernelSource { Compiled, Memory, Disk, Saved };

struct CachedKernel {
  std::shared_ptr<Kernel> kernel;
  KernelSource source;
};

/// Where kernels are kept beyond this process.
struct DiskOptions {
  std::string directory; // empty for nowhere
  uint64_t limit = 0;    // bytes
};

/// What there is, and what became of the kernels that were asked for.
struct CacheStats {
  uint64_t kernels = 0, bytes = 0; // in memory
  uint64_t fromMemory = 0, fromDisk = 0, compiled = 0;
  uint64_t stored = 0, notStored = 0; // on disk
};

class CodeCache {
public:
  static constexpr size_t defaultKernels = 256;
  static constexpr uint64_t defaultBytes = uint64_t(32) << 20; // of objects

  explicit CodeCache(size_t maxKernels = defaultKernels, uint64_t maxBytes = defaultBytes)
      : maxKernels_(maxKernels), maxBytes_(maxBytes) {}

  /// The process's one.
  static CodeCache &shared();

  /// The kernel for a compile request. Equal requests are compiled once: who comes second waits for the
  /// first. What is wrong with the disk is no error here, checkDisk() says it.
  llvm::Expected<CachedKernel> get(const std::string &request, const DiskOptions &disk);

  /// The same, but only if nothing must be compiled for it; null otherwise.
  llvm::Expected<CachedKernel> findReady(const std::string &request, const DiskOptions &disk);

  /// The kernel, if it is in memory. If not, null: it is then being compiled in the background, without a
  /// word if that fails.
  std::shared_ptr<Kernel> compileSoon(const std::string &request, const DiskOptions &disk);

  /// Takes a holder's reference back.
  void release(std::shared_ptr<Kernel> kernel);

  CacheStats stats() const;

private:
  using Order = std::list<std::shared_ptr<Kernel>>; // the one used last in front

  /// In memory, which counts.
  std::shared_ptr<Kernel> find(const std::string &request);
  void keep(const std::shared_ptr<Kernel> &kernel, Order &evicted);

  const size_t maxKernels_;
  const uint64_t maxBytes_;
  mutable std::mutex mutex_; // of all below
  std::condition_variable finished_;
  std::set<std::string> inFlight_;
  Order kernels_;
  std::unordered_map<std::string, Order::iterator> byRequest_;
  CacheStats stats_;
};

/// What keeps a directory from being used as a cache, as a sentence; empty for nothing.
std::string checkDisk(const std::string &directory);

} // namespace tile_simd
