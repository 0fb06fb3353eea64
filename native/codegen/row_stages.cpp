// Blocks of long rows, by way of a stage on the stack.
//
// Long rows are often a multiple of 4 KiB apart. Then as many rows as a wide packet has, and those of the
// output, share one set of the first-level cache and drive each other out of it before the next block comes
// to the same lines. So a whole line of each row is moved at once, through a stage on the stack.
#include "codegen/row_blocks.h"
#include "codegen/storage.h"
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
Value *RowBlocks::lineBlock(Builder &b, Value *stage, unsigned param, unsigned lane, Value *column) {
  return b.CreateInBoundsGEP(context_.elementType(param),
                             b.CreateConstInBoundsGEP1_64(lineType(param), stage, lane), column);
}

/// A function that all loops and bodies share, so that the shuffles of a block are compiled once: `name`d,
/// from or to the block at (stage, first column in the line). `emit` gets both, after which come its other
/// arguments.
Function *RowBlocks::stageFunction(const Twine &name, unsigned param, Type *result, ArrayRef<Type *> more,
                                   function_ref<void(Function *, Builder &)> emit) {
  const std::string suffix = ("." + name + "_" + nameOf(context_.program.params[param].dtype)).str();
  if (Function *existing = context_.module.getFunction(context_.program.name + suffix))
    return existing;
  SmallVector<Type *, 6> arguments{context_.pointer(), context_.i64()};
  append_range(arguments, more);
  Function *function = context_.createFunction(FunctionType::get(result, arguments, false),
                                               GlobalValue::InternalLinkage, suffix);
  function->addFnAttr(Attribute::NoInline);
  function->setOnlyAccessesArgMemory();
  function->addParamAttr(0, Attribute::getWithCaptureInfo(context_.llvm, CaptureInfo::none()));
  Builder b(BasicBlock::Create(context_.llvm, "entry", function));
  emit(function, b);
  return function;
}

/// (stage, column) -> the block's columns, as they are computed with.
Function *RowBlocks::stageReader(unsigned param) {
  const DType dtype = context_.program.params[param].dtype;
  const bool isIndex = dtype == DType::I32;
  auto *column = FixedVectorType::get(isIndex ? builder_.getInt32Ty() : compute(), unsigned(width_));
  auto *result = StructType::get(context_.llvm, SmallVector<Type *, 4>(blockColumns, column));
  return stageFunction("block_of", param, result, {}, [&](Function *function, Builder &b) {
    SmallVector<Value *, 16> rows;
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value *from = lineBlock(b, function->getArg(0), param, lane, function->getArg(1));
      Value *row = b.CreateAlignedLoad(partType(param), from, partAlign(param));
      rows.push_back(isIndex ? row : fromStorage(b, row, dtype, compute(), context_.target.hasF16));
    }
    Value *columns = PoisonValue::get(result);
    for (auto [i, value] : enumerate(rowsToColumns(b, rows)))
      columns = b.CreateInsertValue(columns, value, unsigned(i));
    b.CreateRet(columns);
  });
}

/// (stage, column, the block's columns)
Function *RowBlocks::stageWriter(unsigned param) {
  const SmallVector<Type *, 4> columns(blockColumns, FixedVectorType::get(compute(), unsigned(width_)));
  const DType dtype = context_.program.params[param].dtype;
  return stageFunction(
      "block_to", param, Type::getVoidTy(context_.llvm), columns, [&](Function *function, Builder &b) {
        SmallVector<Value *, 4> values;
        for (Argument &argument : drop_begin(function->args(), 2))
          values.push_back(&argument);
        for (auto [lane, row] : enumerate(columnsToRows(b, values))) {
          Value *to = lineBlock(b, function->getArg(0), param, unsigned(lane), function->getArg(1));
          b.CreateAlignedStore(tile_simd::toStorage(b, row, dtype, context_.target.hasF16), to,
                               partAlign(param));
        }
        b.CreateRetVoid();
      });
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
  Value *columns = builder_.CreateCall(stageReader(param), {stage, column});
  SmallVector<Value *, 4> result;
  for (unsigned i = 0; i < blockColumns; ++i)
    result.push_back(builder_.CreateExtractValue(columns, i));
  return result;
}

void RowBlocks::storeStaged(const ElementLoop &loop, unsigned param, Value *element,
                            ArrayRef<Value *> columns) {
  Value *stage = scratch(param, lineElements);
  Value *column = builder_.CreateAnd(element, lineElements - 1);
  SmallVector<Value *, 6> arguments{stage, column};
  append_range(arguments, columns);
  builder_.CreateCall(stageWriter(param), arguments);
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
