#include "codegen/kept_in_output.h"

#include "ir/in_place.h"
#include "support/error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/Twine.h"

namespace tile_simd {

using namespace llvm;
using ir::OpCode;

namespace {

bool isWholeRow(const ir::Program &program, const ir::Op &op, unsigned dim) {
  return op.slice.offset == 0 && op.slice.stride == 1 &&
         program.extentAlong(op) == program.dims[dim].extent &&
         program.columnPitch(program.params[op.param]) == 1;
}

/// Whether an output's rows are stored once and whole, as f32.
bool holdsRows(const ir::Program &program, unsigned param, unsigned dim) {
  const ir::Param &output = program.params[param];
  if (output.kind != ParamKind::Output || output.dim != dim || output.dtype != DType::F32)
    return false;
  unsigned stores = 0, whole = 0;
  for (const ir::Op &op : program.ops)
    if (op.code == OpCode::Store && op.param == param) {
      ++stores;
      whole += isWholeRow(program, op, dim);
    }
  return stores == 1 && whole == 1;
}

/// Whether the loop `from` of level `level` may write rows of `output`: what comes after it must not read an
/// input that may be the same memory.
bool mayWrite(const ir::Program &program, const Schedule &schedule, unsigned output, size_t level,
              const ElementLoop &from) {
  const uint64_t inputs = ir::inPlaceInputs(program, output);
  if (inputs == 0)
    return true;
  auto loads = [&](unsigned id) {
    const ir::Op &op = program.ops[id];
    return op.code == OpCode::Load && (inputs >> op.param & 1) != 0;
  };
  for (const ElementLoop &loop : schedule.levels[level].loops) {
    if (&loop < &from)
      continue;
    const bool isSame = &loop == &from; // there each element is read before it is written
    if (any_of(loop.body, [&](unsigned id) {
          return loads(id) && !(isSame && isWholeRow(program, program.ops[id], from.dim));
        }))
      return false;
  }
  for (const Level &later : drop_begin(schedule.levels, level + 1)) {
    auto rescues = [&](unsigned id) { return program.ops[id].code == OpCode::Rescue; };
    auto reads = [&](const ElementLoop &loop) { return any_of(loop.body, loads); };
    if (any_of(later.scalars, rescues) || any_of(later.loops, reads))
      return false;
  }
  return true;
}

} // namespace

Expected<SmallVector<unsigned, 2>> outputsOfSlots(const ir::Program &program, const Schedule &schedule) {
  if (any_of(schedule.levels, [](const Level &level) { return !level.tileLoops.empty(); }))
    return invalidPlan("plan.materialize", "\"output\" keeps values of whole rows, and there is a loop over "
                                           "column tiles");
  SmallVector<unsigned, 2> outputs;
  for (int slot = 0; slot < int(schedule.slots.size()); ++slot) {
    auto serves = [&](unsigned param) {
      for (auto [number, level] : enumerate(schedule.levels))
        for (const ElementLoop &loop : level.loops)
          if (any_of(loop.keeps, [&](unsigned id) { return schedule.slotOf[id] == slot; }) &&
              !(holdsRows(program, param, loop.dim) && mayWrite(program, schedule, param, number, loop)))
            return false;
      return !is_contained(outputs, param);
    };
    auto params = seq<unsigned>(0, unsigned(program.params.size()));
    auto found = find_if(params, serves);
    if (found == params.end())
      return invalidPlan("plan.materialize",
                         "\"output\" keeps values in the rows of outputs: expected an f32 "
                         "output stored whole for each of " +
                             Twine(schedule.slots.size()) +
                             ", with no input read after it is written that may be the "
                             "same memory");
    outputs.push_back(*found);
  }
  return outputs;
}

} // namespace tile_simd
