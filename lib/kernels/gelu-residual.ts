// GELU of x plus a residual, element by element, in one pass. activations.ts has formulas, sources and limits.
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { gelu as geluOf } from './activations.js';
import { elementwiseLayout, type ElementwiseNames } from './elementwise.js';
import { isTanh, type GeluOptions, type GeluProgramOptions } from './gelu.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { emptyResult, newOutput } from './layout.js';
import {
  checkOptions,
  dtypeOf,
  rowOptionNames,
  type RowArray,
  type RowDType,
  type SameArray,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

export interface GeluResidualOptions<T extends RowArray = Float32Array> extends GeluOptions<T> {
  /** Elements from one row of `residual` to the next; `cols` by default. */
  readonly residualRowStride?: number | undefined;
}

const programs = new Variants((dtype: RowDType, tanh: boolean) =>
  program('gelu_residual', (b) => {
    const x = b.input('x', { dtype });
    const residual = b.input('residual', { dtype });
    b.output('y', { dtype }).store(geluOf(x, tanh ? 'tanh' : 'none').add(residual));
  }),
);

function geluResidualProgram(options: GeluProgramOptions = {}): TileProgram {
  checkProgramOptions(options, [], ['dtype'], ['approximate']);
  const { approximate, dtype = 'f32' } = options;
  return programs.get(dtype, isTanh(approximate));
}

const known: ReadonlySet<string> = new Set(['approximate', 'residualRowStride', ...rowOptionNames]);
const noOptions: GeluResidualOptions = Object.freeze({});
const names: ElementwiseNames = { argument: 'x', strideOption: 'rowStride' };
const launches = new RowLaunches({ strided: ['x', 'y', 'residual'] });

function geluResidualCall(
  x: RowArray,
  residual: RowArray,
  options: GeluResidualOptions<RowArray> = noOptions,
): RowArray {
  checkOptions<GeluResidualOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const tanh = isTanh(options.approximate);
  const layout = elementwiseLayout(x, dtype, options, names, {
    argument: 'residual',
    strideOption: 'residualRowStride',
    array: residual,
    rowStride: options.residualRowStride,
  });
  const { rows } = layout;
  if (rows === 0) return emptyResult(layout, x, dtype, options);
  const compiled = programs.get(dtype, tanh);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const status = run(rows, 0, rows, x, residual, out);
  if (status !== 0) throw launches.refusal(status, compiled, layout, [x, residual, out]);
  return out;
}

/** GELU plus a residual, and the program that it compiles. */
export interface GeluResidual {
  /**
   * `gelu(x) + residual`, element by element; see `gelu` for the two forms.
   *
   * @param x any number of elements, or with strides rows of `cols` elements, `rowStride` apart. A Uint16Array holds f16
   * or bf16, as `options.dtype` says.
   * @param residual as many, of the same class, `residualRowStride` apart.
   * @returns `out`, or a new array of x's class: as long as x, or rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` or `residual` nor apart from both),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(
    x: T,
    residual: SameArray<T>,
    options?: GeluResidualOptions<SameArray<T>>,
  ): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    residual: SameArray<T>,
    options?: GeluResidualOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /** The tile program: parameters x, residual, y; dim cols. */
  program(options?: GeluProgramOptions): TileProgram;
}

export const geluResidual = Object.assign(geluResidualCall, {
  program: geluResidualProgram,
  async: asyncOf(geluResidualCall, 2),
}) as GeluResidual;
