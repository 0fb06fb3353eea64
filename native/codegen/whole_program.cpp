// Whole-program mapping: lane i of a packet runs program `program + i`; a tile value is one W-vector per
// element.
//
// Rows lie apart in memory, so elements move in blocks of W rows by W columns through register transposes:
// every access to a buffer is a vector of neighbouring elements of one row. An inactive lane's row is never
// touched.
#include "codegen/body.h"
#include "codegen/reduction.h"
#include "codegen/transpose.h"

#include <array>

namespace tile_simd {
namespace {

using namespace llvm;
using ir::OpCode;

class WholeProgram final : public BodyEmitter {
public:
  using BodyEmitter::BodyEmitter;

private:
  Type *scalarType() const override { return vectorType_; }
  unsigned programsPerPacket() const override { return unsigned(width_); }
  unsigned vectorsPerUnit() const override { return unsigned(width_); }
  unsigned plainUnroll() const override { return 1; }

  Value *loadScalar(unsigned param) override {
    if (isColumn(param))
      return builder_.CreateVectorSplat(unsigned(width_), loadColumn(param, builder_.getInt64(0)));
    if (lanesAreNeighbours(param))
      return loadNeighbours(param, builder_.getInt64(0));
    Type *type = storedType(param);
    CallInst *load =
        builder_.CreateMaskedGather(type, rowPointers(param, builder_.getInt64(0)),
                                    context_.elementAlign(param), activeMask_, Constant::getNullValue(type));
    context_.markBufferAccess(load);
    return toCompute(load, param);
  }

  void storeScalar(unsigned param, Value *value) override {
    if (lanesAreNeighbours(param))
      return storeNeighbours(param, builder_.getInt64(0), value);
    context_.markOutputStore(builder_.CreateMaskedScatter(toStorage(value, param),
                                                          rowPointers(param, builder_.getInt64(0)),
                                                          context_.elementAlign(param), activeMask_));
  }

  Value *rowIndex() override {
    Value *first = builder_.CreateTrunc(record_.outerIndex(program_), builder_.getInt32Ty());
    Value *every = everyProgram(first);
    return context_.program.isGrid() ? every : builder_.CreateAdd(every, laneNumbers());
  }
  Value *innerIndex() override {
    Value *first = builder_.CreateTrunc(record_.innerIndex(program_), builder_.getInt32Ty());
    return builder_.CreateAdd(everyProgram(first), laneNumbers());
  }

  /// One program of the packet is enough: the packet is then left to the row function, which runs its
  /// programs one by one with the same bits and rescues those that need it.
  void emitRescue(Value *predicate) override {
    branchToRescue(builder_.CreateOrReduce(builder_.CreateAnd(predicate, activeMask_)), [&] {
      CountedLoop lanes(builder_, activeLanes_, {}, "rows");
      Value *program =
          builder_.CreateAdd(program_, builder_.CreateZExt(lanes.index(), builder_.getInt64Ty()));
      builder_.CreateCall(options_.rescue,
                          {options_.function->getArg(0), program, builder_.getInt32(unsigned(width_))});
      lanes.finish({});
    });
  }

  void emitUnit(const ElementLoop &loop, Value *element, int64_t valid, Fold fold) override {
    DenseMap<unsigned, SmallVector<Value *, 16>> loaded, stored;
    for (unsigned id : loop.body)
      if (op(id).code == OpCode::Load)
        loaded[id] = loadBlock(op(id), element, valid);
    for (unsigned column = 0; column < unsigned(std::min(valid, width_)); ++column) {
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
      storeBlock(op(id), element, stored[id], valid);
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
    return program.params[param].access == ParamAccess::Row && (program.isGrid() || program.flat);
  }

  /// Where element `element` of a load's or store's tile is in the row, in elements of memory.
  Value *place(const ir::Op &o, Value *element) {
    int64_t pitch = context_.program.columnPitch(context_.program.params[o.param]);
    return plus(builder_, times(builder_, element, uint64_t(o.slice.stride * pitch)),
                uint64_t(o.slice.offset * pitch));
  }

  Value *loadNeighbours(unsigned param, Value *place) {
    Type *type = storedType(param);
    CallInst *load =
        builder_.CreateMaskedLoad(type, rowElement(param, 0, place), context_.elementAlign(param),
                                  activeMask_, Constant::getNullValue(type));
    context_.markBufferAccess(load);
    return toCompute(load, param);
  }

  void storeNeighbours(unsigned param, Value *place, Value *value) {
    context_.markOutputStore(builder_.CreateMaskedStore(toStorage(value, param), rowElement(param, 0, place),
                                                        context_.elementAlign(param), activeMask_));
  }

  struct Row {
    Value *base = nullptr;
    std::array<Value *, 16> offsets{}; // elements from `base` to each lane's row; null: none
  };

  /// An inactive lane gets the address of lane 0's row. It is masked off either way, but a masked access is
  /// as slow as a page fault on some CPUs if its address happens to be unmapped.
  Value *rowElement(unsigned param, unsigned lane, Value *element) {
    auto [entry, isNew] = rows_.try_emplace(param);
    if (isNew)
      atEntry([&, &row = entry->second] {
        row.base = record_.row(param, program_);
        if (isColumn(param) || lanesAreNeighbours(param))
          return;
        Value *stride = record_.stride(param);
        for (unsigned l = 1; l < width_; ++l)
          row.offsets[l] = rowOffset(param, l, stride);
      });
    const Row &row = entry->second;
    Value *offset = row.offsets[lane] ? builder_.CreateAdd(element, row.offsets[lane]) : element;
    return builder_.CreateGEP(context_.elementType(param), row.base, offset);
  }

  /// Elements from the row of lane 0 to the row of lane `lane`, 0 if that is inactive.
  Value *rowOffset(unsigned param, unsigned lane, Value *stride) {
    if (context_.program.params[param].access == ParamAccess::Row)
      return builder_.CreateSelect(isActive(lane), times(builder_, stride, lane), builder_.getInt64(0));
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

  /// The elements of lane `lane`'s row in a block with `valid` columns, or none if the lane is inactive.
  /// Counted by a scalar: taking a bit out of a vector mask to spread it again costs far more.
  Value *rowMask(unsigned lane, int64_t valid) {
    Value *elements = builder_.CreateSelect(
        isActive(lane), builder_.getInt32(uint32_t(std::min(valid, width_))), builder_.getInt32(0));
    return lanesBelow(elements, width_);
  }

  /// One vector per column of the block.
  SmallVector<Value *, 16> loadBlock(const ir::Op &o, Value *element, int64_t valid) {
    const unsigned param = o.param;
    SmallVector<Value *, 16> block;
    if (isColumn(param) || lanesAreNeighbours(param) || o.slice.stride > 1) {
      for (int64_t column = 0; column < std::min(valid, width_); ++column)
        block.push_back(loadColumnOf(o, plus(builder_, element, uint64_t(column))));
      return block;
    }
    element = place(o, element);
    for (unsigned lane = 0; lane < width_; ++lane) {
      Type *type = storedType(param);
      CallInst *load =
          builder_.CreateMaskedLoad(type, rowElement(param, lane, element), context_.elementAlign(param),
                                    rowMask(lane, valid), Constant::getNullValue(type));
      context_.markBufferAccess(load);
      block.push_back(toCompute(load, param)); // converted first: only f32 goes through the transpose
    }
    return emitTranspose(builder_, block);
  }

  /// Element `element` of every program, one access for all of them or one for each.
  Value *loadColumnOf(const ir::Op &o, Value *element) {
    if (isColumn(o.param))
      return builder_.CreateVectorSplat(unsigned(width_), loadColumn(o.param, place(o, element)));
    if (lanesAreNeighbours(o.param))
      return loadNeighbours(o.param, place(o, element));
    Type *type = storedType(o.param);
    CallInst *load = builder_.CreateMaskedGather(type, rowPointers(o.param, place(o, element)),
                                                 context_.elementAlign(o.param), activeMask_,
                                                 Constant::getNullValue(type));
    context_.markBufferAccess(load);
    return toCompute(load, o.param);
  }

  void storeColumnOf(const ir::Op &o, Value *element, Value *value) {
    if (lanesAreNeighbours(o.param))
      return storeNeighbours(o.param, place(o, element), value);
    context_.markOutputStore(builder_.CreateMaskedScatter(toStorage(value, o.param),
                                                          rowPointers(o.param, place(o, element)),
                                                          context_.elementAlign(o.param), activeMask_));
  }

  void storeBlock(const ir::Op &o, Value *element, ArrayRef<Value *> columns, int64_t valid) {
    const unsigned param = o.param;
    if (lanesAreNeighbours(param) || o.slice.stride > 1) {
      for (auto [column, value] : enumerate(columns))
        storeColumnOf(o, plus(builder_, element, column), value);
      return;
    }
    element = place(o, element);
    SmallVector<Value *, 16> block(columns.begin(), columns.end());
    block.resize(unsigned(width_), PoisonValue::get(vectorType_)); // beyond the row: masked off
    for (auto [lane, row] : enumerate(emitTranspose(builder_, block)))
      context_.markOutputStore(
          builder_.CreateMaskedStore(toStorage(row, param), rowElement(param, unsigned(lane), element),
                                     context_.elementAlign(param), rowMask(unsigned(lane), valid)));
  }

  DenseMap<unsigned, Row> rows_;
  std::array<Value *, 16> laneActive_{};
};

} // namespace

std::unique_ptr<BodyEmitter> createWholeProgram(ModuleContext &context, const BodyOptions &options) {
  return std::make_unique<WholeProgram>(context, options);
}

} // namespace tile_simd
