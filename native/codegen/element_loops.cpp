// The loops over elements, and the fixed reduction order that both mappings follow.
//
// A unit is a few neighbouring elements: one vector of W in packet-local, 4 vectors (one per column)
// in whole-program. A step is the 64 logical lanes; vector k of a step always feeds accumulator k.
#include "codegen/body.h"
#include "codegen/numerics.h"
#include "codegen/reduction.h"
#include "passes/interleave.h"

#include "llvm/ADT/bit.h"

namespace tile_simd {

using namespace llvm;

void BodyEmitter::emitLoop(const ElementLoop &loop) {
  const bool isPlain = loop.reductions.empty();
  if (context_.program.runTimeColumns)
    isPlain ? emitRunTimePlain(loop) : emitRunTimeReducing(loop);
  else
    isPlain ? emitPlain(loop) : emitReducing(loop);
}

unsigned BodyEmitter::unitsPerIteration() const {
  if (options_.compact)
    return 1;
  return options_.unroll == 0 ? plainUnroll() : options_.unroll;
}

/// The mark of a loop whose units are to stand side by side: those with chains of any length, where the
/// registers hold what several are working on.
const char *BodyEmitter::interleaves(const ElementLoop &loop) const {
  bool isElementary = any_of(loop.body, [&](unsigned id) { return ir::isElementary(op(id).code); });
  return isElementary && context_.target.vectorRegisters >= 32 ? independentLoop : nullptr;
}

/// No reduction, so the order is free.
void BodyEmitter::emitPlain(const ElementLoop &loop) {
  const bool streams = mayStream(options_.stores) && !unrolled() && canStream(loop);
  if (!streams)
    emitCached(loop);
  else if (options_.stores == Stores::Streaming)
    emitStreamed(loop);
  else
    choose(
        "past_cache", record_.isPastCache(),
        [&] {
          pastCache_ = true;
          emitStreamed(loop);
          pastCache_ = false;
        },
        [&] { emitCached(loop); });
}

/// Only the last unit may be ragged.
void BodyEmitter::emitCached(const ElementLoop &loop) {
  if (isMasked()) {
    emitMasked(loop);
    return;
  }
  auto nothing = [](unsigned) {};
  Value *last = overlaps(loop) ? builder_.getInt64(uint64_t(loop.extent - width_)) : nullptr;
  if (last) {
    bounds_.numbers = ownersFrom(loop.extent - width_);
    hoistLoads(loop, last);
    bounds_ = {};
  }
  int64_t unit = unitElements(), perIteration = unitsPerIteration() * unit;
  int64_t iterations = unrolled() ? 0 : loop.extent / perIteration;
  if (iterations > 0) {
    CountedLoop counted(builder_, builder_.getInt64(iterations), {}, "elements");
    Value *base = times(builder_, counted.index(), perIteration);
    prefetch(loop, base, perIteration);
    for (int64_t offset = 0; offset < perIteration; offset += unit)
      emitUnit(loop, plus(builder_, base, offset), unit, nothing);
    counted.finish({}, interleaves(loop));
  }
  for (int64_t element = iterations * perIteration; element < loop.extent; element += unit) {
    prefetch(loop, builder_.getInt64(element), unit);
    if (last && loop.extent - element < unit) {
      bounds_.numbers = ownersFrom(loop.extent - width_);
      emitUnit(loop, last, unit, nothing);
      bounds_ = {};
    } else {
      emitUnit(loop, builder_.getInt64(element), loop.extent - element, nothing);
    }
  }
}

void BodyEmitter::emitReducing(const ElementLoop &loop) {
  int64_t chunks = chunkCount(loop.extent, options_.order);
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
  for (auto [id, value] : zip_equal(loop.reductions, results))
    scalars_[id] = reducedRow(id, value, loop.extent);
}

Value *BodyEmitter::reducedRow(unsigned id, Value *combined, int64_t extent) {
  if (op(id).reduce != ir::ReduceKind::Mean)
    return combined;
  return builder_.CreateFDiv(combined, ConstantFP::get(combined->getType(), double(extent)));
}

void BodyEmitter::storeChunk(ArrayRef<Value *> results, Value *chunk, int64_t chunks) {
  for (auto [r, value] : enumerate(results)) {
    Value *address =
        builder_.CreateInBoundsGEP(scalarType(), private_.chunkResults(builder_, r, chunks), chunk);
    markPrivate(builder_.CreateStore(value, address));
  }
}

// Fixed: 64 logical lanes. Otherwise vector v of a row goes to accumulator v mod `accumulators`, in
// whole-program column c to accumulator c mod `accumulators`; a block of columns may then be several steps.
int64_t BodyEmitter::stepElements() const {
  if (options_.order == Order::Fixed)
    return reductionLanes;
  return vectorsPerUnit() == 1 ? int64_t(options_.accumulators) * width_
                               : std::max<int64_t>(options_.accumulators, unitElements());
}
unsigned BodyEmitter::stepAccumulators() const {
  return options_.order == Order::Fixed ? reductionLanes / unitElements() * vectorsPerUnit()
                                        : options_.accumulators;
}

/// Accumulators that can be live at once without spilling, in units of one vector; a power of two.
/// An elementary function takes so many registers that fewer units are in work beside each other.
unsigned BodyEmitter::unitsPerSweep(const ElementLoop &loop) const {
  unsigned budget = context_.target.vectorRegisters / 2 / unsigned(loop.reductions.size());
  if (any_of(loop.body, [&](unsigned id) { return ir::isElementary(op(id).code); }))
    budget /= 4;
  unsigned units = 1;
  while (units * 2 <= budget && units * 2 * unitElements() <= stepElements())
    units *= 2;
  return units;
}

/// One chunk of `length` elements from `base` on: one result per reduction.
SmallVector<Value *, 2> BodyEmitter::emitChunk(const ElementLoop &loop, Value *base, int64_t length) {
  int64_t unit = unitElements();
  // Under the order of the mapping the accumulators are few enough for the registers.
  bool manyVectors = options_.order == Order::Fixed && (vectorsPerUnit() > 1 || options_.compact);
  if (!unrolled() && manyVectors && length > 2 * unit)
    return emitChunkInMemory(loop, base, length);
  const int64_t step = stepElements();
  unsigned vectors = std::min(stepAccumulators(),
                              unsigned(divideCeil(std::min<int64_t>(step, length) * vectorsPerUnit(), unit)));
  Accumulators accumulators(loop.reductions.size());
  for (auto [id, group] : zip_equal(loop.reductions, accumulators)) {
    group.values.assign(stepAccumulators(), nullptr);
    for (unsigned k = 0; k < vectors; ++k)
      group.values[k] = reductionIdentity(op(id).reduce, vectorType_);
    if (prefersNansApart(op(id).reduce, context_.target))
      group.ordered.assign(2, builder_.CreateVectorSplat(unsigned(width_), builder_.getTrue()));
  }
  int64_t wholeSteps = unrolled() ? 0 : isMasked() ? int64_t(divideCeil(length, step)) : length / step;
  if (wholeSteps > 0)
    emitWholeSteps(loop, base, wholeSteps, unsigned(divideCeil(std::min(length, step), unit)), accumulators);
  for (int64_t offset = wholeSteps * step; offset < length; offset += unit) {
    prefetch(loop, plus(builder_, base, offset), unit);
    accumulateUnit(loop, plus(builder_, base, offset), length - offset, unsigned(offset % step / unit),
                   accumulators);
  }
  SmallVector<Value *, 2> results;
  for (auto [id, group] : zip_equal(loop.reductions, accumulators)) {
    Value *joined = joinLanes(op(id).reduce, group.values, group.nans());
    if (!group.ordered.empty())
      joined = builder_.CreateSelect(everyLane(builder_.CreateAnd(group.ordered)), joined,
                                     ConstantFP::getNaN(joined->getType()));
    results.push_back(joined);
  }
  return results;
}

Value *BodyEmitter::waitingAccumulators(size_t reduction) {
  while (waiting_.size() <= reduction)
    atEntry([&] {
      auto *type = ArrayType::get(vectorType_, reductionLanes / unitElements() * vectorsPerUnit());
      waiting_.push_back(builder_.CreateAlloca(type, nullptr, "accumulators"));
    });
  return waiting_[reduction];
}

/// A chunk whose accumulators are in memory while they wait for their next elements: one loop then does for
/// all whole units, in the order of the elements, however many logical lanes there are.
SmallVector<Value *, 2> BodyEmitter::emitChunkInMemory(const ElementLoop &loop, Value *base, int64_t length) {
  const int64_t unit = unitElements(), vectors = vectorsPerUnit(), unitsPerStep = reductionLanes / unit;
  auto slot = [&](size_t reduction, Value *accumulator) {
    return builder_.CreateInBoundsGEP(vectorType_, waitingAccumulators(reduction), accumulator);
  };
  // Unit number `number`, which accumulates from number `accumulator` on. `isFirst` (i1; null: certainly)
  // says whether nothing is there yet.
  auto accumulateAt = [&](Value *number, int64_t valid, Value *accumulator, Value *isFirst) {
    Accumulators accumulators(loop.reductions.size());
    for (auto [r, id] : enumerate(loop.reductions)) {
      Constant *identity = reductionIdentity(op(id).reduce, vectorType_);
      Value *from = nullptr;
      if (isFirst) // reading identities costs neither stores nor a branch
        from = builder_.CreateSelect(
            isFirst, identitiesInMemory(context_, op(id).reduce, vectorType_, unsigned(vectors)),
            slot(r, accumulator));
      for (unsigned k = 0; k < vectors; ++k) {
        auto at = [&] { return builder_.CreateConstInBoundsGEP1_64(vectorType_, from, k); };
        accumulators[r].values.push_back(from ? builder_.CreateLoad(vectorType_, at())
                                              : cast<Value>(identity));
      }
    }
    accumulateUnit(loop, plus(builder_, base, times(builder_, number, unit)), valid, 0, accumulators);
    for (auto [r, group] : enumerate(accumulators))
      for (unsigned k = 0; k < vectors && (vectors == 1 || k < valid); ++k)
        builder_.CreateStore(group.values[k], slot(r, plus(builder_, accumulator, k)));
  };

  int64_t wholeUnits = length / unit;
  CountedLoop units(builder_, builder_.getInt64(wholeUnits), {}, "units");
  bool again = wholeUnits > unitsPerStep;
  Value *withinStep = again ? builder_.CreateAnd(units.index(), unitsPerStep - 1) : units.index();
  accumulateAt(units.index(), unit, times(builder_, withinStep, vectors),
               again ? builder_.CreateICmpULT(units.index(), builder_.getInt64(unitsPerStep)) : nullptr);
  units.finish({});
  if (int64_t rest = length % unit)
    accumulateAt(builder_.getInt64(wholeUnits), rest, builder_.getInt64(wholeUnits % unitsPerStep * vectors),
                 wholeUnits < unitsPerStep ? nullptr : builder_.getFalse());

  // Below 64 elements the first halvings have nothing to join; what is then without elements gets identities.
  int64_t used = divideCeil(std::min<int64_t>(length, reductionLanes) * vectors, unit);
  int64_t count = int64_t(bit_ceil(uint64_t(used)));
  if (used < count) {
    CountedLoop absent(builder_, builder_.getInt64(count - used), {}, "absent");
    Value *accumulator = plus(builder_, absent.index(), used);
    for (auto [r, id] : enumerate(loop.reductions))
      builder_.CreateStore(reductionIdentity(op(id).reduce, vectorType_), slot(r, accumulator));
    absent.finish({});
  }
  SmallVector<Value *, 2> results;
  for (auto [r, id] : enumerate(loop.reductions)) {
    Function *join = accumulatorCombiner(context_, op(id).reduce, vectorType_, unsigned(count));
    Value *joined = builder_.CreateCall(join, {waitingAccumulators(r)});
    results.push_back(joinLanes(op(id).reduce, joined, Nans::Combined));
  }
  return results;
}

/// What a loop carries of its accumulators: the first `vectors` of each, and where NaN is looked for apart,
/// whether there was one.
BodyEmitter::Carried BodyEmitter::carried(Accumulators &accumulators, unsigned vectors) {
  Carried carried;
  for (Accumulated &group : accumulators) {
    for (Value *&value : MutableArrayRef(group.values).take_front(vectors))
      carried.places.push_back(&value);
    for (Value *&ordered : group.ordered)
      carried.places.push_back(&ordered);
  }
  return carried;
}

SmallVector<Value *, 32> BodyEmitter::Carried::values() const {
  return to_vector<32>(map_range(places, [](Value **place) { return *place; }));
}

void BodyEmitter::Carried::assign(function_ref<Value *(unsigned)> value) {
  for (auto [i, place] : enumerate(places))
    *place = value(unsigned(i));
}

/// The steps of a chunk that are complete, of `units` units each. Where the accumulators of all 64 logical
/// lanes do not fit the registers, the loops are interchanged: a sweep takes a few units of every step, and
/// its accumulators then wait in memory until the last sweep is done. The order within a logical lane stays
/// the same.
void BodyEmitter::emitWholeSteps(const ElementLoop &loop, Value *base, int64_t steps, unsigned units,
                                 Accumulators &accumulators) {
  unsigned perSweep = unitsPerSweep(loop);
  if (perSweep >= units || units % perSweep != 0) { // a masked row under one step may have any number
    emitSweep(loop, base, steps, units, accumulators);
    return;
  }
  unsigned vectors = units * vectorsPerUnit();
  AllocaInst *waiting = nullptr;
  atEntry([&] {
    auto *type = ArrayType::get(vectorType_, vectors * loop.reductions.size());
    waiting = builder_.CreateAlloca(type, nullptr, "accumulators");
  });
  Carried ordered = carried(accumulators, 0);
  CountedLoop sweeps(builder_, builder_.getInt64(units / perSweep), ordered.values(), "sweeps");
  Value *firstUnit = times(builder_, sweeps.index(), perSweep);
  Value *from = plus(builder_, base, times(builder_, firstUnit, unitElements()));
  Accumulators swept(accumulators);
  Carried sweptOrdered = carried(swept, 0);
  sweptOrdered.assign([&](unsigned i) { return sweeps.carried(i); });
  emitSweep(loop, from, steps, perSweep, swept);
  Value *firstVector = times(builder_, firstUnit, vectorsPerUnit());
  auto slot = [&](size_t reduction, Value *vector) {
    Value *index = plus(builder_, vector, reduction * vectors);
    return builder_.CreateInBoundsGEP(vectorType_, waiting, index);
  };
  for (auto [r, group] : enumerate(swept))
    for (unsigned k = 0; k < perSweep * vectorsPerUnit(); ++k)
      builder_.CreateStore(group.values[k], slot(r, plus(builder_, firstVector, k)));
  SmallVector<Value *, 16> finished = sweeps.finish(sweptOrdered.values());
  ordered.assign([&](unsigned i) { return finished[i]; });
  for (auto [r, group] : enumerate(accumulators))
    for (unsigned k = 0; k < vectors; ++k)
      group.values[k] = builder_.CreateLoad(vectorType_, slot(r, builder_.getInt64(k)));
}

/// The first `units` units from `base` on, in each of `steps` steps; fills the first accumulators of every
/// group.
void BodyEmitter::emitSweep(const ElementLoop &loop, Value *base, int64_t steps, unsigned units,
                            Accumulators &accumulators) {
  unsigned vectors = std::min(units * vectorsPerUnit(), stepAccumulators());
  Carried live = carried(accumulators, vectors);
  CountedLoop counted(builder_, builder_.getInt64(steps), live.values(), "steps");
  live.assign([&](unsigned i) { return counted.carried(i); });
  Value *step = plus(builder_, base, times(builder_, counted.index(), uint64_t(stepElements())));
  prefetch(loop, step, units * unitElements());
  for (unsigned unit = 0; unit < units; ++unit)
    accumulateUnit(loop, plus(builder_, step, unit * unitElements()), unitElements(), unit, accumulators);
  SmallVector<Value *, 16> finished = counted.finish(live.values(), interleaves(loop));
  live.assign([&](unsigned i) { return finished[i]; });
}

void BodyEmitter::accumulate(ir::ReduceKind kind, Accumulated &into, unsigned vector, Value *value,
                             int64_t valid) {
  Value *&accumulator = into.values[vector], *combined = value;
  if (!isa<Constant>(accumulator)) // that is the identity: nothing was accumulated yet
    combined = emitCombine(builder_, context_.target, kind, accumulator, value, into.nans());
  Value *exists = elementMask(valid);
  accumulator = exists ? builder_.CreateSelect(exists, combined, accumulator) : combined;
  if (into.ordered.empty())
    return;
  Value *ordered = builder_.CreateFCmpORD(value, value);
  if (exists)
    ordered = builder_.CreateOr(ordered, builder_.CreateNot(exists));
  Value *&chain = into.ordered[vector / 2 % 2]; // one comparison looks at two neighbours
  chain = builder_.CreateAnd(chain, ordered);
}

void BodyEmitter::accumulateUnit(const ElementLoop &loop, Value *element, int64_t valid, unsigned unit,
                                 Accumulators &accumulators) {
  if (isMasked())
    boundByRow(loop, element);
  emitUnit(loop, element, valid, [&](unsigned column) {
    for (auto [id, group] : zip_equal(loop.reductions, accumulators))
      accumulate(op(id).reduce, group, (unit * vectorsPerUnit() + column) % unsigned(group.values.size()),
                 tiles_.lookup(op(id).args[0]), valid);
  });
  bounds_ = {};
}

} // namespace tile_simd
