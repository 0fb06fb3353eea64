// The outputs of a launch, beside those of another one and beside what is right. Throws plain errors: runners that are
// no vitest use this too.
import { reference, type KernelArguments, type OutputDType, type TileProgram } from '../../lib/index.js';
import { isClose, promised, type Tolerance } from './compare.js';
import { decode, expectElements } from './storage.js';

/** Error that storing adds, half an ulp: relative, and the least absolute one. */
const rounding: Readonly<Record<OutputDType, readonly [relative: number, least: number]>> = {
  f32: [0, 0],
  f16: [2 ** -11, 2 ** -25],
  bf16: [2 ** -8, 2 ** -134],
  i8: [0, 0.5],
};

/** What is promised of results, and the rounding of their storage beyond it. */
export function toleranceOf(dtype: OutputDType): Tolerance {
  const [relative, least] = rounding[dtype];
  return { abs: promised.abs + least, rel: promised.rel + relative };
}

/** What i8 storage makes of a number, but for the rounding. */
const saturated = (value: number) => (Number.isNaN(value) ? 0 : Math.max(-128, Math.min(127, value)));

/** Expects the outputs among the arguments of two launches to have the same bits, except that any NaN equals any other. */
export function expectSameOutputs(
  program: TileProgram,
  got: KernelArguments,
  want: KernelArguments,
  what: string,
): void {
  for (const param of program.params)
    if (param.kind === 'output')
      expectElements(
        got[param.name] as Float32Array,
        want[param.name] as Float32Array,
        param.dtype,
        `${what}, ${param.name}`,
      );
}

/**
 * Expects the outputs of `rows` rows, but for those that `skips` names, to be what the FP64 interpreter makes of `inputs`.
 * The programs of a grid are told by their row.
 */
export function expectRight(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  inputs: KernelArguments,
  got: KernelArguments,
  rows: number,
  what: string,
  skips: (row: number) => boolean = () => false,
): void {
  const exact = reference(program, shape, inputs);
  for (const param of program.params) {
    if (param.kind !== 'output') continue;
    const { name, dtype } = param;
    const tolerance = toleranceOf(dtype);
    const values = got[name] as Float32Array;
    if (values.length !== exact[name].length)
      throw new Error(`${what}: ${values.length} elements of ${name}, want ${exact[name].length}`);
    exact[name].forEach((exactly, i) => {
      if (skips(Math.floor((i * rows) / values.length))) return;
      const want = dtype === 'i8' ? saturated(exactly) : exactly;
      const value = decode(values[i], dtype);
      if (isClose(value, want, tolerance)) return;
      if (dtype === 'f16' && Math.abs(want) >= 65504 && Math.abs(value) >= 65504) return; // rounds to infinity
      throw new Error(`${what}: ${name}[${i}] is ${value}, want ${want}`);
    });
  }
}
