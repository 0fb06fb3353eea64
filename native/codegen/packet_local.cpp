// Packet-local mapping: the W lanes of a packet hold W neighbouring elements of one program.
//
// Element e belongs to lane e mod W. An inactive lane neither reads nor writes a buffer and adds the identity
// to every reduction, so the body is right for every active count although launches only ever run whole
// packets.
#include "codegen/body.h"
#include "codegen/reduction.h"
#include "codegen/streaming.h"

#include <limits>
#include <map>
#include <tuple>

namespace tile_simd {
namespace {

using namespace llvm;
using ir::OpCode;

class PacketLocal final : public BodyEmitter {
public:
  using BodyEmitter::BodyEmitter;

private:
  Type *scalarType() const override { return compute(); }
  unsigned programsPerPacket() const override { return 1; }
  unsigned unitElements() const override { return options_.width; }
  unsigned vectorsPerUnit() const override { return 1; }
  unsigned plainUnroll() const override { return 4; }

  Value *loadScalar(unsigned param) override {
    LoadInst *load =
        builder_.CreateAlignedLoad(context_.elementType(param), rowOf(param), context_.elementAlign(param));
    markLoad(param, load);
    return toCompute(load, param);
  }

  void storeScalar(unsigned param, Value *value) override {
    auto *one = FixedVectorType::get(context_.elementType(param), 1);
    auto *condition = FixedVectorType::get(builder_.getInt1Ty(), 1);
    Value *anyone = builder_.CreateICmpNE(activeLanes_, builder_.getInt32(0));
    Value *stored = builder_.CreateBitCast(toStorage(value, param), one);
    context_.markOutputStore(builder_.CreateMaskedStore(stored, rowOf(param), context_.elementAlign(param),
                                                        builder_.CreateBitCast(anyone, condition)));
  }

  Value *rowIndex() override {
    return builder_.CreateTrunc(record_.outerIndex(program_), builder_.getInt32Ty());
  }
  Value *innerIndex() override {
    return builder_.CreateTrunc(record_.innerIndex(program_), builder_.getInt32Ty());
  }

  void emitRescue(Value *predicate) override {
    branchToRescue(predicate, [&] {
      builder_.CreateCall(options_.rescue, {options_.function->getArg(0), program_, activeLanes_});
    });
  }

  void emitUnit(const ElementLoop &loop, Value *element, int64_t valid, Fold fold) override {
    tiles_.clear();
    groups_.clear();
    lanes_ = mask(valid);
    for (unsigned id : loop.reads)
      tiles_[id] = readKept(id, element);
    for (unsigned id : loop.body) {
      auto early = hoisted_.find({id, element});
      tiles_[id] = early != hoisted_.end() ? early->second : evaluateTile(op(id), element, valid);
    }
    for (unsigned id : loop.keeps)
      keep(id, element);
    for (auto [carry, next] : loop.updates) // what a tile lacks at the row's end stays as it is
      writeSlot(carry, builder_.CreateSelect(lanes_, tiles_.lookup(next), tiles_.lookup(carry)), element);
    storeTiles(loop, element, valid);
    fold(0);
  }

  Value *elementMask(int64_t valid) override { return mask(valid); }

  Value *joinLanes(ir::ReduceKind kind, MutableArrayRef<Value *> accumulators, Nans nans) override {
    Value *joined = combineAccumulators(builder_, context_.target, kind, accumulators, nans);
    return combineLanes(builder_, context_.target, kind, joined, nans);
  }
  Value *everyLane(Value *condition) override { return builder_.CreateAndReduce(condition); }

  Value *rowOf(unsigned param) {
    auto [entry, isNew] = rows_.try_emplace(param);
    if (isNew)
      atEntry([&, &row = entry->second] { row = record_.row(param, program_); });
    return entry->second;
  }

  Value *elementOf(unsigned param, Value *element) {
    if (bounds_.limit) // nothing is accessed there, but the unit may start beyond the row
      return builder_.CreateGEP(context_.elementType(param), rowOf(param), element);
    return builder_.CreateInBoundsGEP(context_.elementType(param), rowOf(param), element);
  }

  void markLoad(unsigned param, Instruction *load) const {
    if (context_.program.params[param].access != ParamAccess::Row)
      context_.markColumnLoad(load);
    else
      context_.markBufferAccess(load);
  }

  /// Active lanes, of which only the first `valid` hold elements; or what bounds_ says.
  Value *mask(int64_t valid) {
    if (bounds_.numbers)
      return builder_.CreateICmpULT(bounds_.numbers, limits());
    if (bounds_.limit)
      return lanesBelow(bounds_.limit, valid);
    return valid >= width_ ? activeMask_ : lanesBelow(activeLanes_, valid);
  }
  Value *limits() {
    return builder_.CreateVectorSplat(unsigned(width_), bounds_.limit ? bounds_.limit : activeLanes_);
  }

  void startTile() override {
    hoisted_.clear();
    streams_.clear();
  }

  void hoistLoads(const ElementLoop &loop, Value *element) override {
    groups_.clear();
    lanes_ = mask(width_);
    for (unsigned id : loop.body)
      if (op(id).code == OpCode::Load && context_.program.params[op(id).param].access == ParamAccess::Row)
        hoisted_[{id, element}] = evaluateTile(op(id), element, width_);
  }

  void keepInOutput(unsigned param, Value *value, Value *element) override {
    context_.markOutputStore(
        builder_.CreateMaskedStore(value, elementOf(param, element), context_.elementAlign(param), lanes_));
  }

  Value *readFromOutput(unsigned param, Value *element) override {
    CallInst *load =
        builder_.CreateMaskedLoad(vectorType_, elementOf(param, element), context_.elementAlign(param),
                                  lanes_, Constant::getNullValue(vectorType_));
    context_.markBufferAccess(load);
    return load;
  }

  static constexpr int64_t lineBytes = 64;

  void prefetch(const ElementLoop &loop, Value *element, int64_t elements) override {
    if (!prefetches())
      return;
    SmallDenseSet<std::pair<unsigned, int64_t>, 4> done; // slices that interleave share their lines
    for (unsigned id : loop.body) {
      const ir::Op &o = op(id);
      bool isNear = o.code == OpCode::Load && (distance(o) == 1 || isInterleaved(o));
      if (!isNear || context_.program.params[o.param].access != ParamAccess::Row ||
          !prefetchesIn(loop, o.param))
        continue;
      const int64_t start = o.slice.stride == 1 ? o.slice.offset : groupStart(o);
      if (!done.insert({o.param, start}).second)
        continue;
      const int64_t bytes = o.slice.stride * int64_t(elementBytes(context_.program.params[o.param].dtype));
      auto *constant = dyn_cast<ConstantInt>(element); // a unit of straight-line code may be part of a line
      if (constant && constant->getSExtValue() * bytes % lineBytes != 0)
        continue;
      Value *address =
          elementOf(o.param, plus(builder_, times(builder_, inRow(element), uint64_t(o.slice.stride)),
                                  uint64_t(start)));
      for (int64_t line = 0; line < elements * bytes; line += lineBytes)
        prefetchAhead(address, line);
    }
  }

  /// A distance within the row serves each pass over it. From a row on it is about other rows, and their
  /// lines are asked for once: in the last pass, where they arrive beside the stores.
  bool prefetchesIn(const ElementLoop &loop, unsigned param) const {
    const ir::Param &input = context_.program.params[param];
    const auto rowBytes = uint64_t(context_.program.dims[input.dim].extent) * elementBytes(input.dtype);
    return options_.prefetchBytes < rowBytes || isLastToLoad(loop, param);
  }

  bool isStreamed(unsigned id) const { return isStreamable(context_.program, op(id), options_.width); }
  bool canStream(const ElementLoop &loop) const override {
    return any_of(loop.stores, [&](unsigned id) { return isStreamed(id); });
  }
  Value *streamHead(const ElementLoop &loop) override {
    return toAlignment(op(*find_if(loop.stores, [&](unsigned id) { return isStreamed(id); })),
                       builder_.getInt64(0));
  }

  // The first output's vectors are aligned by the choice of `head`, the others' if their rows agree with it.
  void streamFrom(const ElementLoop &loop, Value *head) override {
    streams_.clear();
    if (!head)
      return;
    for (unsigned id : loop.stores)
      if (isStreamed(id))
        streams_[id] = streams_.empty() ? isFull() : isAlignedAt(op(id), head);
  }

  Value *isFull() { return builder_.CreateICmpEQ(activeLanes_, builder_.getInt32(options_.width)); }
  Value *toAlignment(const ir::Op &o, Value *element) {
    return elementsToAlignment(builder_, context_, elementOf(o.param, place(o, element)), o.param,
                               options_.width);
  }
  Value *isAlignedAt(const ir::Op &o, Value *element) {
    Value *isAligned = builder_.CreateICmpEQ(toAlignment(o, element), builder_.getInt64(0));
    return builder_.CreateAnd(isFull(), isAligned);
  }

  /// Whether (i1) a unit's store of `valid` elements streams; null: certainly not. Rows that are unrolled
  /// have no head: they stream if they are aligned from their start.
  Value *streams(unsigned id, int64_t valid) {
    if (options_.materialize != Materialize::Registers)
      return streams_.lookup(id);
    if (options_.stores != Stores::Streaming || valid < width_ || !isStreamed(id))
      return nullptr;
    auto [entry, isNew] = streams_.try_emplace(id);
    if (isNew)
      entry->second =
          isAlignedAt(op(id), builder_.getInt64(0)); // before every use: nothing branches around it
    return entry->second;
  }

  Value *evaluateTile(const ir::Op &o, Value *element, int64_t valid) {
    if (o.code == OpCode::Load)
      return toCompute(loadTile(o, element, valid), o.param);
    if (o.code == OpCode::ColumnIndex) {
      Value *first = builder_.CreateTrunc(element, builder_.getInt32Ty());
      return builder_.CreateAdd(builder_.CreateVectorSplat(unsigned(width_), first), laneNumbers());
    }
    return evaluate(o, vectorType_);
  }

  Value *loadTile(const ir::Op &o, Value *element, int64_t valid) {
    Type *type = storedType(o.param);
    if (isInterleaved(o))
      return loadInterleaved(o, element, valid);
    CallInst *load;
    if (distance(o) == 1)
      load = builder_.CreateMaskedLoad(type, elementOf(o.param, place(o, element)),
                                       context_.elementAlign(o.param), lanes_, Constant::getNullValue(type));
    else
      load = builder_.CreateMaskedGather(type, elementPointers(o, element), context_.elementAlign(o.param),
                                         lanes_, Constant::getNullValue(type));
    markLoad(o.param, load);
    return load;
  }

  /// Stores of the loop, a group of slices that interleave as one.
  void storeTiles(const ElementLoop &loop, Value *element, int64_t valid) {
    SmallVector<unsigned, 4> pending(loop.stores.begin(), loop.stores.end());
    while (!pending.empty()) {
      const ir::Op &o = op(pending.front());
      SmallVector<unsigned, 4> group = interleavedGroup(o, pending);
      if (!group.empty())
        storeInterleaved(group, element, valid);
      else
        storeTile(pending.front(), element, valid);
      if (group.empty())
        group.push_back(pending.front());
      erase_if(pending, [&](unsigned id) { return is_contained(group, id); });
    }
  }

  void storeTile(unsigned id, Value *element, int64_t valid) {
    const ir::Op &o = op(id);
    Value *value = toStorage(tiles_.lookup(o.args[0]), o.param);
    Align align = context_.elementAlign(o.param);
    if (Value *streaming = streams(id, valid))
      return storeStreaming(streaming, value, elementOf(o.param, place(o, element)), align, lanes_);
    context_.markOutputStore(
        distance(o) == 1
            ? builder_.CreateMaskedStore(value, elementOf(o.param, place(o, element)), align, lanes_)
            : builder_.CreateMaskedScatter(value, elementPointers(o, element), align, lanes_));
  }

  Value *elementPointers(const ir::Op &o, Value *element) {
    Value *lanes =
        builder_.CreateZExt(laneNumbers(), FixedVectorType::get(builder_.getInt64Ty(), unsigned(width_)));
    Value *offsets = builder_.CreateMul(
        lanes, builder_.CreateVectorSplat(unsigned(width_), builder_.getInt64(uint64_t(distance(o)))));
    return builder_.CreateInBoundsGEP(context_.elementType(o.param), elementOf(o.param, place(o, element)),
                                      offsets);
  }

  // Slices with a small stride: the elements of `stride` slices interleave in memory. They are moved as
  // `stride` vectors of neighbouring elements and told apart in registers.

  static constexpr int64_t maxInterleaved = 4;

  bool isInterleaved(const ir::Op &o) const {
    return o.slice.stride > 1 && o.slice.stride <= maxInterleaved && distance(o) == o.slice.stride;
  }
  static int64_t groupStart(const ir::Op &o) { return o.slice.offset / o.slice.stride * o.slice.stride; }

  /// The stores in `ids` that together cover every element of `o`'s group, by offset; none if there are gaps.
  SmallVector<unsigned, 4> interleavedGroup(const ir::Op &o, ArrayRef<unsigned> ids) const {
    SmallVector<unsigned, 4> group;
    if (!isInterleaved(o))
      return group;
    for (int64_t offset = groupStart(o); offset < groupStart(o) + o.slice.stride; ++offset)
      for (unsigned id : ids)
        if (op(id).param == o.param && op(id).slice == ir::Slice{offset, o.slice.stride})
          group.push_back(id);
    if (int64_t(group.size()) != o.slice.stride)
      group.clear();
    return group;
  }

  /// Lanes of part `part` of a group: those whose element is active and valid; of all residues, or one alone.
  Value *groupMask(int64_t stride, int64_t part, int64_t valid, int64_t onlyResidue) {
    SmallVector<uint32_t, 16> numbers;
    SmallVector<int, 16> lanes; // the same as a shuffle of bounds_.numbers and a vector of lanes not there
    constexpr uint32_t absent = std::numeric_limits<uint32_t>::max();
    for (int64_t at = part * width_; at < (part + 1) * width_; ++at) {
      bool exists = at / stride < valid && (onlyResidue < 0 || at % stride == onlyResidue);
      numbers.push_back(exists ? uint32_t(at / stride) : absent);
      lanes.push_back(int(exists ? at / stride : width_));
    }
    Value *owners = ConstantDataVector::get(context_.llvm, numbers);
    if (bounds_.numbers)
      owners = builder_.CreateShuffleVector(bounds_.numbers,
                                            Constant::getAllOnesValue(bounds_.numbers->getType()), lanes);
    return builder_.CreateICmpULT(owners, limits());
  }

  Value *loadInterleaved(const ir::Op &o, Value *element, int64_t valid) {
    const int64_t stride = o.slice.stride, start = groupStart(o), residue = o.slice.offset - start;
    const ir::Param &param = context_.program.params[o.param];
    // The last group may end beyond the row: then only the slice's own elements may be read.
    bool whole = start + context_.program.extentAlong(o) * stride <= context_.program.dims[param.dim].extent;
    SmallVector<Value *, 4> parts = whole ? groups_[{o.param, start, stride}] : SmallVector<Value *, 4>();
    Type *type = storedType(o.param);
    for (int64_t part = parts.size(); part < stride; ++part) {
      Value *at =
          plus(builder_, times(builder_, inRow(element), uint64_t(stride)), uint64_t(start + part * width_));
      CallInst *load = builder_.CreateMaskedLoad(type, elementOf(o.param, at), context_.elementAlign(o.param),
                                                 groupMask(stride, part, valid, whole ? -1 : residue),
                                                 Constant::getNullValue(type));
      markLoad(o.param, load);
      parts.push_back(load);
    }
    if (whole)
      groups_[{o.param, start, stride}] = parts;
    SmallVector<int, 16> lanes;
    for (int64_t lane = 0; lane < width_; ++lane)
      lanes.push_back(int(lane * stride + residue));
    return shuffleParts(parts, lanes);
  }

  void storeInterleaved(ArrayRef<unsigned> group, Value *element, int64_t valid) {
    const ir::Op &first = op(group.front());
    const int64_t stride = first.slice.stride;
    SmallVector<Value *, 4> values;
    for (unsigned id : group)
      values.push_back(toStorage(tiles_.lookup(op(id).args[0]), first.param));
    for (int64_t part = 0; part < stride; ++part) {
      SmallVector<int, 16> lanes;
      for (int64_t at = part * width_; at < (part + 1) * width_; ++at)
        lanes.push_back(int(at % stride * width_ + at / stride));
      Value *at = plus(builder_, times(builder_, inRow(element), uint64_t(stride)),
                       uint64_t(first.slice.offset + part * width_));
      context_.markOutputStore(
          builder_.CreateMaskedStore(shuffleParts(values, lanes), elementOf(first.param, at),
                                     context_.elementAlign(first.param), groupMask(stride, part, valid, -1)));
    }
  }

  /// W lanes out of two to four vectors behind each other.
  Value *shuffleParts(ArrayRef<Value *> parts, ArrayRef<int> lanes) {
    if (parts.size() == 2)
      return builder_.CreateShuffleVector(parts[0], parts[1], lanes);
    SmallVector<int, 32> both;
    for (int lane = 0; lane < 2 * int(width_); ++lane)
      both.push_back(lane);
    Value *upper = parts.size() == 4 ? parts[3] : parts[2];
    return builder_.CreateShuffleVector(builder_.CreateShuffleVector(parts[0], parts[1], both),
                                        builder_.CreateShuffleVector(parts[2], upper, both), lanes);
  }

  Value *lanes_ = nullptr;                                  // mask of this unit
  DenseMap<std::pair<unsigned, Value *>, Value *> hoisted_; // by id and element: loads before their unit
  DenseMap<unsigned, Value *> streams_; // by id of a store: whether it streams in the loop in work
  /// Parts loaded for this unit, by parameter, start and stride.
  std::map<std::tuple<unsigned, int64_t, int64_t>, SmallVector<Value *, 4>> groups_;
  DenseMap<unsigned, Value *> rows_;
};

} // namespace

std::unique_ptr<BodyEmitter> createPacketLocal(ModuleContext &context, const BodyOptions &options) {
  return std::make_unique<PacketLocal>(context, options);
}

} // namespace tile_simd
