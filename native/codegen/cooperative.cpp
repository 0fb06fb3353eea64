#include "codegen/cooperative.h"

#include "codegen/body.h"
#include "codegen/numerics.h"
#include "codegen/reduction.h"
#include "runtime/launch_record.h"
#include "support/error.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Intrinsics.h"

namespace tile_simd {

using namespace llvm;

static constexpr uint64_t lineBytes = 64;

/// The loop of a level: there is one dim, and so at most one.
static const ElementLoop *loopOf(const Level &level) {
  return level.loops.empty() ? nullptr : &level.loops.front();
}

/// Extent of the tiles.
static int64_t rowExtent(const Schedule &schedule) {
  for (const Level &level : schedule.levels)
    if (const ElementLoop *loop = loopOf(level))
      return loop->extent;
  return 1;
}

/// Chunks of a row.
static int64_t chunksOf(const Schedule &schedule) { return chunkCount(rowExtent(schedule), Order::Fixed); }

std::vector<CooperativePhase> cooperativePhases(const ir::Program &program, const Schedule &schedule,
                                                bool doublePrecision) {
  std::vector<CooperativePhase> phases;
  const auto last = unsigned(schedule.levels.size() - 1);
  for (unsigned level = 0; level < last; ++level) {
    phases.push_back({CooperativePhase::Accumulate, level});
    if (chunksOf(schedule) > 1)
      phases.push_back({CooperativePhase::Combine, level});
  }
  if (loopOf(schedule.levels[last]))
    phases.push_back({CooperativePhase::Store, last});
  bool rescues = !doublePrecision && // nothing is more precise
                 any_of(program.ops, [](const ir::Op &op) { return op.code == ir::OpCode::Rescue; });
  if (rescues || !schedule.scalarStores.empty())
    phases.push_back({CooperativePhase::Finish, last});
  return phases;
}

Cooperation cooperationOf(const ir::Program &program, const Plan &plan) {
  Schedule schedule = scheduleProgram(program, Materialize::Reload);
  Cooperation cooperation;
  cooperation.chunks = uint64_t(chunksOf(schedule));
  for (const CooperativePhase &phase : cooperativePhases(program, schedule, plan.doublePrecision))
    cooperation.phases.push_back(phase.tasks());
  return cooperation;
}

/// Bytes of the chunk results of one reduction.
static uint64_t resultBytes(const Schedule &schedule, uint64_t elementBytes) {
  return alignTo(uint64_t(chunksOf(schedule)) * elementBytes, lineBytes);
}

uint64_t sharedBytes(const Schedule &schedule, uint64_t elementBytes) {
  uint64_t reductions = 0;
  for (const Level &level : schedule.levels)
    for (const ElementLoop &loop : level.loops)
      reductions += loop.reductions.size();
  return reductions * resultBytes(schedule, elementBytes);
}

Error checkCooperative(const Plan &plan, const ir::Program &program) {
  auto refuse = [](const Twine &why) { return invalidPlan("plan.cooperative", why); };
  if (program.flat)
    return refuse("a kernel for every length has one element per program, and so no row to split");
  if (program.hasLoops())
    return refuse("a loop over column tiles goes from tile to tile, and tasks work beside each other");
  if (program.isGrid())
    return refuse("the programs of a grid share their rows, so a row of one cannot be split");
  SmallSet<unsigned, 2> dims;
  for (const Level &level : scheduleProgram(program, Materialize::Reload).levels)
    for (const ElementLoop &loop : level.loops)
      dims.insert(loop.dim);
  if (dims.size() != 1)
    return refuse("a row is split along the one dim of its tiles, given tiles along " + Twine(dims.size()) +
                  " dims");
  if (plan.mapping != Mapping::PacketLocal)
    return refuse("under whole-program a row is the work of one lane: expected plan.mapping "
                  "\"packet-local\"");
  if (plan.materialize != Materialize::Reload)
    return refuse("nothing but chunk results waits from phase to phase: expected plan.materialize "
                  "\"reload\"");
  if (plan.order != Order::Fixed)
    return refuse("chunks are those of the fixed order: expected plan.order \"fixed\"");
  if (mayStream(plan.stores))
    return refuse("a row's head is aligned for streaming as a whole: expected plan.stores \"cached\"");
  if (plan.tail != Tail::Peeled)
    return refuse("the last chunk alone ends raggedly: expected plan.tail \"peeled\"");
  return Error::success();
}

// The body.

void BodyEmitter::emitCooperative() {
  context_.workspaceBytes =
      std::max(context_.workspaceBytes, sharedBytes(schedule_, compute()->getScalarSizeInBits() / 8));
  activeMask_ = lanesBelow(activeLanes_, width_, "active");
  auto [begin, end] = record_.chunks();
  std::vector<CooperativePhase> phases =
      cooperativePhases(context_.program, schedule_, options_.doublePrecision);
  BasicBlock *nothing = BasicBlock::Create(context_.llvm, "nothing", options_.function);
  SwitchInst *select = builder_.CreateSwitch(record_.phase(), nothing, unsigned(phases.size()));
  builder_.SetInsertPoint(nothing);
  builder_.CreateRetVoid();
  for (auto [number, phase] : enumerate(phases)) {
    auto *block = BasicBlock::Create(context_.llvm, "phase" + Twine(number), options_.function);
    BasicBlock *start = block;
    builder_.SetInsertPoint(block);
    if (phase.tasks() == PhaseTasks::One) {
      start = BasicBlock::Create(context_.llvm, "alone", options_.function);
      builder_.CreateCondBr(builder_.CreateICmpEQ(begin, builder_.getInt64(0)), start, nothing);
    }
    select->addCase(builder_.getInt32(uint32_t(number)), block);
    builder_.SetInsertPoint(start);
    scalars_.clear(); // of another phase: their blocks do not dominate this one's
    emitPhase(phase, begin, end);
    builder_.CreateRetVoid();
  }
}

void BodyEmitter::emitPhase(const CooperativePhase &phase, Value *begin, Value *end) {
  const Level &level = schedule_.levels[phase.level];
  const auto chunks = uint64_t(chunksOf(schedule_));
  if (phase.work != CooperativePhase::Combine)
    emitScalarsUpTo(phase.level, phase.work == CooperativePhase::Finish);
  switch (phase.work) {
  case CooperativePhase::Accumulate: accumulateChunks(*loopOf(level), begin, end); return;
  case CooperativePhase::Combine:
    // In place: the first chunk's result becomes that of the row.
    for (unsigned id : loopOf(level)->reductions)
      builder_.CreateCall(chunkCombiner(context_, op(id).reduce, scalarType()),
                          {sharedResults(id), builder_.getInt64(chunks)});
    return;
  case CooperativePhase::Store: storeChunks(*loopOf(level), begin, end); return;
  case CooperativePhase::Finish:
    for (unsigned id : schedule_.scalarStores)
      storeScalar(op(id).param, scalars_.lookup(op(id).args[0]));
    return;
  }
}

/// Scalars of all levels up to `last`, out of the combined results of those before it. A row that is to be
/// rescued ends here: in the finish by the rescue, in any other phase without a word.
void BodyEmitter::emitScalarsUpTo(unsigned last, bool isFinish) {
  for (unsigned number = 0; number <= last; ++number) {
    if (number > 0)
      for (unsigned id : loopOf(schedule_.levels[number - 1])->reductions) {
        LoadInst *result = builder_.CreateLoad(scalarType(), sharedResults(id));
        context_.markWorkspaceAccess(result);
        scalars_[id] = reducedRow(id, result, rowExtent(schedule_));
      }
    for (unsigned id : schedule_.levels[number].scalars)
      if (op(id).code != ir::OpCode::Rescue || isFinish)
        emitScalar(id);
      else if (options_.rescue)
        branchToRescue(scalars_.lookup(op(id).args[0]), [] {});
  }
}

/// Address of a reduction's first chunk result.
Value *BodyEmitter::sharedResults(unsigned reduction) {
  uint64_t number = 0;
  for (const Level &level : schedule_.levels)
    for (const ElementLoop &loop : level.loops)
      for (unsigned id : loop.reductions) {
        if (id == reduction)
          return builder_.CreateConstInBoundsGEP1_64(
              builder_.getInt8Ty(), record_.workspace(),
              number * resultBytes(schedule_, compute()->getScalarSizeInBits() / 8));
        ++number;
      }
  llvm_unreachable("a reduction of the schedule");
}

/// Calls `whole` with the whole chunks [first, first + count) among [begin, end), count >= 1, where there are
/// any; and `rest` where the row's ragged last chunk is among them.
void BodyEmitter::overChunks(int64_t extent, Value *begin, Value *end,
                             function_ref<void(Value *first, Value *count)> whole,
                             function_ref<void()> rest) {
  Value *wholeChunks = builder_.getInt64(uint64_t(extent / reductionChunk));
  if (extent >= reductionChunk) {
    Value *last = builder_.CreateBinaryIntrinsic(Intrinsic::umin, end, wholeChunks);
    when("whole", builder_.CreateICmpULT(begin, last),
         [&] { whole(begin, builder_.CreateSub(last, begin, "chunks")); });
  }
  if (extent % reductionChunk != 0) {
    Value *isMine = builder_.CreateAnd(builder_.CreateICmpULE(begin, wholeChunks),
                                       builder_.CreateICmpUGT(end, wholeChunks));
    when("rest", isMine, rest);
  }
}

void BodyEmitter::accumulateChunks(const ElementLoop &loop, Value *begin, Value *end) {
  auto accumulateChunk = [&](Value *chunk, int64_t length) {
    SmallVector<Value *, 2> results = emitChunk(loop, times(builder_, chunk, reductionChunk), length);
    for (auto [id, value] : zip_equal(loop.reductions, results)) {
      Value *address = builder_.CreateInBoundsGEP(scalarType(), sharedResults(id), chunk);
      context_.markWorkspaceAccess(builder_.CreateStore(value, address));
    }
  };
  overChunks(
      loop.extent, begin, end,
      [&](Value *first, Value *count) {
        CountedLoop chunks(builder_, count, {}, "chunks");
        accumulateChunk(builder_.CreateAdd(first, chunks.index()), reductionChunk);
        chunks.finish({});
      },
      [&] {
        Value *last = builder_.getInt64(uint64_t(loop.extent / reductionChunk));
        accumulateChunk(last, loop.extent % reductionChunk);
      });
}

void BodyEmitter::storeChunks(const ElementLoop &loop, Value *begin, Value *end) {
  const int64_t unit = unitElements(), perIteration = unitsPerIteration() * unit;
  auto nothing = [](unsigned) {};
  auto emitIterations = [&](Value *from, Value *iterations) {
    CountedLoop counted(builder_, iterations, {}, "elements");
    Value *base = plus(builder_, from, times(builder_, counted.index(), uint64_t(perIteration)));
    prefetch(loop, base, perIteration);
    for (int64_t offset = 0; offset < perIteration; offset += unit)
      emitUnit(loop, plus(builder_, base, uint64_t(offset)), unit, nothing);
    counted.finish({});
  };
  overChunks(
      loop.extent, begin, end,
      [&](Value *first, Value *count) {
        emitIterations(times(builder_, first, reductionChunk),
                       times(builder_, count, uint64_t(reductionChunk / perIteration)));
      },
      [&] {
        int64_t element = loop.extent / reductionChunk * reductionChunk;
        const int64_t iterations = (loop.extent - element) / perIteration;
        if (iterations > 0)
          emitIterations(builder_.getInt64(uint64_t(element)), builder_.getInt64(uint64_t(iterations)));
        for (element += iterations * perIteration; element < loop.extent; element += unit) {
          prefetch(loop, builder_.getInt64(uint64_t(element)), unit);
          emitUnit(loop, builder_.getInt64(uint64_t(element)), loop.extent - element, nothing);
        }
      });
}

// The entry.

void emitCooperativeEntry(ModuleContext &context, Function *packet) {
  auto *type = FunctionType::get(Type::getVoidTy(context.llvm), {context.pointer()}, false);
  Function *entry = context.createFunction(type, GlobalValue::ExternalLinkage, "");
  Value *record = entry->getArg(0);
  record->setName("record");
  Builder b(BasicBlock::Create(context.llvm, "entry", entry));
  BasicBlock *some = BasicBlock::Create(context.llvm, "some", entry);
  BasicBlock *done = BasicBlock::Create(context.llvm, "done", entry);
  RecordAccess access(context, b, record);
  auto [begin, end] = access.chunks();
  b.CreateCondBr(b.CreateICmpULT(begin, end), some, done);

  b.SetInsertPoint(some);
  b.CreateCall(packet, {record, access.cooperativeRow(), b.getInt32(context.plan.width)});
  Value *at = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), record, offsetof(LaunchRecord, begin));
  b.CreateAlignedStore(end, at, Align(8));
  b.CreateBr(done);

  b.SetInsertPoint(done);
  b.CreateRetVoid();
}

} // namespace tile_simd
