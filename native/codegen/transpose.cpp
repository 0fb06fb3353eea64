#include "codegen/transpose.h"

#include "llvm/IR/DerivedTypes.h"

namespace tile_simd {
namespace {

using namespace llvm;

// Elements of a 128-bit lane: the unit within which two-source shuffles are cheap on every target.
constexpr unsigned laneElements = 4;

using Vectors = SmallVector<Value *, 16>;

/// Interleaves groups of `group` elements from the lower or upper half of each 128-bit lane of two vectors.
Value *unpack(Builder &b, Value *x, Value *y, unsigned width, unsigned group, bool upper) {
  unsigned lane = std::min(width, laneElements);
  SmallVector<int, 16> mask;
  for (unsigned base = 0; base < width; base += lane)
    for (unsigned i = 0; i < lane / 2; i += group) {
      unsigned from = base + (upper ? lane / 2 : 0) + i;
      for (unsigned source : {0u, width})
        for (unsigned e = 0; e < group; ++e)
          mask.push_back(int(source + from + e));
    }
  return b.CreateShuffleVector(x, y, mask);
}

/// The lanes of two vectors with even (or odd) number, those of `x` first.
Value *everySecondLane(Builder &b, Value *x, Value *y, unsigned width, bool odd) {
  SmallVector<int, 16> mask;
  for (unsigned lane = odd; lane < 2 * width / laneElements; lane += 2)
    for (unsigned e = 0; e < laneElements; ++e)
      mask.push_back(int(lane * laneElements + e));
  return b.CreateShuffleVector(x, y, mask);
}

/// Stands for no instruction. Instruction selection tries to merge every chain of shuffles into fewer, in
/// time that explodes with the chain's length: without a fence half way a 16 by 16 transpose takes longer to
/// compile than the rest of a kernel, and comes out the same.
Value *fence(Builder &b, Value *vector) {
  Type *type = vector->getType();
  if (type->isFPOrFPVectorTy())
    return b.CreateArithmeticFence(vector, type);
  Type *floats = VectorType::get(b.getFloatTy(), cast<VectorType>(type)->getElementCount());
  return b.CreateBitCast(b.CreateArithmeticFence(b.CreateBitCast(vector, floats), floats), type);
}

/// Transposes lanes: result[q] holds lane q of every vector, in order. As many vectors as each has lanes.
void transposeLanes(Builder &b, MutableArrayRef<Value *> vectors, unsigned width) {
  if (vectors.size() == 1)
    return;
  size_t half = vectors.size() / 2;
  SmallVector<Value *, 4> even, odd;
  for (size_t i = 0; i < half; ++i) {
    even.push_back(everySecondLane(b, vectors[2 * i], vectors[2 * i + 1], width, false));
    odd.push_back(everySecondLane(b, vectors[2 * i], vectors[2 * i + 1], width, true));
  }
  // Each half now holds its lanes in source order, half as many kinds of them: the same problem once more.
  if (half == 2)
    for (auto *pair : {&even, &odd}) {
      Value *first = everySecondLane(b, (*pair)[0], (*pair)[1], width, false);
      Value *second = everySecondLane(b, (*pair)[0], (*pair)[1], width, true);
      *pair = {first, second};
    }
  for (size_t i = 0; i < half; ++i) {
    vectors[2 * i] = even[i];
    vectors[2 * i + 1] = odd[i];
  }
}

} // namespace

// Two rounds within 128-bit lanes turn each four rows into columns; then the lanes themselves are transposed.
SmallVector<Value *, 16> emitTranspose(Builder &b, ArrayRef<Value *> rows) {
  unsigned width = unsigned(rows.size());
  if (width == 2)
    return {unpack(b, rows[0], rows[1], 2, 1, false), unpack(b, rows[0], rows[1], 2, 1, true)};
  Vectors columns(width);
  unsigned lanes = width / laneElements;
  for (unsigned k = 0; k < laneElements; ++k) {
    // Element k of every lane, rows 4g to 4g+3 in lane order.
    SmallVector<Value *, 4> group;
    for (unsigned g = 0; g < lanes; ++g) {
      ArrayRef<Value *> four = rows.slice(g * laneElements, laneElements);
      Value *top = unpack(b, four[0], four[1], width, 1, k >= 2);
      Value *bottom = unpack(b, four[2], four[3], width, 1, k >= 2);
      group.push_back(fence(b, unpack(b, top, bottom, width, 2, k % 2)));
    }
    transposeLanes(b, group, width);
    for (unsigned lane = 0; lane < lanes; ++lane)
      columns[lane * laneElements + k] = group[lane];
  }
  return columns;
}

} // namespace tile_simd
