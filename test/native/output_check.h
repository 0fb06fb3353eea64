// What a launch wrote, against what it should have written.
//
// Made before the launch, it remembers the content of the outputs' memory. Each value that is compared is
// then taken over as expected; whatever else differs from before was written by mistake.
#pragma once

#include "launch_norm.h"
#include "model.h"

namespace tile_simd::test {

class OutputCheck {
public:
  /// The pages that y, mean and inv_std_dev are in (in place, y's are x's); stats are checked if the operator
  /// has them.
  OutputCheck(Operator op, const NormArguments &arguments, const GuardedPages &y, const GuardedPages &mean,
              const GuardedPages &invStdDev);

  /// The outputs of one row: those elements of y that exist in `row`, and the statistics.
  void compareRow(int64_t index, const ModelRow &row, const ModelResult &expected);

  /// To be called after the last compareRow: null if all was right, else what was wrong first.
  const char *complaint();

private:
  struct Tracked {
    explicit Tracked(const GuardedPages &pages) : pages(pages), expected(pages.content()) {}
    const GuardedPages &pages;
    std::vector<unsigned char> expected;
  };
  void compare(Tracked &tracked, const char *what, int64_t row, int64_t element, const float *actual,
               float expected);

  const NormArguments &arguments_;
  const bool hasStats_;
  Tracked y_, mean_, invStdDev_;
  bool wrong_ = false;
  char message_[160] = "";
};

} // namespace tile_simd::test
