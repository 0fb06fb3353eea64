#include "ir/levels.h"

#include <algorithm>

namespace tile_simd::ir {

Levels assignLevels(const Program &program) {
  const std::vector<Op> &ops = program.ops;
  Levels levels;
  levels.of.assign(ops.size(), 0);
  levels.lastInside.assign(ops.size(), 0);
  unsigned rescued = 0;
  auto available = [&](unsigned id) { // from this level on
    bool endsLevel = ops[id].code == OpCode::Reduce || ops[id].code == OpCode::Result;
    return levels.of[id] + (endsLevel ? 1 : 0);
  };
  for (unsigned id = 0; id < ops.size(); ++id) {
    const Op &op = ops[id];
    unsigned level = 0;
    if (op.code == OpCode::Loop)
      level = rescued;
    for (unsigned arg : op.args) {
      if (op.code == OpCode::Result)
        level = levels.of[unsigned(ops[arg].loop)];
      else if (ops[arg].loop == op.loop)
        level = std::max(level, available(arg));
      else // the loop waits for it as a whole
        levels.of[unsigned(op.loop)] = std::max(levels.of[unsigned(op.loop)], available(arg));
    }
    levels.of[id] = level;
    if (op.code == OpCode::Rescue)
      rescued = level;
    if (op.loop >= 0 && op.code != OpCode::Loop) {
      unsigned &last = levels.lastInside[unsigned(op.loop)];
      last = std::max(last, available(id));
    }
    if (op.code == OpCode::Yield)
      levels.last = std::max(levels.last, levels.of[unsigned(op.loop)]);
    else if (op.loop < 0)
      levels.last = std::max(levels.last, available(id));
  }
  return levels;
}

} // namespace tile_simd::ir
