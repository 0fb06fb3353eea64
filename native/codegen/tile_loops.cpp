// Loops over column tiles. A tile is a row to everything below: its loops over elements count from its first
// element, and only addresses know what stands before it (BodyEmitter::inRow).
//
// Carried scalars are values of the loop, carried tiles are in private memory. The body is written out for
// whole tiles, as a loop, and once more for a ragged last one: code does not grow with the row.
#include "codegen/body.h"

namespace tile_simd {

using namespace llvm;

void BodyEmitter::emitTileLoop(const TileLoop &loop) {
  SmallVector<Value *, 16> carried;
  for (auto [carry, initial] : zip_equal(loop.carries, loop.initials)) {
    Value *value = scalars_.lookup(initial);
    if (op(carry).type.isTile())
      fillCarried(carry, value);
    carried.push_back(op(carry).type.isTile() ? nullptr : value);
  }
  if (int64_t whole = loop.wholeTiles(); whole > 0) {
    SmallVector<Value *, 16> initial;
    copy_if(carried, std::back_inserter(initial), [](Value *value) { return value != nullptr; });
    CountedLoop tiles(builder_, builder_.getInt64(uint64_t(whole)), initial, "tiles");
    unsigned scalars = 0;
    for (Value *&value : carried)
      value = value ? tiles.carried(scalars++) : nullptr;
    Value *start = times(builder_, tiles.index(), uint64_t(loop.tile));
    carried = emitTile(loop, loop.levels, start, carried);
    SmallVector<Value *, 16> next;
    copy_if(carried, std::back_inserter(next), [](Value *value) { return value != nullptr; });
    tiles.finish(next);
  }
  if (int64_t ragged = loop.ragged()) {
    Value *start = builder_.getInt64(uint64_t(loop.extent - ragged));
    carried = emitTile(loop, withExtent(loop.levels, ragged), start, carried);
  }
  for (auto [carry, value] : zip_equal(loop.carries, carried))
    scalars_[carry] = value;
  for (auto [result, carry] : loop.ends)
    if (Value *value = scalars_.lookup(carry))
      scalars_[result] = value;
}

SmallVector<Value *, 16> BodyEmitter::emitTile(const TileLoop &loop, ArrayRef<Level> levels, Value *start,
                                               ArrayRef<Value *> carried) {
  tileStart_ = start;
  startTile();
  for (auto [carry, value] : zip_equal(loop.carries, carried))
    if (value)
      scalars_[carry] = value;
  emitLevels(levels);
  startTile();
  tileStart_ = nullptr;
  SmallVector<Value *, 16> next;
  for (auto [id, value] : zip_equal(loop.nexts, carried))
    next.push_back(value ? scalars_.lookup(id) : nullptr);
  return next;
}

/// Every element of a carried tile, as it is before the first.
void BodyEmitter::fillCarried(unsigned carry, Value *initial) {
  const int64_t each = unitElements() / vectorsPerUnit();
  Value *vector =
      initial->getType()->isVectorTy() ? initial : builder_.CreateVectorSplat(unsigned(width_), initial);
  CountedLoop fill(builder_, builder_.getInt64(uint64_t(divideCeil(op(carry).type.extent, each))), {},
                   "fill");
  writeSlot(carry, vector, times(builder_, fill.index(), uint64_t(each)));
  fill.finish({});
}

} // namespace tile_simd
