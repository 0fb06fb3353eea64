// Programs whose roundings are decided a little differently.
//
// A cast, `round` and `floor` jump: where their argument lies beside a jump, f32 and FP64 may fall to either side, and
// both are right. Evaluated once as it is and once with every such argument moved a little down and up, a program gives
// the results between which a kernel's may lie.
import { rewriting, withArgs, withOps } from '../ir/rewrite.js';
import type { TileProgram } from '../ir/program.js';
import type { Op } from '../ir/types.js';

/** Ops whose value jumps while their argument changes steadily. */
const jumps: ReadonlySet<string> = new Set(['round', 'floor', 'castF32', 'castF16', 'castBf16']);

/** Relative distance by which an argument is moved: 8 times the rounding error of an f32. */
const distance = 2 ** -20;

function movedBy(factor: number): (program: TileProgram) => TileProgram {
  return rewriting((program) => {
    const { ops } = program;
    if (!ops.some(({ op }) => jumps.has(op))) return program;
    const moved: Op[] = [];
    const ids: number[] = [];
    const push = (op: Op): number => moved.push(op) - 1;
    const constant = push({ op: 'const', value: factor }); // before every loop
    for (const op of ops) {
      const renamed = withArgs(op, (id) => ids[id]);
      if (!jumps.has(op.op) || !('args' in renamed)) {
        ids.push(push(renamed));
        continue;
      }
      const argument = push({ op: 'mul', args: [renamed.args[0], constant] });
      ids.push(push(withArgs(op, () => argument)));
    }
    return withOps(program, moved);
  });
}

/** The program with the arguments of its jumps moved towards zero; the program itself if it has none. */
export const nudgedDown = movedBy(1 - distance);
/** The same, away from zero. */
export const nudgedUp = movedBy(1 + distance);
