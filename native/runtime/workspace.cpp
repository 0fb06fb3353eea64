#include "runtime/workspace.h"

#include <cstdlib>

namespace tile_simd {
namespace {

constexpr uint64_t granule = 4096;
constexpr uint64_t limit = uint64_t(1)
                           << 46; // beyond any address space; keeps the rounding below from overflow

class Workspace {
public:
  Workspace() = default;
  ~Workspace() { std::free(data_); }
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;

  void *get(uint64_t bytes) {
    if (bytes > capacity_ && !grow(bytes))
      return nullptr;
    return data_;
  }
  uint64_t capacity() const { return capacity_; }

private:
  bool grow(uint64_t bytes) {
    // Freed first: the content is dead, and both blocks at once would be the larger peak.
    std::free(data_);
    data_ = nullptr;
    capacity_ = 0;
    if (bytes > limit)
      return false;
    uint64_t rounded = (bytes + granule - 1) / granule * granule;
    data_ = std::aligned_alloc(workspaceAlignment, rounded);
    if (!data_)
      return false;
    capacity_ = rounded;
    return true;
  }

  void *data_ = nullptr;
  uint64_t capacity_ = 0;
};

thread_local Workspace workspace;

} // namespace

void *threadWorkspace(uint64_t bytes) { return bytes == 0 ? nullptr : workspace.get(bytes); }

uint64_t threadWorkspaceCapacity() { return workspace.capacity(); }

} // namespace tile_simd
