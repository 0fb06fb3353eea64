// Blocks of long rows, by way of a stage on the stack.
//
// Long rows are often a multiple of 4 KiB apart. Then as many rows as a wide packet has, and those of the
// output, share one set of the first-level cache and drive each other out of it before the next block comes
// to the same lines. So a whole line of each row is moved at once, through a stage on the stack.
#include "codegen/row_blocks.h"
#include "codegen/transpose.h"

#include <numeric>

namespace tile_simd {

using namespace llvm;

bool RowBlocks::isStaged(const ElementLoop &loop, const ir::Op &o) const {
  return width_ > 8 && loop.extent >= stagedExtent && isRow(o.param) && o.slice == ir::Slice();
}

/// Address of a lane's line in a stage.
Value *RowBlocks::line(Value *stage, unsigned param, Value *lane) {
  return builder_.CreateInBoundsGEP(lineType(param), stage, lane);
}

/// Address of a lane's part of the block whose first column in the line is `column`.
Value *RowBlocks::lineBlock(Value *stage, unsigned param, unsigned lane, Value *column) {
  return builder_.CreateInBoundsGEP(context_.elementType(param), line(stage, param, builder_.getInt64(lane)),
                                    column);
}

/// `columns` (i64) of a line, as a mask.
Value *RowBlocks::lineMask(Value *columns) {
  SmallVector<uint64_t, lineElements> numbers(lineElements);
  std::iota(numbers.begin(), numbers.end(), 0);
  return builder_.CreateICmpULT(ConstantDataVector::get(context_.llvm, numbers),
                                builder_.CreateVectorSplat(lineElements, columns));
}

SmallVector<Value *, 4> RowBlocks::loadStaged(const ElementLoop &loop, unsigned param, Value *element) {
  Value *stage = scratch(param, lineElements);
  Value *column = builder_.CreateAnd(element, lineElements - 1);
  auto *type = lineType(param);
  const Align align = context_.elementAlign(param);
  when("stage", builder_.CreateICmpEQ(column, builder_.getInt64(0)), [&] {
    Value *mask = nullptr;
    if (loop.extent % lineElements != 0)
      mask = lineMask(builder_.CreateSub(builder_.getInt64(loop.extent), element));
    forRows(param, inRow(element), /*everyLane=*/true, [&](Value *lane, Value *at) {
      Instruction *load = mask ? cast<Instruction>(builder_.CreateMaskedLoad(type, at, align, mask,
                                                                             Constant::getNullValue(type)))
                               : builder_.CreateAlignedLoad(type, at, align);
      context_.markBufferAccess(load);
      if (options_.prefetchBytes > 0)
        prefetchAhead(at);
      builder_.CreateAlignedStore(load, line(stage, param, lane), lineAlign(param));
    });
  });
  SmallVector<Value *, 16> rows;
  for (unsigned lane = 0; lane < width_; ++lane)
    rows.push_back(toCompute(
        builder_.CreateAlignedLoad(partType(param), lineBlock(stage, param, lane, column), partAlign(param)),
        param));
  return rowsToColumns(builder_, rows);
}

void RowBlocks::storeStaged(const ElementLoop &loop, unsigned param, Value *element,
                            ArrayRef<Value *> columns) {
  Value *stage = scratch(param, lineElements);
  Value *column = builder_.CreateAnd(element, lineElements - 1);
  for (auto [lane, row] : enumerate(columnsToRows(builder_, columns)))
    builder_.CreateAlignedStore(toStorage(row, param), lineBlock(stage, param, unsigned(lane), column),
                                partAlign(param));
  const int64_t unit = unitElements(), blocksEnd = loop.extent / unit * unit;
  Value *isLast = builder_.CreateICmpEQ(column, builder_.getInt64(lineElements - unit));
  bool cut = blocksEnd % lineElements != 0; // the last line has fewer blocks than fit it
  if (cut)
    isLast = builder_.CreateOr(isLast, builder_.CreateICmpEQ(element, builder_.getInt64(blocksEnd - unit)));
  when("stage", isLast, [&] {
    const Align align = context_.elementAlign(param);
    Value *mask = cut ? lineMask(plus(builder_, column, uint64_t(unit))) : nullptr;
    Value *first = inRow(builder_.CreateSub(element, column));
    forRows(param, first, /*everyLane=*/false, [&](Value *lane, Value *at) {
      Value *values = builder_.CreateAlignedLoad(lineType(param), line(stage, param, lane), lineAlign(param));
      context_.markOutputStore(mask ? cast<Instruction>(builder_.CreateMaskedStore(values, at, align, mask))
                                    : builder_.CreateAlignedStore(values, at, align));
    });
  });
}

} // namespace tile_simd
