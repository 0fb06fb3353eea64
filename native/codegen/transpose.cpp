#include "codegen/transpose.h"

#include "llvm/IR/DerivedTypes.h"

namespace tile_simd {

using namespace llvm;

// log2(W) rounds; round `step` exchanges the blocks of `step` elements between vectors `step` apart. Elements move
// within pairs of vectors only, which targets have two-source shuffles for.
SmallVector<Value *, 16> emitTranspose(IRBuilder<> &b, ArrayRef<Value *> vectors) {
  SmallVector<Value *, 16> rows(vectors.begin(), vectors.end());
  unsigned width = rows.size();
  for (unsigned step = 1; step < width; step *= 2) {
    SmallVector<int, 16> low, high;
    for (unsigned j = 0; j < width; ++j) {
      bool upper = j & step;
      low.push_back(int(upper ? width + j - step : j));
      high.push_back(int(upper ? width + j : j + step));
    }
    for (unsigned i = 0; i < width; ++i) {
      if (i & step)
        continue;
      Value *a = rows[i], *c = rows[i + step];
      rows[i] = b.CreateShuffleVector(a, c, low);
      rows[i + step] = b.CreateShuffleVector(a, c, high);
    }
  }
  return rows;
}

} // namespace tile_simd
