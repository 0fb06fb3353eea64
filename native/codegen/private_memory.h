// Private memory of one emitted function: the slots of kept and carried tile values, and the results of
// reduction chunks.
//
// A slot holds paddedExtent() elements of each program of the packet. Interleaved, vector number q of a slot
// is its elements q * W to q * W + W - 1; otherwise lane l has elements l * Q to l * Q + Q - 1 to itself, Q
// being laneElements().
//
// Up to 64 KiB it lives on the stack; above that in the per-thread workspace that the launch record carries.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

class PrivateMemory {
public:
  /// `useSlots`: kept values live here (they may also live in registers); carried ones always do. `programs`:
  /// values per element. `slack`: elements behind a slot that may be accessed. `order`: only the fixed one
  /// has chunks.
  void plan(const Schedule &schedule, bool useSlots, unsigned programs, uint64_t elementBytes,
            int64_t slack = 0, Order order = Order::Fixed);

  bool inWorkspace() const;

  /// Emits the allocation; `workspace` is asked for its address only when it is needed.
  void emit(ModuleContext &context, Builder &builder, llvm::function_ref<llvm::Value *()> workspace);

  /// Address of element `element` (times programs per packet) of an interleaved slot.
  llvm::Value *slotElement(Builder &builder, int slot, llvm::Value *element) const;
  /// Address of lane 0's number `vector` in a slot that is not interleaved.
  llvm::Value *laneElement(Builder &builder, int slot, llvm::Value *vector) const;
  /// Elements that a lane of a packet of `width` has to itself in a slot.
  int64_t laneElements(int slot, int64_t width) const;
  /// Address of the chunk results of the `reduction`-th reduction of a loop.
  llvm::Value *chunkResults(Builder &builder, unsigned reduction, int64_t chunks) const;
  /// Alignment of a vector that starts at a multiple of `vectorBytes` within a slot.
  static llvm::Align vectorAlign(uint64_t vectorBytes) {
    return llvm::Align(vectorBytes < 64 ? vectorBytes : 64);
  }

private:
  std::vector<uint64_t> slotOffset_;  // bytes
  std::vector<int64_t> slotElements_; // of all programs
  uint64_t chunkOffset_ = 0, bytes_ = 0;
  unsigned programs_ = 1;
  uint64_t elementBytes_ = 4;
  llvm::Value *base_ = nullptr;
};

/// Elements that vectors of the widest packet may reach beyond a padded slot: those of streaming loops start
/// anywhere, and masked loops run to the end of an iteration.
int64_t slotSlack(Stores stores, Tail tail);

/// Bytes of all private slots of a packet that a plan has.
uint64_t snapshotBytes(const Schedule &schedule, const Plan &plan);

/// Chunks that a reduction over `extent` elements is cut into.
int64_t chunkCount(int64_t extent, Order order = Order::Fixed);

} // namespace tile_simd
