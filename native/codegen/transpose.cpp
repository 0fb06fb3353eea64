#include "codegen/transpose.h"

#include "llvm/IR/DerivedTypes.h"

#include <numeric>

namespace tile_simd {
namespace {

using namespace llvm;

using Columns = SmallVector<Value *, 4>;

unsigned elementsOf(Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); }

/// Interleaves groups of `group` elements from the lower or upper half of each 128-bit lane of two vectors.
Value *unpack(Builder &b, Value *x, Value *y, unsigned group, bool upper) {
  unsigned width = elementsOf(x);
  SmallVector<int, 16> mask;
  for (unsigned base = 0; base < width; base += blockColumns)
    for (unsigned i = 0; i < blockColumns / 2; i += group) {
      unsigned from = base + (upper ? blockColumns / 2 : 0) + i;
      for (unsigned source : {0u, width})
        for (unsigned e = 0; e < group; ++e)
          mask.push_back(int(source + from + e));
    }
  return b.CreateShuffleVector(x, y, mask);
}

/// Transposes within each 128-bit lane, all lanes alike: element i of a lane of vector j becomes element j of
/// that lane of vector i.
Columns transposeLanes(Builder &b, ArrayRef<Value *> v) {
  Columns result;
  for (bool upper : {false, true}) {
    Value *first = unpack(b, v[0], v[1], 1, upper), *second = unpack(b, v[2], v[3], 1, upper);
    result.push_back(unpack(b, first, second, 2, false));
    result.push_back(unpack(b, first, second, 2, true));
  }
  return result;
}

/// The vectors one after another, as one; a power of two of them.
Value *concatenate(Builder &b, ArrayRef<Value *> vectors) {
  if (vectors.size() == 1)
    return vectors[0];
  Value *low = concatenate(b, vectors.take_front(vectors.size() / 2));
  Value *high = concatenate(b, vectors.drop_front(vectors.size() / 2));
  SmallVector<int, 16> mask(size_t(elementsOf(low)) * 2);
  std::iota(mask.begin(), mask.end(), 0);
  return b.CreateShuffleVector(low, high, mask);
}

} // namespace

// Lane g of vector k is row 4g + k, so the rows of a column come out in order.
SmallVector<Value *, 4> rowsToColumns(Builder &b, ArrayRef<Value *> rows) {
  Columns vectors;
  if (rows.size() == 2) {
    for (int column = 0; column < int(blockColumns); ++column)
      vectors.push_back(b.CreateShuffleVector(rows[0], rows[1], {column, int(blockColumns) + column}));
    return vectors;
  }
  for (unsigned k = 0; k < blockColumns; ++k) {
    SmallVector<Value *, 4> lanes;
    for (size_t row = k; row < rows.size(); row += blockColumns)
      lanes.push_back(rows[row]);
    vectors.push_back(concatenate(b, lanes));
  }
  return transposeLanes(b, vectors);
}

SmallVector<Value *, 16> columnsToRows(Builder &b, ArrayRef<Value *> columns) {
  unsigned width = elementsOf(columns[0]);
  SmallVector<Value *, 16> rows;
  if (width == 2) {
    Value *low = concatenate(b, columns.take_front(2)), *high = concatenate(b, columns.drop_front(2));
    return {b.CreateShuffleVector(low, high, {0, 2, 4, 6}), b.CreateShuffleVector(low, high, {1, 3, 5, 7})};
  }
  Columns vectors = transposeLanes(b, columns);
  for (unsigned row = 0; row < width; ++row) {
    SmallVector<int, 4> mask(blockColumns);
    std::iota(mask.begin(), mask.end(), int(row / blockColumns * blockColumns));
    rows.push_back(b.CreateShuffleVector(vectors[row % blockColumns], mask));
  }
  return rows;
}

} // namespace tile_simd
