// Contraction: a product that is added, and used nowhere else, becomes one fused multiply-add, which rounds once.
//
// It is done here, in Tile IR, and never by a flag of LLVM: which products are fused then depends on the program alone,
// so plans cannot differ by it. x * scale - max stays as it is: the maximum was taken of rounded products, and only the
// same rounding makes the largest difference exactly 0. So nothing is fused beside an operand that comes of a
// maximum or minimum of the row.
import { loopsOf } from './loops.js';
import { rewriting, withArgs, withOps } from './rewrite.js';
import { argsOf, type ElementwiseOp, type Op } from './types.js';

/** By op: how many arguments it is. */
function countUses(ops: readonly Op[]): number[] {
  const uses = ops.map(() => 0);
  for (const op of ops) for (const arg of argsOf(op)) ++uses[arg];
  return uses;
}

/**
 * By op: whether a maximum or minimum of the row is among what it is computed from, one that a loop carries from tile to
 * tile included.
 */
function dependOnExtremes(ops: readonly Op[]): boolean[] {
  const depend = ops.map(() => false);
  const loops = loopsOf(ops);
  const isCarry = (id: number) => ops[id].op === 'carry';
  const isExtreme = (op: Op): boolean =>
    op.op === 'reduce'
      ? op.kind === 'max' || op.kind === 'min'
      : (op.op === 'max' || op.op === 'min') && op.args.some(isCarry);
  let again = true;
  while (again) {
    ops.forEach((op, id) => {
      depend[id] ||= isExtreme(op) || argsOf(op).some((arg) => depend[arg]);
    });
    again = false;
    for (const { carries, next } of loops)
      carries.forEach((carry, i) => {
        if (depend[carry] || !depend[next[i]]) return;
        depend[carry] = true;
        again = true;
      });
  }
  return depend;
}

/**
 * `program` with its products fused into the additions and subtractions that alone use them; the program itself where
 * there are none. a * b + c and c + a * b become fma(a, b, c), a * b - c becomes fma(a, b, -c), and c - a * b becomes
 * fma(-a, b, c). Of two products that are added, the first is fused.
 */
export const contract = rewriting((program) => {
  const { ops, types } = program;
  const uses = countUses(ops);
  const depend = dependOnExtremes(ops);
  const isProduct = (id: number) => ops[id].op === 'mul' && uses[id] === 1;
  const rewritten: Op[] = [];
  const ids: number[] = [];
  const renamed = (id: number): number => ids[id];
  const push = (op: Op): number => rewritten.push(op) - 1;
  const negated = (id: number): number => push({ op: 'neg', args: [id] });
  let fused = false;

  const fuse = ({ op, args: [x, y] }: ElementwiseOp): Op | undefined => {
    const first = isProduct(x);
    if (!first && !isProduct(y)) return undefined;
    if ((first && depend[y]) || (isProduct(y) && depend[x])) return undefined;
    const [product, other] = first ? [x, y] : [y, x];
    const [a, b] = argsOf(ops[product]).map(renamed);
    const c = renamed(other);
    if (op === 'add') return { op: 'fma', args: [a, b, c] };
    return first ? { op: 'fma', args: [a, b, negated(c)] } : { op: 'fma', args: [negated(a), b, c] };
  };

  ops.forEach((op, id) => {
    const isSum = (op.op === 'add' || op.op === 'sub') && types[id]?.element === 'f32';
    const fma = isSum ? fuse(op) : undefined;
    if (fma !== undefined) fused = true;
    ids.push(push(fma ?? withArgs(op, renamed)));
  });
  return fused ? withOps(program, rewritten) : program;
});
