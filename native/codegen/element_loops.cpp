// The loops over elements, and the fixed reduction order that both mappings follow.
//
// A unit is W neighbouring elements: one vector in packet-local, W vectors (one per column) in whole-program.
// A step is the 64 logical lanes, so 64/W units; vector k of a step always feeds accumulator k.
#include "codegen/body.h"
#include "codegen/numerics.h"
#include "codegen/reduction.h"

namespace tile_simd {

using namespace llvm;

void BodyEmitter::markPrivate(Instruction *access) const {
  if (private_.inWorkspace())
    context_.markWorkspaceAccess(access);
}

void BodyEmitter::keep(unsigned id, Value *element) {
  Value *value = tiles_.lookup(id);
  if (unrolled()) {
    inRegisters_[{id, cast<ConstantInt>(element)->getZExtValue()}] = value;
    return;
  }
  Align align = PrivateMemory::vectorAlign(uint64_t(width_) * compute()->getScalarSizeInBits() / 8);
  Value *address = private_.slotElement(builder_, schedule_.slotOf[id], element);
  markPrivate(builder_.CreateAlignedStore(value, address, align));
}

Value *BodyEmitter::readKept(unsigned id, Value *element) {
  if (unrolled())
    return inRegisters_.lookup({id, cast<ConstantInt>(element)->getZExtValue()});
  Align align = PrivateMemory::vectorAlign(uint64_t(width_) * compute()->getScalarSizeInBits() / 8);
  Value *address = private_.slotElement(builder_, schedule_.slotOf[id], element);
  LoadInst *load = builder_.CreateAlignedLoad(vectorType_, address, align);
  markPrivate(load);
  return load;
}

void BodyEmitter::emitLoop(const ElementLoop &loop) {
  if (loop.reductions.empty())
    emitPlain(loop);
  else
    emitReducing(loop);
}

/// No reduction, so the order is free; only the last unit may be ragged.
void BodyEmitter::emitPlain(const ElementLoop &loop) {
  auto nothing = [](unsigned) {};
  int64_t perIteration = int64_t(plainUnroll()) * width_;
  int64_t iterations = unrolled() ? 0 : loop.extent / perIteration;
  if (iterations > 0) {
    CountedLoop counted(builder_, builder_.getInt64(iterations), {}, "elements");
    Value *base = times(builder_, counted.index(), perIteration);
    for (int64_t offset = 0; offset < perIteration; offset += width_)
      emitUnit(loop, plus(builder_, base, offset), width_, nothing);
    counted.finish({});
  }
  for (int64_t element = iterations * perIteration; element < loop.extent; element += width_)
    emitUnit(loop, builder_.getInt64(element), loop.extent - element, nothing);
}

void BodyEmitter::emitReducing(const ElementLoop &loop) {
  int64_t chunks = chunkCount(loop.extent);
  SmallVector<Value *, 2> results;
  if (chunks == 1) {
    results = emitChunk(loop, builder_.getInt64(0), loop.extent);
  } else {
    int64_t whole = loop.extent / reductionChunk;
    CountedLoop counted(builder_, builder_.getInt64(whole), {}, "chunks");
    Value *base = times(builder_, counted.index(), reductionChunk);
    storeChunk(emitChunk(loop, base, reductionChunk), counted.index(), chunks);
    counted.finish({});
    if (int64_t rest = loop.extent - whole * reductionChunk)
      storeChunk(emitChunk(loop, builder_.getInt64(whole * reductionChunk), rest), builder_.getInt64(whole),
                 chunks);
    for (auto [r, id] : enumerate(loop.reductions))
      results.push_back(
          builder_.CreateCall(chunkCombiner(context_, op(id).reduce, scalarType()),
                              {private_.chunkResults(builder_, r, chunks), builder_.getInt64(chunks)}));
  }
  for (auto [id, value] : zip_equal(loop.reductions, results)) {
    bool mean = op(id).reduce == ir::ReduceKind::Mean;
    scalars_[id] =
        mean ? builder_.CreateFDiv(value, ConstantFP::get(value->getType(), double(loop.extent))) : value;
  }
}

void BodyEmitter::storeChunk(ArrayRef<Value *> results, Value *chunk, int64_t chunks) {
  for (auto [r, value] : enumerate(results)) {
    Value *address =
        builder_.CreateInBoundsGEP(scalarType(), private_.chunkResults(builder_, r, chunks), chunk);
    markPrivate(builder_.CreateStore(value, address));
  }
}

/// Accumulators that can be live at once without spilling, in units; a power of two, at least one unit.
unsigned BodyEmitter::unitsPerSweep(size_t reductions) const {
  unsigned budget = context_.target.vectorRegisters / 2 / unsigned(reductions);
  unsigned units = 1;
  while (units * 2 * vectorsPerUnit() <= budget && units * 2 * width_ <= reductionLanes)
    units *= 2;
  return units;
}

/// One chunk of `length` elements from `base` on: one result per reduction.
SmallVector<Value *, 2> BodyEmitter::emitChunk(const ElementLoop &loop, Value *base, int64_t length) {
  unsigned units = unsigned((std::min<int64_t>(reductionLanes, length) + width_ - 1) / width_);
  unsigned vectors = vectorsPerUnit() == 1 ? units : unsigned(std::min<int64_t>(reductionLanes, length));
  Accumulators accumulators(loop.reductions.size());
  for (auto [id, group] : zip_equal(loop.reductions, accumulators)) {
    group.assign(reductionLanes / width_ * vectorsPerUnit(), nullptr);
    for (unsigned k = 0; k < vectors; ++k)
      group[k] = reductionIdentity(op(id).reduce, vectorType_);
  }
  int64_t wholeSteps = unrolled() ? 0 : length / reductionLanes;
  if (wholeSteps > 0)
    emitWholeSteps(loop, base, wholeSteps, accumulators);
  for (int64_t offset = wholeSteps * reductionLanes; offset < length; offset += width_)
    accumulateUnit(loop, plus(builder_, base, offset), length - offset,
                   unsigned(offset % reductionLanes / width_), accumulators);
  SmallVector<Value *, 2> results;
  for (auto [id, group] : zip_equal(loop.reductions, accumulators))
    results.push_back(joinLanes(op(id).reduce, group));
  return results;
}

/// The steps of a chunk that are complete. Where the accumulators of all 64 logical lanes do not fit the
/// registers, the loops are interchanged: a sweep takes a few units of every step, and its accumulators then
/// wait in memory until the last sweep is done. The order within a logical lane stays the same.
void BodyEmitter::emitWholeSteps(const ElementLoop &loop, Value *base, int64_t steps,
                                 Accumulators &accumulators) {
  unsigned units = reductionLanes / unsigned(width_);
  unsigned perSweep = unitsPerSweep(loop.reductions.size());
  if (perSweep >= units) {
    emitSweep(loop, base, steps, units, accumulators);
    return;
  }
  unsigned vectors = units * vectorsPerUnit();
  AllocaInst *waiting = nullptr;
  atEntry([&] {
    auto *type = ArrayType::get(vectorType_, vectors * loop.reductions.size());
    waiting = builder_.CreateAlloca(type, nullptr, "accumulators");
  });
  CountedLoop sweeps(builder_, builder_.getInt64(units / perSweep), {}, "sweeps");
  Value *firstUnit = times(builder_, sweeps.index(), perSweep);
  Value *from = plus(builder_, base, times(builder_, firstUnit, width_));
  Accumulators swept(accumulators);
  emitSweep(loop, from, steps, perSweep, swept);
  Value *firstVector = times(builder_, firstUnit, vectorsPerUnit());
  auto slot = [&](size_t reduction, Value *vector) {
    Value *index = plus(builder_, vector, reduction * vectors);
    return builder_.CreateInBoundsGEP(vectorType_, waiting, index);
  };
  for (auto [r, group] : enumerate(swept))
    for (unsigned k = 0; k < perSweep * vectorsPerUnit(); ++k)
      builder_.CreateStore(group[k], slot(r, plus(builder_, firstVector, k)));
  sweeps.finish({});
  for (auto [r, group] : enumerate(accumulators))
    for (unsigned k = 0; k < vectors; ++k)
      group[k] = builder_.CreateLoad(vectorType_, slot(r, builder_.getInt64(k)));
}

/// The first `units` units from `base` on, in each of `steps` steps; fills the first accumulators of every
/// group.
void BodyEmitter::emitSweep(const ElementLoop &loop, Value *base, int64_t steps, unsigned units,
                            Accumulators &accumulators) {
  unsigned vectors = units * vectorsPerUnit();
  auto live = [&] {
    SmallVector<Value *, 32> values;
    for (auto &group : accumulators)
      values.append(group.begin(), group.begin() + vectors);
    return values;
  };
  auto assign = [&](function_ref<Value *(unsigned)> value) {
    unsigned next = 0;
    for (auto &group : accumulators)
      for (unsigned k = 0; k < vectors; ++k)
        group[k] = value(next++);
  };
  CountedLoop counted(builder_, builder_.getInt64(steps), live(), "steps");
  assign([&](unsigned i) { return counted.carried(i); });
  Value *step = plus(builder_, base, times(builder_, counted.index(), reductionLanes));
  for (unsigned unit = 0; unit < units; ++unit)
    accumulateUnit(loop, plus(builder_, step, unit * width_), width_, unit, accumulators);
  SmallVector<Value *, 16> finished = counted.finish(live());
  assign([&](unsigned i) { return finished[i]; });
}

void BodyEmitter::accumulateUnit(const ElementLoop &loop, Value *element, int64_t valid, unsigned unit,
                                 Accumulators &accumulators) {
  emitUnit(loop, element, valid, [&](unsigned column) {
    for (auto [r, id] : enumerate(loop.reductions)) {
      Value *&accumulator = accumulators[r][unit * vectorsPerUnit() + column];
      accumulator = accumulate(op(id).reduce, accumulator, tiles_.lookup(op(id).args[0]), valid);
    }
  });
}

} // namespace tile_simd
