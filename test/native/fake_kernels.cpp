#include "fake_kernels.h"

#include "runtime/fp_environment.h"
#include "runtime/workspace.h"

#include <algorithm>
#include <atomic>

namespace tile_simd::test {
namespace {

std::atomic<uint64_t> faultCount{0};

void expect(bool good) {
  if (!good)
    faultCount.fetch_add(1, std::memory_order_relaxed);
}

constexpr int64_t untouched = -77;
constexpr uint64_t rowWorkspace = 256;

} // namespace

uint64_t faults() { return faultCount; }

void rowEntry(LaunchRecord *record) {
  LaunchArgument *slots = record->arguments();
  const auto *x = static_cast<const int64_t *>(slots[0].data);
  auto *y = static_cast<int64_t *>(slots[1].data);
  const auto cols = uint64_t(slots[0].rowStride);
  auto *mine = static_cast<uint64_t *>(record->workspace);
  expect((readFpControl() & fpControlMask) == fpControlDefault);
  for (; record->begin < record->end; ++record->begin) {
    const uint64_t row = record->begin;
    for (uint64_t i = 0; i < rowWorkspace / 8; ++i)
      mine[i] = row * 1000 + i;
    for (uint64_t i = row * cols; i < (row + 1) * cols; ++i) {
      expect(y[i] == untouched); // every row once
      y[i] = 3 * x[i] + int64_t(row);
    }
    for (uint64_t i = 0; i < rowWorkspace / 8; ++i)
      expect(mine[i] == row * 1000 + i);
  }
  slots[0].data = slots[1].data = nullptr;
}

void sumEntry(LaunchRecord *record) {
  LaunchArgument *slots = record->arguments();
  const auto cols = uint64_t(slots[0].rowStride), chunk = uint64_t(slots[1].rowStride);
  const auto *x = static_cast<const int64_t *>(slots[0].data) + record->row * cols;
  int64_t *y = static_cast<int64_t *>(slots[1].data) + record->row * cols;
  auto *sums = static_cast<int64_t *>(record->workspace);
  const uint64_t chunks = (cols + chunk - 1) / chunk;
  if (record->phase == 1) {
    expect(record->begin == 0);
    for (uint64_t c = 1; c < chunks; ++c)
      sums[0] += sums[c];
  } else {
    for (uint64_t c = record->begin; c < record->end; ++c) {
      const uint64_t end = std::min(cols, (c + 1) * chunk);
      if (record->phase == 0)
        sums[c] = 0;
      for (uint64_t i = c * chunk; i < end; ++i)
        if (record->phase == 0)
          sums[c] += x[i];
        else
          y[i] = x[i] + sums[0];
    }
  }
  record->begin = record->end;
}

FakeLaunch::FakeLaunch(uint64_t rows, uint64_t cols, uint64_t chunk)
    : rows_(rows), cols_(cols), chunk_(chunk), x_(rows * cols), y_(rows * cols, untouched) {
  for (uint64_t i = 0; i < x_.size(); ++i)
    x_[i] = int64_t(i * 7919 % 1009);
  arguments_[0].data = x_.data();
  arguments_[0].rowStride = int64_t(cols);
  arguments_[1].data = y_.data();
  arguments_[1].rowStride = int64_t(chunk);
  if (chunk > 0)
    cooperation_ = {(cols + chunk - 1) / chunk, {PhaseTasks::Chunks, PhaseTasks::One, PhaseTasks::Chunks}};
}

Launch FakeLaunch::launch(uint64_t begin, uint64_t end) const {
  const uint64_t workspace = chunk_ > 0 ? cooperation_.chunks * 8 : rowWorkspace;
  return {chunk_ > 0 ? sumEntry : rowEntry, arguments_, 2, begin, end, workspace, &cooperation_};
}

SplitRequest FakeLaunch::split(uint64_t grain, unsigned workers) const {
  const uint64_t perBlock = chunk_ > 0 ? 1 : 4;
  return {{1, 1, perBlock}, {1, 1}, grain, workers};
}

int64_t FakeLaunch::rightRows() {
  int64_t right = 0;
  for (uint64_t row = 0; row < rows_ && right >= 0; ++row) {
    int64_t sum = 0;
    for (uint64_t i = row * cols_; i < (row + 1) * cols_; ++i)
      sum += x_[i];
    const auto valueOf = [&](uint64_t i) { return chunk_ > 0 ? x_[i] + sum : 3 * x_[i] + int64_t(row); };
    const bool isDone = y_[row * cols_] != untouched;
    for (uint64_t i = row * cols_; i < (row + 1) * cols_; ++i)
      if (y_[i] != (isDone ? valueOf(i) : untouched)) {
        right = -1;
        break;
      }
    if (right >= 0 && isDone)
      ++right;
  }
  std::fill(y_.begin(), y_.end(), untouched);
  return right;
}

bool FakeLaunch::isRight(uint64_t begin, uint64_t end) {
  const bool outside =
      std::all_of(y_.begin(), y_.begin() + ptrdiff_t(begin * cols_),
                  [](int64_t y) { return y == untouched; }) &&
      std::all_of(y_.begin() + ptrdiff_t(end * cols_), y_.end(), [](int64_t y) { return y == untouched; });
  return rightRows() == int64_t(end - begin) && outside;
}

} // namespace tile_simd::test
