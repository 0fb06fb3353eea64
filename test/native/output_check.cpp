#include "output_check.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace tile_simd::test {

OutputCheck::OutputCheck(Operator op, const NormArguments &arguments, const GuardedPages &y,
                         const GuardedPages &mean, const GuardedPages &invStdDev)
    : arguments_(arguments), hasStats_(op == Operator::LayerNormStats), y_(y), mean_(mean),
      invStdDev_(invStdDev) {}

void OutputCheck::compare(Tracked &tracked, const char *what, int64_t row, int64_t element,
                          const float *actual, float expected) {
  std::memcpy(&tracked.expected[tracked.pages.offsetOf(actual)], actual, sizeof(float));
  if (sameBits(*actual, expected) || wrong_)
    return;
  wrong_ = true;
  std::snprintf(message_, sizeof message_, "row %" PRId64 " %s %" PRId64 " is %a, expected %a", row, what,
                element, double(*actual), double(expected));
}

void OutputCheck::compareRow(int64_t index, const ModelRow &row, const ModelResult &expected) {
  const float *y = arguments_.y + index * arguments_.yStride;
  for (int64_t e = 0; e < row.cols; ++e)
    if (row.exists(e))
      compare(y_, "element", index, e, y + e, expected.y[size_t(e)]);
  if (!hasStats_)
    return;
  int64_t at = index * arguments_.statsStride;
  compare(mean_, "mean", index, 0, arguments_.mean + at, expected.mean);
  compare(invStdDev_, "inv_std_dev", index, 0, arguments_.invStdDev + at, expected.invStdDev);
}

const char *OutputCheck::complaint() {
  for (const Tracked *tracked : {&y_, &mean_, &invStdDev_})
    if (int64_t at = tracked->pages.firstDifference(tracked->expected); at >= 0 && !wrong_) {
      wrong_ = true;
      std::snprintf(message_, sizeof message_, "a byte outside of the result was written, at offset %" PRId64,
                    at);
    }
  return wrong_ ? message_ : nullptr;
}

} // namespace tile_simd::test
