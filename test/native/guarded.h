// Memory between inaccessible pages, filled with a canary: an access outside faults, a store beside the data
// shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tile_simd::test {

/// Every byte of guarded memory that no test data occupies. Four of them are a NaN, so that a stray read
/// shows too.
constexpr unsigned char canaryByte = 0xFF;

size_t pageBytes();

/// `slots` pieces of accessible memory, each with an inaccessible page before and after it, and as many slots
/// without any access behind them. Slots lie at a constant distance, so rows can be put one into each: row i
/// of a run of rows that starts at slot `slots - k` is accessible for i < k and faults from row k on.
class GuardedPages {
public:
  explicit GuardedPages(size_t bytesPerSlot, unsigned slots = 1);
  ~GuardedPages();
  GuardedPages(const GuardedPages &) = delete;
  GuardedPages &operator=(const GuardedPages &) = delete;

  /// The first element of a slot: the byte before it faults.
  float *first(unsigned slot = 0) const { return reinterpret_cast<float *>(slotBegin(slot)); }
  /// The `floats` last elements of a slot: the byte behind them faults.
  float *last(size_t floats, unsigned slot = 0) const {
    return reinterpret_cast<float *>(slotBegin(slot) + slotBytes_) - floats;
  }
  /// Elements from one slot to the next.
  int64_t slotStride() const { return int64_t((slotBytes_ + pageBytes()) / sizeof(float)); }

  /// Canary everywhere.
  void clear();
  /// Whether every accessible byte still is what `expected` says of it; `expected` starts as a copy of the
  /// content.
  std::vector<unsigned char> content() const;
  /// Offset in content() of an address.
  size_t offsetOf(const void *address) const;
  /// Offset of the first byte where the content differs from `expected`, or -1.
  int64_t firstDifference(const std::vector<unsigned char> &expected) const;

private:
  char *slotBegin(unsigned slot) const { return base_ + pageBytes() + slot * (slotBytes_ + pageBytes()); }

  unsigned slots_;
  size_t slotBytes_, mappedBytes_;
  char *base_;
};

} // namespace tile_simd::test
