#include "codegen/transpose.h"

#include "llvm/IR/DerivedTypes.h"

#include <numeric>

namespace tile_simd {
namespace {

using namespace llvm;

using Columns = SmallVector<Value *, 4>;

unsigned elementsOf(Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); }

/// Interleaves groups of `group` elements from the lower or upper half of each part of two vectors; a part is
/// as long as the block has columns.
Value *unpack(Builder &b, Value *x, Value *y, unsigned part, unsigned group, bool upper) {
  unsigned width = elementsOf(x);
  SmallVector<int, 16> mask;
  for (unsigned base = 0; base < width; base += part)
    for (unsigned i = 0; i < part / 2; i += group) {
      unsigned from = base + (upper ? part / 2 : 0) + i;
      for (unsigned source : {0u, width})
        for (unsigned e = 0; e < group; ++e)
          mask.push_back(int(source + from + e));
    }
  return b.CreateShuffleVector(x, y, mask);
}

/// Transposes within each part, all parts alike: element i of a part of vector j becomes element j of that
/// part of vector i.
Columns transposeParts(Builder &b, ArrayRef<Value *> v) {
  unsigned part = unsigned(v.size());
  if (part == 2)
    return {unpack(b, v[0], v[1], part, 1, false), unpack(b, v[0], v[1], part, 1, true)};
  Columns result;
  for (bool upper : {false, true}) {
    Value *first = unpack(b, v[0], v[1], part, 1, upper), *second = unpack(b, v[2], v[3], part, 1, upper);
    result.push_back(unpack(b, first, second, part, 2, false));
    result.push_back(unpack(b, first, second, part, 2, true));
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

// Part g of vector k is row g * columns + k, so the rows of a column come out in order.
SmallVector<Value *, 4> rowsToColumns(Builder &b, ArrayRef<Value *> rows) {
  unsigned columns = elementsOf(rows[0]);
  Columns vectors;
  for (unsigned k = 0; k < columns; ++k) {
    SmallVector<Value *, 4> parts;
    for (size_t row = k; row < rows.size(); row += columns)
      parts.push_back(rows[row]);
    vectors.push_back(concatenate(b, parts));
  }
  return transposeParts(b, vectors);
}

SmallVector<Value *, 16> columnsToRows(Builder &b, ArrayRef<Value *> columns) {
  unsigned width = elementsOf(columns[0]), part = unsigned(columns.size());
  Columns vectors = transposeParts(b, columns);
  SmallVector<Value *, 16> rows;
  for (unsigned row = 0; row < width; ++row) {
    SmallVector<int, 4> mask(part);
    std::iota(mask.begin(), mask.end(), int(row / part * part));
    rows.push_back(b.CreateShuffleVector(vectors[row % part], mask));
  }
  return rows;
}

} // namespace tile_simd
