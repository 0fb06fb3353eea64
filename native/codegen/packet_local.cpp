// Packet-local mapping: the W lanes of a packet hold W neighbouring elements of one program.
//
// Element e belongs to lane e mod W. An inactive lane neither reads nor writes a buffer and adds the identity
// to every reduction, so the body is right for every active count although launches only ever run whole
// packets.
#include "codegen/body.h"
#include "codegen/reduction.h"

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
    LoadInst *load = builder_.CreateAlignedLoad(context_.f32(), rowOf(param), Align(4));
    markLoad(param, load);
    return load;
  }

  void storeScalar(unsigned param, Value *value) override {
    auto *one = FixedVectorType::get(context_.f32(), 1);
    auto *condition = FixedVectorType::get(builder_.getInt1Ty(), 1);
    Value *anyone = builder_.CreateICmpNE(activeLanes_, builder_.getInt32(0));
    context_.markOutputStore(builder_.CreateMaskedStore(builder_.CreateBitCast(value, one), rowOf(param),
                                                        Align(4), builder_.CreateBitCast(anyone, condition)));
  }

  void emitRescue(Value *predicate) override {
    branchToRescue(predicate, [&] {
      builder_.CreateCall(options_.rescue, {options_.function->getArg(0), program_, activeLanes_});
    });
  }

  void emitUnit(const ElementLoop &loop, Value *element, int64_t valid, Fold fold) override {
    tiles_.clear();
    Value *lanes = mask(valid);
    for (unsigned id : loop.reads)
      tiles_[id] = readKept(id, element);
    for (unsigned id : loop.body)
      tiles_[id] = op(id).code == OpCode::Load ? loadVector(op(id).param, element, lanes)
                                               : evaluate(op(id), vectorType_);
    for (unsigned id : loop.keeps)
      keep(id, element);
    for (unsigned id : loop.stores)
      context_.markOutputStore(builder_.CreateMaskedStore(toStorage(tiles_.lookup(op(id).args[0])),
                                                          elementOf(op(id).param, element), Align(4), lanes));
    fold(0);
  }

  Value *accumulate(ir::ReduceKind kind, Value *accumulator, Value *value, int64_t valid) override {
    Value *combined = isa<Constant>(accumulator) ? value : emitCombine(builder_, kind, accumulator, value);
    return builder_.CreateSelect(mask(valid), combined, accumulator);
  }

  Value *joinLanes(ir::ReduceKind kind, MutableArrayRef<Value *> accumulators) override {
    return combineLanes(builder_, kind, combineAccumulators(builder_, kind, accumulators));
  }

  Value *rowOf(unsigned param) {
    auto [entry, isNew] = rows_.try_emplace(param);
    if (isNew)
      atEntry([&, &row = entry->second] { row = record_.row(param, program_); });
    return entry->second;
  }

  Value *elementOf(unsigned param, Value *element) {
    return builder_.CreateInBoundsGEP(context_.f32(), rowOf(param), element);
  }

  void markLoad(unsigned param, Instruction *load) const {
    if (isColumn(param))
      context_.markColumnLoad(load);
    else
      context_.markBufferAccess(load);
  }

  /// Active lanes, of which only the first `valid` hold elements.
  Value *mask(int64_t valid) { return valid >= width_ ? activeMask_ : lanesBelow(activeLanes_, valid); }

  Value *loadVector(unsigned param, Value *element, Value *lanes) {
    CallInst *load = builder_.CreateMaskedLoad(storedType_, elementOf(param, element), Align(4), lanes,
                                               Constant::getNullValue(storedType_));
    markLoad(param, load);
    return toCompute(load);
  }

  DenseMap<unsigned, Value *> rows_;
};

} // namespace

std::unique_ptr<BodyEmitter> createPacketLocal(ModuleContext &context, const BodyOptions &options) {
  return std::make_unique<PacketLocal>(context, options);
}

} // namespace tile_simd
