#include "codegen/row_blocks.h"

#include "codegen/streaming.h"
#include "codegen/transpose.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {

using namespace llvm;

bool RowBlocks::lanesAreNeighbours(unsigned param) const {
  const ir::Program &program = context_.program;
  return isRow(param) && (program.isGrid() || program.flat);
}
bool RowBlocks::isRow(unsigned param) const {
  return context_.program.params[param].access == ParamAccess::Row;
}

/// Whether elements are accessed one by one, for all programs at once, instead of by rows.
bool RowBlocks::goesByColumns(const ir::Op &o) const {
  return isColumn(o.param) || lanesAreNeighbours(o.param) || o.slice.stride > 1;
}

/// The element at `place` of every program's row: one access for all, or one for each.
Value *RowBlocks::loadColumnOf(unsigned param, Value *place) {
  if (isColumn(param))
    return builder_.CreateVectorSplat(unsigned(width_), loadColumn(param, place));
  if (lanesAreNeighbours(param) && options_.prefetchBytes > 0) {
    auto prefetch = [&] { prefetchAhead(rowElement(param, 0, place)); };
    if (options_.stores == Stores::BySize)
      when("ahead", record_.isPastCache(), prefetch);
    else
      prefetch();
  }
  Type *type = storedType(param);
  Align align = context_.elementAlign(param);
  Constant *nothing = Constant::getNullValue(type);
  CallInst *load =
      lanesAreNeighbours(param)
          ? builder_.CreateMaskedLoad(type, rowElement(param, 0, place), align, activeMask_, nothing)
          : builder_.CreateMaskedGather(type, rowPointers(param, place), align, activeMask_, nothing);
  context_.markBufferAccess(load);
  return toCompute(load, param);
}

void RowBlocks::storeColumnOf(unsigned param, Value *place, Value *value) {
  Value *stored = toStorage(value, param);
  if (mayStream(options_.stores) && streams(param))
    return streamColumn(param, rowElement(param, 0, place), stored);
  Align align = context_.elementAlign(param);
  context_.markOutputStore(
      lanesAreNeighbours(param)
          ? builder_.CreateMaskedStore(stored, rowElement(param, 0, place), align, activeMask_)
          : builder_.CreateMaskedScatter(stored, rowPointers(param, place), align, activeMask_));
}

/// In a kernel for every length: whether vectors of this output are large enough.
bool RowBlocks::streams(unsigned param) const {
  return context_.program.flat && any_of(context_.program.ops, [&](const ir::Op &o) {
           return isStreamable(context_.program, o, options_.width) && o.param == param;
         });
}

/// Full packets stream where they are aligned. The first output's are: the entry sees to that.
void RowBlocks::streamColumn(unsigned param, Value *address, Value *stored) {
  Value *streams = builder_.CreateICmpEQ(activeLanes_, builder_.getInt32(options_.width));
  if (param != firstStreamable(context_.program, options_.width)->param)
    streams = builder_.CreateAnd(
        streams,
        builder_.CreateICmpEQ(elementsToAlignment(builder_, context_, address, param, options_.width),
                              builder_.getInt64(0)));
  if (options_.stores == Stores::BySize) // first, so that it is seen for what it is where it is known
    streams = builder_.CreateSelect(record_.isPastCache(), streams, builder_.getFalse());
  storeStreaming(streams, stored, address, context_.elementAlign(param), activeMask_);
}

/// Address of `element` in a lane's row. Rows are addressed in groups: from `base` to the group's first
/// row, from there to the others. The distances within are then the same for all groups of a full packet,
/// and so few that address computation takes no registers from the pointers.
///
/// An inactive lane gets the row of an active one, its group's first or lane 0's: for a load that is what
/// it reads. A store is masked off, but a masked access is as slow as a page fault on some CPUs if its
/// address happens to be unmapped.
Value *RowBlocks::rowElement(unsigned param, unsigned lane, Value *element) {
  unsigned group = unitElements();
  auto [entry, isNew] = rows_.try_emplace(param);
  if (isNew)
    atEntry([&, &row = entry->second] {
      row.base = record_.row(param, program_);
      if (isColumn(param) || lanesAreNeighbours(param))
        return;
      Value *stride = record_.stride(param);
      for (unsigned l = 1; l < width_; ++l)
        row.offsets[l] =
            isRow(param)
                ? builder_.CreateSelect(isActive(l), times(builder_, stride, l % group ? l % group : l),
                                        builder_.getInt64(0))
                : scatteredOffset(param, l, stride);
    });
  const Row &row = entry->second;
  Type *type = context_.elementType(param);
  unsigned first = isRow(param) ? lane - lane % group : lane;
  Value *start =
      builder_.CreateGEP(type, row.base, first ? plus(builder_, row.offsets[first], element) : element);
  return lane == first ? start : builder_.CreateGEP(type, start, row.offsets[lane]);
}

/// Elements from the row of lane 0 to that of another lane, of a buffer whose rows are told by group or by
/// number.
Value *RowBlocks::scatteredOffset(unsigned param, unsigned lane, Value *stride) {
  Value *steps = builder_.CreateSelect(isActive(lane), builder_.getInt64(lane), builder_.getInt64(0));
  Value *number = record_.rowNumber(param, builder_.CreateAdd(program_, steps));
  return builder_.CreateMul(builder_.CreateSub(number, record_.rowNumber(param, program_)), stride);
}

Value *RowBlocks::isActive(unsigned lane) {
  Value *&active = laneActive_[lane];
  if (!active)
    atEntry([&] { active = builder_.CreateICmpUGT(activeLanes_, builder_.getInt32(lane)); });
  return active;
}

Value *RowBlocks::rowPointers(unsigned param, Value *place) {
  Value *pointers = PoisonValue::get(FixedVectorType::get(context_.pointer(), unsigned(width_)));
  for (unsigned lane = 0; lane < width_; ++lane)
    pointers = builder_.CreateInsertElement(pointers, rowElement(param, lane, place), lane);
  return pointers;
}

Value *RowBlocks::loadColumn(unsigned param, Value *element) {
  LoadInst *load = builder_.CreateAlignedLoad(context_.elementType(param), rowElement(param, 0, element),
                                              context_.elementAlign(param));
  context_.markColumnLoad(load);
  return toCompute(load, param);
}

/// All elements of a row's part of a block, or none if the lane is inactive. One comparison, see
/// lanesBelow.
Value *RowBlocks::rowMask(unsigned lane) {
  if (!activeSplat_)
    atEntry([&] { activeSplat_ = builder_.CreateVectorSplat(unitElements(), activeLanes_); });
  auto *type = cast<VectorType>(activeSplat_->getType());
  return builder_.CreateICmpSGT(activeSplat_, ConstantInt::get(type, lane)); // signed: every target has that
}

/// One vector per valid column of the block.
SmallVector<Value *, 4> RowBlocks::loadBlock(const ElementLoop &loop, const ir::Op &o, Value *element,
                                             int64_t valid) {
  const unsigned param = o.param;
  bool isRagged = valid < unitElements();
  if (goesByColumns(o) || (isRagged && !isRow(param))) {
    SmallVector<Value *, 4> columns;
    for (unsigned column = 0; column < validColumns(valid); ++column)
      columns.push_back(loadColumnOf(param, place(o, plus(builder_, element, column))));
    return columns;
  }
  if (isRagged)
    return loadRagged(param, place(o, element), validColumns(valid));
  if (isStaged(loop, o))
    return loadStaged(loop, param, element);
  Value *at = place(o, element);
  if (options_.prefetchBytes > 0 && isRow(param))
    prefetchRows(param, element, at);
  SmallVector<Value *, 16> rows;
  for (unsigned lane = 0; lane < width_; ++lane) {
    LoadInst *load = builder_.CreateAlignedLoad(partType(param), rowElement(param, lane, at),
                                                context_.elementAlign(param));
    context_.markBufferAccess(load);
    rows.push_back(toCompute(load, param));
  }
  return rowsToColumns(builder_, rows);
}

/// Once per line of a row: a block is a part of one.
void RowBlocks::prefetchRows(unsigned param, Value *element, Value *at) {
  const uint64_t perLine = lineBytes / elementBytes(context_.program.params[param].dtype);
  auto all = [&] {
    forRows(param, at, /*everyLane=*/false, [&](Value *, Value *inRow) { prefetchAhead(inRow); });
  };
  Value *column = builder_.CreateAnd(element, perLine - 1);
  if (auto *constant = dyn_cast<ConstantInt>(column); constant && constant->isZero())
    all();
  else if (!constant)
    when("line", builder_.CreateICmpEQ(column, builder_.getInt64(0)), all);
}

void RowBlocks::storeBlock(const ElementLoop &loop, const ir::Op &o, Value *element,
                           ArrayRef<Value *> columns, int64_t valid) {
  const unsigned param = o.param;
  if (goesByColumns(o)) {
    for (auto [column, value] : enumerate(columns))
      storeColumnOf(param, place(o, plus(builder_, element, column)), value);
    return;
  }
  if (valid < unitElements())
    return storeRagged(param, place(o, element), columns);
  if (isStaged(loop, o))
    return storeStaged(loop, param, element, columns);
  Value *at = place(o, element);
  for (auto [lane, row] : enumerate(columnsToRows(builder_, columns)))
    context_.markOutputStore(
        builder_.CreateMaskedStore(toStorage(row, param), rowElement(param, unsigned(lane), at),
                                   context_.elementAlign(param), rowMask(unsigned(lane))));
}

/// A loop over rows. `move` gets the address of `element` in the row of the lane that it is given.
/// `everyLane`: inactive lanes take part with the row of the last active one; otherwise only active lanes
/// do.
void RowBlocks::forRows(unsigned param, Value *element, bool everyLane,
                        function_ref<void(Value *lane, Value *inRow)> move) {
  Value *active = builder_.CreateZExt(activeLanes_, builder_.getInt64Ty());
  CountedLoop lanes(builder_, everyLane ? builder_.getInt64(options_.width) : active, {}, "rows");
  Value *row = lanes.index();
  if (everyLane)
    row = builder_.CreateBinaryIntrinsic(Intrinsic::umin, row,
                                         builder_.CreateSub(active, builder_.getInt64(1)));
  Value *start = rowElement(param, 0, element);
  move(lanes.index(), builder_.CreateGEP(context_.elementType(param), start,
                                         builder_.CreateMul(row, record_.stride(param))));
  lanes.finish({});
}

// The last columns of a row that are too few for a block go row by row through memory: a loop of a few
// scalar moves, once per row, where masked vectors and their shuffles would be as much code as the whole
// blocks.

SmallVector<Value *, 4> RowBlocks::loadRagged(unsigned param, Value *element, unsigned columns) {
  Value *ragged = scratch(raggedScratch, unitElements());
  forRows(param, element, /*everyLane=*/true, [&](Value *lane, Value *inRow) {
    for (unsigned column = 0; column < columns; ++column) {
      Type *type = context_.elementType(param);
      LoadInst *load = builder_.CreateAlignedLoad(type, builder_.CreateConstGEP1_64(type, inRow, column),
                                                  context_.elementAlign(param));
      context_.markBufferAccess(load);
      builder_.CreateStore(load, builder_.CreateInBoundsGEP(type, raggedColumn(ragged, param, column), lane));
    }
  });
  SmallVector<Value *, 4> result;
  for (unsigned column = 0; column < columns; ++column)
    result.push_back(
        toCompute(builder_.CreateLoad(storedType(param), raggedColumn(ragged, param, column)), param));
  return result;
}

void RowBlocks::storeRagged(unsigned param, Value *element, ArrayRef<Value *> columns) {
  Value *ragged = scratch(raggedScratch, unitElements());
  for (auto [column, value] : enumerate(columns))
    builder_.CreateStore(toStorage(value, param), raggedColumn(ragged, param, unsigned(column)));
  forRows(param, element, /*everyLane=*/false, [&](Value *lane, Value *inRow) {
    for (unsigned column = 0; column < columns.size(); ++column) {
      Type *type = context_.elementType(param);
      Value *value = builder_.CreateLoad(
          type, builder_.CreateInBoundsGEP(type, raggedColumn(ragged, param, column), lane));
      context_.markOutputStore(builder_.CreateAlignedStore(
          value, builder_.CreateConstGEP1_64(type, inRow, column), context_.elementAlign(param)));
    }
  });
}

Value *RowBlocks::raggedColumn(Value *ragged, unsigned param, unsigned column) {
  return builder_.CreateConstInBoundsGEP1_64(storedType(param), ragged, column);
}

/// Memory for `columns` columns of a packet, one for each parameter that needs some.
Value *RowBlocks::scratch(unsigned param, unsigned columns) {
  auto [entry, isNew] = scratch_.try_emplace(param);
  if (isNew)
    atEntry([&, &memory = entry->second] {
      // Of 32-bit elements, the largest; what is smaller uses less of it.
      auto *type = ArrayType::get(FixedVectorType::get(context_.f32(), unsigned(width_)), columns);
      AllocaInst *made = builder_.CreateAlloca(type, nullptr, "scratch");
      made->setAlignment(scratchAlign);
      memory = made;
    });
  return entry->second;
}

} // namespace tile_simd
