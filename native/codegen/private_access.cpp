// Where kept tile values wait between the levels: in registers, or in slots of private memory.
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

FixedVectorType *BodyEmitter::keptType(unsigned id) const {
  return op(id).type.isIndex() ? FixedVectorType::get(context_.i32(), unsigned(width_)) : vectorType_;
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

void BodyEmitter::keep(unsigned id, Value *element) {
  Value *value = tiles_.lookup(id);
  if (unrolled()) {
    inRegisters_[{id, cast<ConstantInt>(element)->getZExtValue()}] = value;
    return;
  }
  if (usesGathers()) {
    Align align(compute()->getScalarSizeInBits() / 8);
    markPrivate(builder_.CreateMaskedScatter(value, laneAddresses(schedule_.slotOf[id], element), align));
    return;
  }
  Align align = PrivateMemory::vectorAlign(uint64_t(width_) * compute()->getScalarSizeInBits() / 8);
  Value *address = private_.slotElement(builder_, schedule_.slotOf[id], element);
  markPrivate(builder_.CreateAlignedStore(value, address, align));
}

Value *BodyEmitter::readKept(unsigned id, Value *element) {
  if (unrolled())
    return inRegisters_.lookup({id, cast<ConstantInt>(element)->getZExtValue()});
  if (usesGathers()) {
    Align align(compute()->getScalarSizeInBits() / 8);
    CallInst *gather =
        builder_.CreateMaskedGather(keptType(id), laneAddresses(schedule_.slotOf[id], element), align);
    markPrivate(gather);
    return gather;
  }
  Align align = PrivateMemory::vectorAlign(uint64_t(width_) * compute()->getScalarSizeInBits() / 8);
  Value *address = private_.slotElement(builder_, schedule_.slotOf[id], element);
  LoadInst *load = builder_.CreateAlignedLoad(keptType(id), address, align);
  markPrivate(load);
  return load;
}

} // namespace tile_simd
