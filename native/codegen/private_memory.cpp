#include "codegen/private_memory.h"

#include "codegen/numerics.h"

#include "llvm/Support/MathExtras.h"

namespace tile_simd {

using namespace llvm;

static constexpr uint64_t maxStackBytes = 64 * 1024;
static constexpr uint64_t lineBytes = 64;

int64_t slotSlack(Stores stores, Tail tail) {
  constexpr int64_t widestPacket = 16, longestIteration = 16 * widestPacket;
  return tail == Tail::Masked ? longestIteration : mayStream(stores) ? widestPacket : 0;
}

uint64_t snapshotBytes(const Schedule &schedule, const Plan &plan) {
  const uint64_t elementBytes = plan.doublePrecision ? sizeof(double) : sizeof(float);
  uint64_t bytes = 0;
  for (const Slot &slot : schedule.slots)
    if (slot.isCarried || usesPrivateMemory(plan.materialize))
      bytes += uint64_t(paddedExtent(slot.extent) + slotSlack(plan.stores, plan.tail)) *
               plan.programsPerPacket() * elementBytes;
  return bytes;
}

int64_t chunkCount(int64_t extent, Order order) {
  return order == Order::Mapping ? 1 : (extent + reductionChunk - 1) / reductionChunk;
}

void PrivateMemory::plan(const Schedule &schedule, bool useSlots, unsigned programs, uint64_t elementBytes,
                         int64_t slack, Order order) {
  programs_ = programs;
  elementBytes_ = elementBytes;
  for (const Slot &slot : schedule.slots) {
    slotOffset_.push_back(bytes_);
    slotElements_.push_back((paddedExtent(slot.extent) + slack) * programs);
    if (useSlots || slot.isCarried)
      bytes_ += alignTo(uint64_t(slotElements_.back()) * elementBytes, lineBytes);
  }
  chunkOffset_ = bytes_;
  uint64_t chunkBytes = 0;
  forEachLoop(schedule.levels, [&](const ElementLoop &loop) {
    if (int64_t chunks = chunkCount(loop.extent, order); chunks > 1)
      chunkBytes = std::max(chunkBytes, loop.reductions.size() *
                                            alignTo(uint64_t(chunks) * programs * elementBytes, lineBytes));
  });
  bytes_ += chunkBytes;
}

bool PrivateMemory::inWorkspace() const { return bytes_ > maxStackBytes; }

void PrivateMemory::emit(ModuleContext &context, Builder &builder, function_ref<Value *()> workspace) {
  if (bytes_ == 0)
    return;
  if (inWorkspace()) {
    context.workspaceBytes = std::max(context.workspaceBytes, bytes_);
    base_ = workspace();
    return;
  }
  AllocaInst *memory = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes_), nullptr, "private");
  memory->setAlignment(Align(lineBytes));
  base_ = memory;
}

Value *PrivateMemory::slotElement(Builder &builder, int slot, Value *element) const {
  Value *start = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base_, slotOffset_[slot]);
  Value *offset = times(builder, element, programs_ * elementBytes_);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), start, offset);
}

Value *PrivateMemory::laneElement(Builder &builder, int slot, Value *vector) const {
  Value *start = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base_, slotOffset_[slot]);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), start, times(builder, vector, elementBytes_));
}

int64_t PrivateMemory::laneElements(int slot, int64_t width) const { return slotElements_[slot] / width; }

Value *PrivateMemory::chunkResults(Builder &builder, unsigned reduction, int64_t chunks) const {
  uint64_t each = alignTo(uint64_t(chunks) * programs_ * elementBytes_, lineBytes);
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base_, chunkOffset_ + reduction * each);
}

} // namespace tile_simd
