// The rules of Tile IR. Invariant: whatever passes here is safe to interpret and to hand to the code generator,
// which verifies once more in C++ but whose errors would no longer point at the user's program.
//
// The input is typed, but trusted in nothing: it may come from a parsed text or from JavaScript.
import { describe, invalidIr } from '../errors.js';
import { canonicalAffine, dimsOfAffine } from './affine.js';
import {
  bufferType,
  checkRescue,
  checkStore,
  inferElementwise,
  inferReduce,
  isWholeRow,
  rowIndex,
  rowScalar,
  scalarType,
  tilePartType,
} from './infer.js';
import {
  argsOf,
  arityOf,
  isBuffer,
  maxExtent,
  maxOps,
  maxStride,
  one,
  reduceKinds,
  type ConstOp,
  type InputParam,
  type LoadOp,
  type Op,
  type OutputParam,
  type Param,
  type ProgramParts,
  type ScalarParam,
  type Slice,
  type StoreOp,
  type ValueType,
} from './types.js';
import { LoopScope } from './verify-loops.js';
import { checkName, expectOneOf, verifyParams } from './verify-params.js';

/** A value type per op; undefined for ops without a value (rescue, store). */
export type ValueTypes = readonly (ValueType | undefined)[];

/** Checks every rule and infers the types. Throws ERR_INVALID_IR whose `argument` is the place. */
export function verify(parts: ProgramParts): ValueTypes {
  checkName(parts.name, 'ir.name');
  if (parts.grid !== undefined) checkTileDim(parts.grid, 'ir.grid');
  const params = verifyParams(parts.params, parts.grid !== undefined);
  const types = new OpVerifier(params, parts.grid !== undefined).run(parts.ops);
  verifyFixed(parts);
  return types;
}

/** Extents that the program fixes are those of its own dims. */
function verifyFixed(parts: ProgramParts): void {
  const dims = dimsOf(parts);
  for (const [dim, extent] of Object.entries(parts.fixed ?? {})) {
    if (!dims.includes(dim)) throw invalidIr(`ir.fixed.${dim}`, `'${dim}' is never used`);
    if (!Number.isInteger(extent) || extent < 1 || extent > maxExtent) {
      const expected = `an integer from 1 to ${maxExtent}`;
      throw invalidIr(`ir.fixed.${dim}`, `expected ${expected}, given ${describe(extent)}`, {
        given: extent,
        expected,
      });
    }
  }
}

class OpVerifier {
  readonly #params: Map<string, Param>;
  readonly #isGrid: boolean;
  /** Names of parameters in use. */
  readonly #used = new Set<string>();
  /** Loads and stores, each with its slice. */
  readonly #uses = new Set<string>();
  readonly #types: (ValueType | undefined)[] = [];
  readonly #loops = new LoopScope();
  #rescued = false;
  #stored = false;

  constructor(params: Map<string, Param>, isGrid: boolean) {
    this.#params = params;
    this.#isGrid = isGrid;
    for (const param of params.values())
      if (param.kind === 'input' && param.by !== undefined) this.#used.add(param.by);
  }

  run(ops: readonly Op[]): ValueTypes {
    if (!Array.isArray(ops) || ops.length < 1 || ops.length > maxOps) {
      const given = Array.isArray(ops) ? ops.length : describe(ops);
      const expected = `1 to ${maxOps} ops`;
      throw invalidIr('ir.ops', `expected ${expected}, given ${given}`, { given, expected });
    }
    ops.forEach((op: Op, id) => this.#types.push(this.#check(op, id, `ir.ops[${id}]`)));
    this.#loops.finish();
    let index = 0;
    for (const param of this.#params.values()) {
      if (!this.#used.has(param.name)) {
        const fault = param.kind === 'output' ? 'stored' : 'used';
        throw invalidIr(`ir.params[${index}]`, `${param.kind} '${param.name}' is never ${fault}`);
      }
      ++index;
    }
    if (!this.#stored) throw invalidIr('ir.ops', 'the program stores nothing');
    return this.#types;
  }

  #check(op: Op, id: number, where: string): ValueType | undefined {
    if (typeof op !== 'object' || op === null)
      throw invalidIr(where, `expected an object, given ${describe(op)}`);
    const arity = op.op === 'yield' ? this.#loops.carried : arityOf(op.op);
    if (arity === undefined)
      throw invalidIr(`${where}.op`, `unknown op ${describe(op.op)}`, { given: op.op });
    const args = this.#argTypes(op, arity, id, where);
    this.#loops.enter(op, argsOf(op), args, id, where);
    switch (op.op) {
      case 'load':
        return this.#checkLoad(op, where);
      case 'scalar':
        return scalarType(this.#use(op, 'scalar', where) as ScalarParam);
      case 'const':
        return checkConst(op, where);
      case 'columnIndex':
        return { shape: 'tile', element: 'i32', dim: this.#checkIndexDim(op.dim, `${where}.dim`) };
      case 'rowIndex':
      case 'tileStart':
        return rowIndex;
      case 'innerIndex':
        if (!this.#isGrid) throw invalidIr(`${where}.op`, 'innerIndex needs a grid');
        return rowIndex;
      case 'reduce':
        expectOneOf(op.kind, reduceKinds, `${where}.kind`);
        return inferReduce(args[0], where);
      case 'rescue':
        if (this.#rescued) throw invalidIr(where, 'a program has at most one rescue');
        if (this.#stored) throw invalidIr(where, 'the rescue must come before every store');
        this.#rescued = true;
        return void checkRescue(args[0], `${where}.args[0]`);
      case 'store': {
        this.#stored = true;
        this.#loops.store();
        const param = this.#use(op, 'output', where) as OutputParam;
        const slice = checkSlice(op.slice, `${where}.slice`);
        this.#checkLooped(bufferType(param, slice), where);
        return void checkStore(args[0], param, `${where}.args[0]`, slice, this.#loops.op?.tile);
      }
      case 'loop':
        checkTileDim(op.dim, `${where}.dim`);
        return void checkTileDim(op.tile, `${where}.tile`);
      case 'carry':
        return this.#loops.carry(op, args[0], id, where);
      case 'yield':
        return void this.#loops.yield(args, where);
      case 'result':
        return args[0];
      default:
        return inferElementwise(op, args, where);
    }
  }

  #checkLoad(op: LoadOp, where: string): ValueType {
    const param = this.#use(op, 'input', where) as InputParam;
    const whole = bufferType(param, checkSlice(op.slice, `${where}.slice`));
    this.#checkLooped(whole, where);
    const { op: loop } = this.#loops;
    return loop === undefined ? whole : tilePartType(whole, loop.tile);
  }

  /** Buffers are accessed along the dim of the loop, if there is one. */
  #checkLooped(whole: ValueType, where: string): void {
    const { op: loop } = this.#loops;
    if (loop === undefined || whole.dim === loop.dim) return;
    throw invalidIr(
      `${where}.param`,
      `a loop over ${loop.dim} goes along rows of that dim, given ${whole.dim}`,
      {
        given: whole.dim,
        expected: loop.dim,
      },
    );
  }

  #checkIndexDim(dim: unknown, where: string): string {
    const { op: loop } = this.#loops;
    if (loop === undefined || dim === loop.tile) return checkTileDim(dim, where);
    throw invalidIr(where, `expected the loop's tile dim ${loop.tile}, given ${describe(dim)}`, {
      given: dim,
      expected: loop.tile,
    });
  }

  #argTypes(op: Op, arity: number, id: number, where: string): ValueType[] {
    const args: unknown = (op as { args?: unknown }).args ?? [];
    if (!Array.isArray(args) || args.length !== arity) {
      const given = Array.isArray(args) ? args.length : describe(args);
      throw invalidIr(
        `${where}.args`,
        `${op.op} takes ${arity} argument${arity === 1 ? '' : 's'}, given ${given}`,
        {
          given,
          expected: String(arity),
        },
      );
    }
    return args.map((arg: unknown, i) => {
      if (typeof arg !== 'number' || !Number.isInteger(arg) || arg < 0 || arg >= id) {
        throw invalidIr(
          `${where}.args[${i}]`,
          `expected the id of an earlier value, given ${describe(arg)}`,
          {
            given: arg,
            expected: `an integer from 0 to ${id - 1}`,
          },
        );
      }
      const type = this.#types[arg];
      if (type === undefined)
        throw invalidIr(`${where}.args[${i}]`, `%${arg} is an op without a value`, { given: arg });
      return type;
    });
  }

  /** The parameter of a load, scalar or store: of the right kind, and not used by another op of that kind. */
  #use(
    op: { readonly op: string; readonly param: string },
    kind: Param['kind'],
    where: string,
  ): Param | ScalarParam {
    const param = this.#params.get(op.param);
    if (param === undefined) {
      throw invalidIr(`${where}.param`, `there is no parameter ${describe(op.param)}`, { given: op.param });
    }
    if (param.kind !== kind) {
      throw invalidIr(
        `${where}.param`,
        `${op.op} takes ${article(kind)}, '${param.name}' is ${article(param.kind)}`,
        {
          given: param.kind,
          expected: kind,
        },
      );
    }
    // Slices of one buffer may be as many as there are; bindDims sees to it that those of an output are disjoint.
    const part = (op as LoadOp | StoreOp).slice;
    const isWhole = part === undefined || (isBuffer(param) && isWholeRow(part, param));
    const place = isWhole ? op.param : `${op.param}[${part.offset}:${part.dim}:${part.stride}]`;
    // Each loop may load what others load, too.
    const key = kind === 'input' && this.#loops.number > 0 ? `${place} ${this.#loops.number}` : place;
    const meetsStore = kind === 'output' && (isWhole ? this.#used.has(param.name) : this.#uses.has(op.param));
    if (kind !== 'scalar' && (this.#uses.has(key) || meetsStore)) {
      const fault = kind === 'output' ? 'stored' : 'loaded';
      throw invalidIr(`${where}.param`, `'${param.name}' is ${fault} twice`);
    }
    this.#uses.add(key);
    this.#used.add(param.name);
    return param;
  }
}

function article(kind: Param['kind']): string {
  return kind === 'scalar' ? 'a scalar' : `an ${kind}`;
}

function checkConst({ value, element }: ConstOp, where: string): ValueType {
  if (element !== undefined && (element as string) !== 'i32')
    throw invalidIr(`${where}.element`, `expected 'i32' or nothing, given ${describe(element)}`);
  const exact = element === undefined ? Math.fround(value) : value | 0;
  if (typeof value !== 'number' || !Object.is(exact, value)) {
    const expected = `a number that ${element ?? 'f32'} holds exactly`;
    throw invalidIr(`${where}.value`, `expected ${expected}, given ${describe(value)}`, {
      given: value,
      expected,
    });
  }
  return element === undefined ? rowScalar : rowIndex;
}

function checkTileDim(dim: unknown, where: string): string {
  checkName(dim, where);
  if (dim === one) throw invalidIr(where, "expected a dim of tiles, given 'one'");
  return dim;
}

function checkSlice(slice: Slice | undefined, where: string): Slice | undefined {
  if (slice === undefined) return undefined;
  if (typeof slice !== 'object' || slice === null)
    throw invalidIr(where, `expected an object, given ${describe(slice)}`);
  checkName(slice.dim, `${where}.dim`);
  if (typeof slice.offset !== 'string' || canonicalAffine(slice.offset) !== slice.offset) {
    const expected = 'an affine expression of dims in canonical form, such as 2*half + 1';
    throw invalidIr(`${where}.offset`, `expected ${expected}, given ${describe(slice.offset)}`);
  }
  if (!Number.isInteger(slice.stride) || slice.stride < 1 || slice.stride > maxStride) {
    const expected = `an integer from 1 to ${maxStride}`;
    throw invalidIr(`${where}.stride`, `expected ${expected}, given ${describe(slice.stride)}`);
  }
  return slice;
}

/** Names of the dims that must be bound to compile, in the order of their first use. */
export function dimsOf({ grid, params, ops }: ProgramParts): string[] {
  const names = new Set<string>();
  for (const param of params) if (param.kind !== 'scalar') names.add(param.dim);
  for (const op of ops) {
    if (op.op === 'columnIndex') names.add(op.dim);
    if (op.op === 'loop') names.add(op.dim).add(op.tile);
    if ((op.op !== 'load' && op.op !== 'store') || op.slice === undefined) continue;
    names.add(op.slice.dim);
    for (const dim of dimsOfAffine(op.slice.offset)) names.add(dim);
  }
  if (grid !== undefined) names.add(grid);
  names.delete(one);
  return [...names];
}
