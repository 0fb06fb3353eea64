// Where kept tile values wait between the levels: in registers, or in slots of private memory.
//
// A slot is accessed by vectors of neighbouring elements, or, where the plan asks for it, lane by lane: by
// gathers and scatters, which LLVM makes scalar accesses of where the target has none. How far the lanes are
// apart is then read from memory whose contents LLVM does not know, or it would make ordinary vectors of
// gathers whose lanes turn out to be neighbours.
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
  int64_t distance = options_.interleave ? 1 : private_.laneElements(slot, width_);
  Value *&offsets = laneOffsets_[distance];
  if (!offsets)
    atEntry([&] {
      GlobalVariable *global = context_.laneOffsets(unsigned(width_), distance);
      LoadInst *load = builder_.CreateAlignedLoad(global->getValueType(), global,
                                                  global->getAlign().valueOrOne(), "lanes");
      context_.markInvariant(load);
      offsets = load;
    });
  Value *first = nullptr;
  if (options_.interleave) {
    first = private_.slotElement(builder_, slot, element);
  } else {
    Value *perVector = builder_.getInt64(uint64_t(unitElements() / vectorsPerUnit()));
    first = private_.laneElement(builder_, slot, builder_.CreateExactUDiv(element, perVector));
  }
  return builder_.CreateInBoundsGEP(compute(), first, offsets);
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
