// Where kept tile values wait between the levels: in registers, or in slots of private memory. Those that a
// loop carries from tile to tile are always in their slots.
//
// A slot is accessed by vectors of neighbouring elements, or, where the plan asks for it, lane by lane: by
// gathers and scatters, which LLVM makes scalar accesses of where the target has none. LLVM 21 does not see
// that the lanes of such a gather may be neighbours (test/run/plan-switches.test.ts would tell).
#include "codegen/body.h"

namespace tile_simd {

using namespace llvm;

void BodyEmitter::markPrivate(Instruction *access) const {
  if (private_.inWorkspace())
    context_.markWorkspaceAccess(access);
}

/// Elements of a slot are as far apart as computed ones are large, and a vector may start at any: indices
/// wait in that size.
FixedVectorType *BodyEmitter::keptType(unsigned id) const {
  if (!op(id).type.isIndex())
    return vectorType_;
  return FixedVectorType::get(IntegerType::get(context_.llvm, compute()->getScalarSizeInBits()),
                              unsigned(width_));
}

Value *BodyEmitter::toKept(unsigned id, Value *value) {
  return op(id).type.isIndex() ? builder_.CreateSExt(value, keptType(id)) : value;
}

Value *BodyEmitter::fromKept(unsigned id, Value *kept) {
  return op(id).type.isIndex()
             ? builder_.CreateTrunc(kept, FixedVectorType::get(context_.i32(), unsigned(width_)))
             : kept;
}

/// Address of each lane's element, for the vector that starts at `element`.
Value *BodyEmitter::laneAddresses(int slot, Value *element) {
  uint64_t distance = options_.interleave ? 1 : uint64_t(private_.laneElements(slot, width_));
  SmallVector<uint64_t, 16> offsets;
  for (uint64_t lane = 0; lane < uint64_t(width_); ++lane)
    offsets.push_back(lane * distance);
  Value *first = nullptr;
  if (options_.interleave) {
    first = private_.slotElement(builder_, slot, element);
  } else {
    Value *perVector = builder_.getInt64(uint64_t(unitElements() / vectorsPerUnit()));
    first = private_.laneElement(builder_, slot, builder_.CreateExactUDiv(element, perVector));
  }
  return builder_.CreateInBoundsGEP(compute(), first, ConstantDataVector::get(context_.llvm, offsets));
}

/// Private vectors start at multiples of their size, but for units that start anywhere.
Align BodyEmitter::privateAlign() const {
  const uint64_t element = compute()->getScalarSizeInBits() / 8;
  return bounds_.numbers ? Align(element) : PrivateMemory::vectorAlign(uint64_t(width_) * element);
}

/// The vector from element `first` on; where a unit starts anywhere, out of two kept ones.
Value *BodyEmitter::readRegisters(unsigned id, uint64_t first) {
  uint64_t behind = bounds_.numbers ? first % uint64_t(width_) : 0;
  Value *value = inRegisters_.lookup({id, first - behind});
  if (behind == 0)
    return value;
  SmallVector<int, 16> lanes;
  for (int64_t lane = 0; lane < width_; ++lane)
    lanes.push_back(int(lane) + int(behind));
  Value *next = inRegisters_.lookup({id, first - behind + uint64_t(width_)});
  return builder_.CreateShuffleVector(value, next, lanes);
}

void BodyEmitter::keep(unsigned id, Value *element) {
  Value *value = tiles_.lookup(id);
  if (unrolled())
    inRegisters_[{id, cast<ConstantInt>(element)->getZExtValue()}] = value;
  else
    writeSlot(id, value, element);
}

Value *BodyEmitter::readKept(unsigned id, Value *element) {
  if (unrolled() && !isCarried(id))
    return readRegisters(id, cast<ConstantInt>(element)->getZExtValue());
  return readSlot(id, element);
}

void BodyEmitter::writeSlot(unsigned id, Value *value, Value *element) {
  if (!keptInOutput_.empty())
    return keepInOutput(keptInOutput_[unsigned(schedule_.slotOf[id])], value, element);
  value = toKept(id, value);
  if (usesGathers()) {
    Align align(compute()->getScalarSizeInBits() / 8);
    markPrivate(builder_.CreateMaskedScatter(value, laneAddresses(schedule_.slotOf[id], element), align));
    return;
  }
  Value *address = private_.slotElement(builder_, schedule_.slotOf[id], element);
  markPrivate(builder_.CreateAlignedStore(value, address, privateAlign()));
}

Value *BodyEmitter::readSlot(unsigned id, Value *element) {
  if (!keptInOutput_.empty())
    return readFromOutput(keptInOutput_[unsigned(schedule_.slotOf[id])], element);
  if (usesGathers()) {
    Align align(compute()->getScalarSizeInBits() / 8);
    CallInst *gather =
        builder_.CreateMaskedGather(keptType(id), laneAddresses(schedule_.slotOf[id], element), align);
    markPrivate(gather);
    return fromKept(id, gather);
  }
  Value *address = private_.slotElement(builder_, schedule_.slotOf[id], element);
  LoadInst *load = builder_.CreateAlignedLoad(keptType(id), address, privateAlign());
  markPrivate(load);
  return fromKept(id, load);
}

} // namespace tile_simd
