// Tile IR: typed SSA for one program, which is one logical row: straight-line, but for loops over column tiles.
//
// Invariant: an op's value is named by the op's index, and its arguments are smaller indices. Types are inferred
// (infer.ts) and never stored, so a program cannot disagree with itself. Extents stay symbolic (`dim` names) until a
// program is compiled: one program serves every column count.
//
// A loop is a range of the ops, from `loop` to its `yield`, and runs once per tile (loops.ts). Its loads and stores
// along the row mean the tile's part of the row; what it carries from tile to tile are the values of its `carry` ops.

/** What a buffer holds in memory. Programs compute in f32 whatever it is, but for i32, which holds indices. */
export type DType = 'f32' | 'f16' | 'bf16' | 'i8' | 'i32';

/** What an output may hold. */
export type OutputDType = Exclude<DType, 'i32'>;

/**
 * Which row of a buffer program r works on. `row`: row r. `column`: the one vector that all rows share. `group`: row
 * floor(r / n), where the i32 scalar `by` gives n. `gather`: the row whose number the i32 input `by` holds for r.
 */
export type BufferAccess = 'row' | 'column' | 'group' | 'gather';
export const bufferAccesses = ['row', 'column', 'group', 'gather'] as const;

/** The dim that is always 1: a buffer of this dim holds one value per row. */
export const one = 'one';

export interface InputParam {
  readonly name: string;
  readonly kind: 'input';
  readonly access: BufferAccess;
  /** `group`: the scalar with the rows per group. `gather`: the input with the row numbers. Otherwise absent. */
  readonly by?: string;
  readonly dtype: DType;
  readonly dim: string;
}

export interface OutputParam {
  readonly name: string;
  readonly kind: 'output';
  readonly access: 'row';
  readonly dtype: OutputDType;
  readonly dim: string;
}

/** A number that is the same for all rows of a launch. */
export interface ScalarParam {
  readonly name: string;
  readonly kind: 'scalar';
  readonly dtype: 'f32' | 'i32';
}

export type BufferParam = InputParam | OutputParam;
export type Param = BufferParam | ScalarParam;

/** Functions that are series of some ten operations or more. */
export const elementaryOps = ['exp', 'exp2', 'log', 'tanh', 'erf', 'sigmoid', 'sin', 'cos'] as const;
/** What computes something new of one number; casts only round it. */
export const functionOps = [
  ...(['neg', 'abs', 'sqrt', 'rsqrt', 'reciprocal', 'floor', 'round'] as const),
  ...elementaryOps,
] as const;
export const unaryOps = [
  ...functionOps,
  // Rounds a number to what the storage type holds; it stays an f32.
  ...(['castF32', 'castF16', 'castBf16'] as const),
] as const;
export const binaryOps = ['add', 'sub', 'mul', 'div', 'min', 'max'] as const;
export const compareOps = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const;
export const logicalOps = ['and', 'or', 'not'] as const;
export const reduceKinds = ['sum', 'max', 'min', 'product', 'mean'] as const;

export type UnaryOp = (typeof unaryOps)[number];
export type BinaryOp = (typeof binaryOps)[number];
export type CompareOp = (typeof compareOps)[number];
export type LogicalOp = (typeof logicalOps)[number];
export type ReduceKind = (typeof reduceKinds)[number];
export type ElementwiseOpName = UnaryOp | 'toFloat' | BinaryOp | 'fma' | CompareOp | LogicalOp | 'select';

/**
 * Part of a buffer's row: element e of the tile is element offset + e * stride of the row. The offset is an affine
 * expression of dims in its canonical form (affine.ts).
 */
export interface Slice {
  readonly dim: string;
  readonly offset: string;
  readonly stride: number;
}

/** Without a slice, the whole row. */
export type LoadOp = { readonly op: 'load'; readonly param: string; readonly slice?: Slice };
export type ScalarOp = { readonly op: 'scalar'; readonly param: string };
/** `value` is exactly representable in the element type, f32 where none is named. */
export type ConstOp = { readonly op: 'const'; readonly value: number; readonly element?: 'i32' };
/** Number of the element within its tile (i32). */
export type ColumnIndexOp = { readonly op: 'columnIndex'; readonly dim: string };
/** Number of the program's row (i32); in a grid, of its outer index. */
export type RowIndexOp = { readonly op: 'rowIndex' };
/** A grid program's inner index (i32). */
export type InnerIndexOp = { readonly op: 'innerIndex' };
/** The same at every element, from the arguments' values at that element; row scalars are broadcast. */
export type ElementwiseOp = { readonly op: ElementwiseOpName; readonly args: readonly number[] };
export type ReduceOp = { readonly op: 'reduce'; readonly kind: ReduceKind; readonly args: readonly number[] };
/** Rows whose condition holds are evaluated again in FP64 from their stored inputs. */
export type RescueOp = { readonly op: 'rescue'; readonly args: readonly number[] };
/** Begins a loop over the elements of `dim`, as many at a time as `tile` has; the last tile may be ragged. */
export type LoopOp = { readonly op: 'loop'; readonly dim: string; readonly tile: string };
/**
 * A value carried from tile to tile: the argument at first, then what `yield` gives. With a dim, the loop's tile dim,
 * it is a tile whose elements all start as the argument; those that the ragged tile lacks keep what they are.
 */
export type CarryOp = { readonly op: 'carry'; readonly args: readonly number[]; readonly dim?: string };
/** Number of the row's element that is the tile's first (i32). */
export type TileStartOp = { readonly op: 'tileStart' };
/** Ends a loop: the next value of each carry, in their order. */
export type YieldOp = { readonly op: 'yield'; readonly args: readonly number[] };
/** What a carry is after the last tile. */
export type ResultOp = { readonly op: 'result'; readonly args: readonly number[] };
export type StoreOp = {
  readonly op: 'store';
  readonly param: string;
  readonly args: readonly number[];
  readonly slice?: Slice;
};

export type IndexOp = ColumnIndexOp | RowIndexOp | InnerIndexOp | TileStartOp;
export type TileLoopOp = LoopOp | CarryOp | YieldOp | ResultOp;
export type Op =
  LoadOp | ScalarOp | ConstOp | IndexOp | ElementwiseOp | ReduceOp | RescueOp | StoreOp | TileLoopOp;

/** f32: a number. i32: an index, which wraps around. i1: a condition. */
export type ElementType = 'f32' | 'i32' | 'i1';

/** A tile has one element per index of its dim; a scalar (`dim` is `one`) is one value per row. */
export interface ValueType {
  readonly shape: 'tile' | 'scalar';
  readonly element: ElementType;
  readonly dim: string;
}

/** What a program consists of before it is verified. */
export interface ProgramParts {
  readonly name: string;
  /**
   * Dim of the inner index of a two-dimensional grid; absent for one program per row. Row-indexed buffers are then
   * [outer][columns][inner]: the columns of program (outer, inner) stand `inner` elements apart.
   */
  readonly grid?: string;
  /** Extents that the program itself fixes, by dim: those of tiles that a loop names by a number. */
  readonly fixed?: Readonly<Record<string, number>>;
  readonly params: readonly Param[];
  readonly ops: readonly Op[];
}

export const maxNameLength = 64;
export const maxParams = 64;
export const maxOps = 4096;
/** Largest distance of a slice's elements. */
export const maxStride = 65536;
/** Largest extent of a dim. */
export const maxExtent = 0x7fffffff;

const arities: ReadonlyMap<string, number> = new Map<string, number>([
  ...['load', 'scalar', 'const', 'columnIndex', 'rowIndex', 'innerIndex'].map((op) => [op, 0] as const),
  ...['loop', 'tileStart'].map((op) => [op, 0] as const),
  ...['carry', 'result'].map((op) => [op, 1] as const),
  ['toFloat', 1],
  ...unaryOps.map((op) => [op, 1] as const),
  ...binaryOps.map((op) => [op, 2] as const),
  ...compareOps.map((op) => [op, 2] as const),
  ['fma', 3],
  ['and', 2],
  ['or', 2],
  ['not', 1],
  ['select', 3],
  ['reduce', 1],
  ['rescue', 1],
  ['store', 1],
]);

/** Number of value arguments of an op; undefined if there is no such op, and for `yield`, which has one per carry. */
export function arityOf(op: string): number | undefined {
  return arities.get(op);
}

/** The op's value arguments. */
export function argsOf(op: Op): readonly number[] {
  return 'args' in op ? op.args : [];
}

const withArgsOfTheirOwn: ReadonlySet<string> = new Set([
  'reduce',
  'rescue',
  'store',
  'carry',
  'yield',
  'result',
]);

/** True for an op that is evaluated element by element. */
export function isElementwise(op: Op): op is ElementwiseOp {
  return 'args' in op && !withArgsOfTheirOwn.has(op.op);
}

/** A legal name of a program, a parameter or a dim. `__proto__` is none: names become keys of plain objects. */
export function isIdentifier(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > maxNameLength || name === '__proto__') return false;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

export function isBuffer(param: Param): param is BufferParam {
  return param.kind !== 'scalar';
}
