// Whole-program mapping: lane i of a packet runs program `program + i`; a tile value is one W-vector per
// element.
//
// Rows lie apart in memory, so elements move in blocks of W rows by a few columns through register transposes
// (codegen/transpose.h): every access to a buffer is a vector of neighbouring elements of one row. An
// inactive lane's row is never touched: the lane reads an active lane's row along with it, which needs no
// mask, computes on that, and stores nothing.
#include "codegen/body.h"
#include "codegen/reduction.h"
#include "codegen/streaming.h"
#include "codegen/transpose.h"

#include "llvm/IR/Intrinsics.h"

#include <array>
#include <map>
#include <numeric>

namespace tile_simd {
namespace {

using namespace llvm;
using ir::OpCode;

class WholeProgram final : public BodyEmitter {
public:
  using BodyEmitter::BodyEmitter;

private:
  /// Everything below may count on an active lane.
  void begin() override {
    BasicBlock *some = BasicBlock::Create(context_.llvm, "some", options_.function);
    BasicBlock *none = BasicBlock::Create(context_.llvm, "none", options_.function);
    builder_.CreateCondBr(builder_.CreateICmpNE(activeLanes_, builder_.getInt32(0)), some, none);
    builder_.SetInsertPoint(none);
    builder_.CreateRetVoid();
    builder_.SetInsertPoint(some);
  }

  Type *scalarType() const override { return vectorType_; }
  unsigned programsPerPacket() const override { return unsigned(width_); }
  unsigned unitElements() const override { return blockColumns; }
  unsigned vectorsPerUnit() const override { return unitElements(); }
  unsigned plainUnroll() const override { return 1; }

  Value *loadScalar(unsigned param) override { return loadColumnOf(param, builder_.getInt64(0)); }

  void storeScalar(unsigned param, Value *value) override {
    storeColumnOf(param, builder_.getInt64(0), value);
  }

  Value *rowIndex() override {
    Value *every = everyProgram(builder_.CreateTrunc(record_.outerIndex(program_), builder_.getInt32Ty()));
    return context_.program.isGrid() ? every : builder_.CreateAdd(every, laneNumbers());
  }
  Value *innerIndex() override {
    Value *first = builder_.CreateTrunc(record_.innerIndex(program_), builder_.getInt32Ty());
    return builder_.CreateAdd(everyProgram(first), laneNumbers());
  }

  /// The packet is given up: its programs that need their rescue get it, and each run of neighbours between
  /// them goes through the packet body again, as a packet with that many active lanes. Nothing was stored
  /// yet, so nothing is lost, and the values of a program do not depend on its lane.
  void emitRescue(Value *predicate) override {
    Value *marked = builder_.CreateAnd(predicate, activeMask_);
    branchToRescue(builder_.CreateOrReduce(marked), [&] {
      LLVMContext &llvm = context_.llvm;
      Value *record = options_.function->getArg(0), *width = builder_.getInt32(options_.width);
      Value *bits = builder_.CreateZExt(builder_.CreateBitCast(marked, builder_.getIntNTy(options_.width)),
                                        builder_.getInt32Ty());
      BasicBlock *before = builder_.GetInsertBlock();
      auto block = [&](const char *name) { return BasicBlock::Create(llvm, name, options_.function); };
      BasicBlock *lanes = block("lanes"), *alone = block("alone"), *between = block("between"),
                 *next = block("next"), *done = block("rescued");
      builder_.CreateBr(lanes);

      builder_.SetInsertPoint(lanes);
      PHINode *lane = builder_.CreatePHI(builder_.getInt32Ty(), 2, "lane");
      lane->addIncoming(builder_.getInt32(0), before);
      Value *program = builder_.CreateAdd(program_, builder_.CreateZExt(lane, builder_.getInt64Ty()));
      Value *remaining = builder_.CreateLShr(bits, lane);
      builder_.CreateCondBr(builder_.CreateTrunc(remaining, builder_.getInt1Ty()), alone, between);

      builder_.SetInsertPoint(alone);
      builder_.CreateCall(options_.rescue, {record, program, width});
      builder_.CreateBr(next);

      builder_.SetInsertPoint(between); // up to the next one marked, or to the end
      Value *unmarked = builder_.CreateIntrinsic(Intrinsic::cttz, {builder_.getInt32Ty()},
                                                 {remaining, /*is_zero_poison=*/builder_.getFalse()});
      Value *run =
          builder_.CreateBinaryIntrinsic(Intrinsic::umin, unmarked, builder_.CreateSub(activeLanes_, lane));
      builder_.CreateCall(options_.function, {record, program, run});
      builder_.CreateBr(next);

      builder_.SetInsertPoint(next);
      PHINode *step = builder_.CreatePHI(builder_.getInt32Ty(), 2, "step");
      step->addIncoming(builder_.getInt32(1), alone);
      step->addIncoming(run, between);
      Value *following = builder_.CreateAdd(lane, step);
      lane->addIncoming(following, next);
      builder_.CreateCondBr(builder_.CreateICmpULT(following, activeLanes_), lanes, done);
      builder_.SetInsertPoint(done);
    });
  }

  void emitUnit(const ElementLoop &loop, Value *element, int64_t valid, Fold fold) override {
    DenseMap<unsigned, SmallVector<Value *, 4>> loaded, stored;
    for (unsigned id : loop.body)
      if (op(id).code == OpCode::Load)
        loaded[id] = loadBlock(loop, op(id), element, valid);
    for (unsigned column = 0; column < validColumns(valid); ++column) {
      tiles_.clear();
      Value *at = plus(builder_, element, column);
      for (unsigned id : loop.reads)
        tiles_[id] = readKept(id, at);
      for (unsigned id : loop.body)
        tiles_[id] = op(id).code == OpCode::Load          ? loaded[id][column]
                     : op(id).code == OpCode::ColumnIndex ? columnIndex(at)
                                                          : evaluate(op(id), vectorType_);
      for (unsigned id : loop.keeps)
        keep(id, at);
      for (unsigned id : loop.stores)
        stored[id].push_back(tiles_.lookup(op(id).args[0]));
      fold(column);
    }
    for (unsigned id : loop.stores)
      storeBlock(loop, op(id), element, stored[id], valid);
  }

  Value *accumulate(ir::ReduceKind kind, Value *accumulator, Value *value, int64_t) override {
    // No mask: a lane is a program of its own.
    return isa<Constant>(accumulator) ? value : emitCombine(builder_, kind, accumulator, value);
  }

  Value *joinLanes(ir::ReduceKind kind, MutableArrayRef<Value *> accumulators) override {
    return combineAccumulators(builder_, kind, accumulators);
  }

  Value *columnIndex(Value *element) {
    return everyProgram(builder_.CreateTrunc(element, builder_.getInt32Ty()));
  }

  // A grid's packet runs along its inner index, and a flat program is one element: there the lanes of a
  // packet are neighbours in memory, and nothing needs to be transposed.

  bool lanesAreNeighbours(unsigned param) const {
    const ir::Program &program = context_.program;
    return isRow(param) && (program.isGrid() || program.flat);
  }
  bool isRow(unsigned param) const { return context_.program.params[param].access == ParamAccess::Row; }

  /// Where element `element` of a load's or store's tile is in the row, in elements of memory.
  Value *place(const ir::Op &o, Value *element) {
    int64_t pitch = context_.program.columnPitch(context_.program.params[o.param]);
    return plus(builder_, times(builder_, element, uint64_t(o.slice.stride * pitch)),
                uint64_t(o.slice.offset * pitch));
  }

  /// Whether elements are accessed one by one, for all programs at once, instead of by rows.
  bool goesByColumns(const ir::Op &o) const {
    return isColumn(o.param) || lanesAreNeighbours(o.param) || o.slice.stride > 1;
  }

  /// The element at `place` of every program's row: one access for all, or one for each.
  Value *loadColumnOf(unsigned param, Value *place) {
    if (isColumn(param))
      return builder_.CreateVectorSplat(unsigned(width_), loadColumn(param, place));
    if (lanesAreNeighbours(param) && options_.prefetchBytes > 0)
      prefetchAhead(rowElement(param, 0, place));
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

  void storeColumnOf(unsigned param, Value *place, Value *value) {
    Value *stored = toStorage(value, param);
    if (options_.stores == Stores::Streaming && streams(param))
      return streamColumn(param, rowElement(param, 0, place), stored);
    Align align = context_.elementAlign(param);
    context_.markOutputStore(
        lanesAreNeighbours(param)
            ? builder_.CreateMaskedStore(stored, rowElement(param, 0, place), align, activeMask_)
            : builder_.CreateMaskedScatter(stored, rowPointers(param, place), align, activeMask_));
  }

  /// In a kernel for every length: whether vectors of this output are large enough.
  bool streams(unsigned param) const {
    return context_.program.flat && any_of(context_.program.ops, [&](const ir::Op &o) {
             return isStreamable(context_.program, o, options_.width) && o.param == param;
           });
  }

  /// Full packets stream where they are aligned, which the entry sees to for the first output.
  void streamColumn(unsigned param, Value *address, Value *stored) {
    Value *isFull = builder_.CreateICmpEQ(activeLanes_, builder_.getInt32(options_.width));
    Value *isAligned = builder_.CreateICmpEQ(
        elementsToAlignment(builder_, context_, address, param, options_.width), builder_.getInt64(0));
    storeStreaming(builder_.CreateAnd(isFull, isAligned), stored, address, context_.elementAlign(param),
                   activeMask_);
  }

  struct Row {
    Value *base = nullptr;
    std::array<Value *, 16> offsets{}; // elements to each lane's row; null: none
  };

  /// Address of `element` in a lane's row. Rows are addressed in groups: from `base` to the group's first
  /// row, from there to the others. The distances within are then the same for all groups of a full packet,
  /// and so few that address computation takes no registers from the pointers.
  ///
  /// An inactive lane gets the row of an active one, its group's first or lane 0's: for a load that is what
  /// it reads. A store is masked off, but a masked access is as slow as a page fault on some CPUs if its
  /// address happens to be unmapped.
  Value *rowElement(unsigned param, unsigned lane, Value *element) {
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
  Value *scatteredOffset(unsigned param, unsigned lane, Value *stride) {
    Value *steps = builder_.CreateSelect(isActive(lane), builder_.getInt64(lane), builder_.getInt64(0));
    Value *number = record_.rowNumber(param, builder_.CreateAdd(program_, steps));
    return builder_.CreateMul(builder_.CreateSub(number, record_.rowNumber(param, program_)), stride);
  }

  Value *isActive(unsigned lane) {
    Value *&active = laneActive_[lane];
    if (!active)
      atEntry([&] { active = builder_.CreateICmpUGT(activeLanes_, builder_.getInt32(lane)); });
    return active;
  }

  Value *rowPointers(unsigned param, Value *place) {
    Value *pointers = PoisonValue::get(FixedVectorType::get(context_.pointer(), unsigned(width_)));
    for (unsigned lane = 0; lane < width_; ++lane)
      pointers = builder_.CreateInsertElement(pointers, rowElement(param, lane, place), lane);
    return pointers;
  }

  Value *loadColumn(unsigned param, Value *element) {
    LoadInst *load = builder_.CreateAlignedLoad(context_.elementType(param), rowElement(param, 0, element),
                                                context_.elementAlign(param));
    context_.markColumnLoad(load);
    return toCompute(load, param);
  }

  unsigned validColumns(int64_t valid) const { return unsigned(std::min<int64_t>(valid, unitElements())); }

  /// All elements of a row's part of a block, or none if the lane is inactive. One comparison, see
  /// lanesBelow.
  Value *rowMask(unsigned lane) {
    if (!activeSplat_)
      atEntry([&] { activeSplat_ = builder_.CreateVectorSplat(unitElements(), activeLanes_); });
    auto *type = cast<VectorType>(activeSplat_->getType());
    return builder_.CreateICmpSGT(activeSplat_,
                                  ConstantInt::get(type, lane)); // signed: every target has that
  }

  /// One vector per valid column of the block.
  SmallVector<Value *, 4> loadBlock(const ElementLoop &loop, const ir::Op &o, Value *element, int64_t valid) {
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
  void prefetchRows(unsigned param, Value *element, Value *at) {
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

  void storeBlock(const ElementLoop &loop, const ir::Op &o, Value *element, ArrayRef<Value *> columns,
                  int64_t valid) {
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

  /// A row's part of a block, and a line of a row, as the buffer holds them.
  FixedVectorType *partType(unsigned param) const {
    return FixedVectorType::get(context_.elementType(param), unitElements());
  }
  FixedVectorType *lineType(unsigned param) const {
    return FixedVectorType::get(context_.elementType(param), lineElements);
  }

  /// A loop over rows. `move` gets the address of `element` in the row of the lane that it is given.
  /// `everyLane`: inactive lanes take part with the row of the last active one; otherwise only active lanes
  /// do.
  void forRows(unsigned param, Value *element, bool everyLane,
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

  SmallVector<Value *, 4> loadRagged(unsigned param, Value *element, unsigned columns) {
    Value *ragged = scratch(raggedScratch, unitElements());
    forRows(param, element, /*everyLane=*/true, [&](Value *lane, Value *inRow) {
      for (unsigned column = 0; column < columns; ++column) {
        Type *type = context_.elementType(param);
        LoadInst *load = builder_.CreateAlignedLoad(type, builder_.CreateConstGEP1_64(type, inRow, column),
                                                    context_.elementAlign(param));
        context_.markBufferAccess(load);
        builder_.CreateStore(load,
                             builder_.CreateInBoundsGEP(type, raggedColumn(ragged, param, column), lane));
      }
    });
    SmallVector<Value *, 4> result;
    for (unsigned column = 0; column < columns; ++column)
      result.push_back(
          toCompute(builder_.CreateLoad(storedType(param), raggedColumn(ragged, param, column)), param));
    return result;
  }

  void storeRagged(unsigned param, Value *element, ArrayRef<Value *> columns) {
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

  Value *raggedColumn(Value *ragged, unsigned param, unsigned column) {
    return builder_.CreateConstInBoundsGEP1_64(storedType(param), ragged, column);
  }

  // Long rows are often a multiple of 4 KiB apart. Then as many rows as a wide packet has, and those of the
  // output, share one set of the first-level cache and drive each other out of it before the next block comes
  // to the same lines. So a whole line of each row is moved at once, through a stage on the stack.

  static constexpr unsigned lineElements = 16;
  static constexpr uint64_t lineBytes = 64;
  static constexpr int64_t stagedExtent = 1024; // 4 KiB

  bool isStaged(const ElementLoop &loop, const ir::Op &o) const {
    return width_ > 8 && loop.extent >= stagedExtent && isRow(o.param) && o.slice == ir::Slice();
  }

  /// Address of a lane's line in a stage.
  Value *line(Value *stage, unsigned param, Value *lane) {
    return builder_.CreateInBoundsGEP(lineType(param), stage, lane);
  }

  /// Address of a lane's part of the block whose first column in the line is `column`.
  Value *lineBlock(Value *stage, unsigned param, unsigned lane, Value *column) {
    return builder_.CreateInBoundsGEP(context_.elementType(param),
                                      line(stage, param, builder_.getInt64(lane)), column);
  }

  /// `columns` (i64) of a line, as a mask.
  Value *lineMask(Value *columns) {
    SmallVector<uint64_t, lineElements> numbers(lineElements);
    std::iota(numbers.begin(), numbers.end(), 0);
    return builder_.CreateICmpULT(ConstantDataVector::get(context_.llvm, numbers),
                                  builder_.CreateVectorSplat(lineElements, columns));
  }

  SmallVector<Value *, 4> loadStaged(const ElementLoop &loop, unsigned param, Value *element) {
    Value *stage = scratch(param, lineElements);
    Value *column = builder_.CreateAnd(element, lineElements - 1);
    auto *type = lineType(param);
    const Align align = context_.elementAlign(param);
    when("stage", builder_.CreateICmpEQ(column, builder_.getInt64(0)), [&] {
      Value *mask = nullptr;
      if (loop.extent % lineElements != 0)
        mask = lineMask(builder_.CreateSub(builder_.getInt64(loop.extent), element));
      forRows(param, element, /*everyLane=*/true, [&](Value *lane, Value *inRow) {
        Instruction *load = mask ? cast<Instruction>(builder_.CreateMaskedLoad(type, inRow, align, mask,
                                                                               Constant::getNullValue(type)))
                                 : builder_.CreateAlignedLoad(type, inRow, align);
        context_.markBufferAccess(load);
        if (options_.prefetchBytes > 0)
          prefetchAhead(inRow);
        builder_.CreateAlignedStore(load, line(stage, param, lane), lineAlign(param));
      });
    });
    SmallVector<Value *, 16> rows;
    for (unsigned lane = 0; lane < width_; ++lane)
      rows.push_back(toCompute(builder_.CreateAlignedLoad(
                                   partType(param), lineBlock(stage, param, lane, column), partAlign(param)),
                               param));
    return rowsToColumns(builder_, rows);
  }

  void storeStaged(const ElementLoop &loop, unsigned param, Value *element, ArrayRef<Value *> columns) {
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
      forRows(param, builder_.CreateSub(element, column), /*everyLane=*/false,
              [&](Value *lane, Value *inRow) {
                Value *values =
                    builder_.CreateAlignedLoad(lineType(param), line(stage, param, lane), lineAlign(param));
                context_.markOutputStore(
                    mask ? cast<Instruction>(builder_.CreateMaskedStore(values, inRow, align, mask))
                         : builder_.CreateAlignedStore(values, inRow, align));
              });
    });
  }

  static constexpr unsigned raggedScratch = ~0u;
  static constexpr Align scratchAlign{Align::Constant<64>()};
  Align lineAlign(unsigned param) const { return Align(lineElements * context_.elementAlign(param).value()); }
  Align partAlign(unsigned param) const {
    return Align(unitElements() * context_.elementAlign(param).value());
  }

  /// Memory for `columns` columns of a packet, one for each parameter that needs some.
  Value *scratch(unsigned param, unsigned columns) {
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

  DenseMap<unsigned, Row> rows_;
  std::array<Value *, 16> laneActive_{};
  Value *activeSplat_ = nullptr;        // as many times as a block has columns
  std::map<unsigned, Value *> scratch_; // by parameter
};

} // namespace

std::unique_ptr<BodyEmitter> createWholeProgram(ModuleContext &context, const BodyOptions &options) {
  return std::make_unique<WholeProgram>(context, options);
}

} // namespace tile_simd
