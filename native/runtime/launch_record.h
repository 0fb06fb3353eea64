// The memory that a native entry reads: the ABI between generated code and whoever calls it.
//
// `begin` is the mutable part: the generated wrapper advances it block by block, so a caller that stops a
// launch between blocks sees how far it came. Every task therefore works on a copy of its own. The argument
// slots are constant while an entry runs; generated code loads them as invariant.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tile_simd {

struct LaunchArgument {
  union {
    /// Buffers: address of element 0 of row 0.
    void *data;
    /// Scalars: numbers and indices.
    float value;
    int32_t index;
  };
  /// Buffers indexed by row: elements from one row to the next. Column-indexed buffers and scalars: unused.
  int64_t rowStride;
};

struct LaunchRecord {
  /// Programs [begin, end) are to run; advanced by the generated wrapper. In a cooperative kernel: chunks of
  /// one row.
  uint64_t begin;
  uint64_t end;
  /// 64-byte aligned scratch of this thread, of the size the kernel asked for; null if it asked for none. In
  /// a cooperative kernel: of all tasks that work on the row.
  void *workspace;
  /// Cooperative kernels: phase and row of this task. Otherwise the row is 0, and the phase says whether what
  /// the launch writes stays in a cache, for kernels that store by size.
  uint32_t phase;
  uint32_t row;
  // LaunchArgument arguments[] follows, one per parameter in declaration order.

  LaunchArgument *arguments() { return reinterpret_cast<LaunchArgument *>(this + 1); }
  const LaunchArgument *arguments() const { return reinterpret_cast<const LaunchArgument *>(this + 1); }
};

/// Phases of an ordinary kernel.
constexpr uint32_t cachedPhase = 0, pastCachePhase = 1;

using KernelEntry = void (*)(LaunchRecord *);

static_assert(sizeof(LaunchArgument) == 16, "generated code addresses slots by 16 bytes");
static_assert(sizeof(LaunchRecord) == 32, "generated code finds the first slot at byte 32");
static_assert(offsetof(LaunchRecord, workspace) == 16 && offsetof(LaunchRecord, phase) == 24 &&
                  offsetof(LaunchRecord, row) == 28,
              "ABI");

} // namespace tile_simd
