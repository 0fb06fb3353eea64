// Tile IR: straight-line typed SSA for one program, which is one logical row.
//
// Invariant: an op's value is named by the op's index, and its arguments are smaller indices. Types are inferred
// (infer.ts) and never stored, so a program cannot disagree with itself. Extents stay symbolic (`dim` names) until a
// program is compiled: one program serves every column count.

/** Element type of buffers and scalars. */
export type DType = 'f32';

/** `row`: program r reads row r. `column`: one vector that all rows share. */
export type BufferAccess = 'row' | 'column';

/** The dim that is always 1: a buffer of this dim holds one value per row. */
export const one = 'one';

export interface InputParam {
  readonly name: string;
  readonly kind: 'input';
  readonly access: BufferAccess;
  readonly dtype: DType;
  readonly dim: string;
}

export interface OutputParam {
  readonly name: string;
  readonly kind: 'output';
  readonly access: 'row';
  readonly dtype: DType;
  readonly dim: string;
}

/** A number that is the same for all rows of a launch. */
export interface ScalarParam {
  readonly name: string;
  readonly kind: 'scalar';
  readonly dtype: DType;
}

export type BufferParam = InputParam | OutputParam;
export type Param = BufferParam | ScalarParam;

export const unaryOps = [
  ...(['neg', 'abs', 'sqrt', 'rsqrt', 'reciprocal', 'floor', 'round'] as const),
  ...(['exp', 'exp2', 'log', 'tanh', 'erf', 'sigmoid', 'sin', 'cos'] as const),
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
export type ElementwiseOpName = UnaryOp | BinaryOp | 'fma' | CompareOp | LogicalOp | 'select';

export type LoadOp = { readonly op: 'load'; readonly param: string };
export type ScalarOp = { readonly op: 'scalar'; readonly param: string };
/** `value` is exactly representable in f32. */
export type ConstOp = { readonly op: 'const'; readonly value: number };
/** The same at every element, from the arguments' values at that element; row scalars are broadcast. */
export type ElementwiseOp = { readonly op: ElementwiseOpName; readonly args: readonly number[] };
export type ReduceOp = { readonly op: 'reduce'; readonly kind: ReduceKind; readonly args: readonly number[] };
/** Rows whose condition holds are evaluated again in FP64 from their stored inputs. */
export type RescueOp = { readonly op: 'rescue'; readonly args: readonly number[] };
export type StoreOp = { readonly op: 'store'; readonly param: string; readonly args: readonly number[] };

export type Op = LoadOp | ScalarOp | ConstOp | ElementwiseOp | ReduceOp | RescueOp | StoreOp;
export type OpName = Op['op'];

/** A tile has one element per index of its dim; a scalar (`dim` is `one`) is one value per row. */
export interface ValueType {
  readonly shape: 'tile' | 'scalar';
  readonly element: 'f32' | 'i1';
  readonly dim: string;
}

/** What a program consists of before it is verified. */
export interface ProgramParts {
  readonly name: string;
  readonly params: readonly Param[];
  readonly ops: readonly Op[];
}

export const maxNameLength = 64;
export const maxParams = 64;
export const maxOps = 4096;
/** Largest extent of a dim. */
export const maxExtent = 0x7fffffff;

const arities: ReadonlyMap<string, number> = new Map<string, number>([
  ...['load', 'scalar', 'const'].map((op) => [op, 0] as const),
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

/** Number of value arguments of an op; undefined if there is no such op. */
export function arityOf(op: string): number | undefined {
  return arities.get(op);
}

/** The op's value arguments. */
export function argsOf(op: Op): readonly number[] {
  return 'args' in op ? op.args : [];
}

/** True for an op that is evaluated element by element. */
export function isElementwise(op: Op): op is ElementwiseOp {
  return 'args' in op && op.op !== 'reduce' && op.op !== 'rescue' && op.op !== 'store';
}

/** A legal name of a program, a parameter or a dim. `__proto__` is none: names become keys of plain objects. */
export function isIdentifier(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > maxNameLength || name === '__proto__') return false;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

export function isBuffer(param: Param): param is BufferParam {
  return param.kind !== 'scalar';
}
