// Native entries written by hand, for tests of the runtime: it knows nothing of how an entry came to be.
#pragma once

#include "runtime/pooled_launch.h"

#include <cstdint>
#include <vector>

namespace tile_simd::test {

/// y[row] = 3 * x[row] + row, for rows of `cols` int64 numbers; slots x, y, and cols as the stride of x.
/// Checks that its copy of the record and its workspace are its own.
void rowEntry(LaunchRecord *record);

/// A cooperative kernel with phases chunks, one, chunks: y = x + (sum of the row's x). Slots x, y, with the
/// elements of a row as the stride of x and those of a chunk as the stride of y.
void sumEntry(LaunchRecord *record);

/// Faults that the entries above noticed, in all threads.
uint64_t faults();

/// Buffers of one launch, what they must become, and the launch.
class FakeLaunch {
public:
  FakeLaunch(uint64_t rows, uint64_t cols, uint64_t chunk = 0); // chunk > 0: cooperative

  Launch launch() const { return launch(0, rows_); }
  Launch launch(uint64_t begin, uint64_t end) const;
  SplitRequest split(uint64_t grain, unsigned workers) const;
  /// Whether rows [begin, end) are right and the others untouched; clears all.
  bool isRight(uint64_t begin, uint64_t end);
  bool isRight() { return isRight(0, rows_); }
  /// Rows that are right; the others must be untouched. For cancelled launches; clears all. -1: neither.
  int64_t rightRows();

private:
  const uint64_t rows_, cols_, chunk_;
  std::vector<int64_t> x_, y_;
  LaunchArgument arguments_[2];
  Cooperation cooperation_;
};

} // namespace tile_simd::test
