// What an emulated launch gave, beside what this machine gives and what is right.
import { expect } from 'vitest';
import {
  reference,
  type KernelArguments,
  type OutputDType,
  type StorageArray,
  type TileProgram,
} from '../../../lib/index.js';
import { isClose, promised } from '../../support/compare.js';
import { decode, expectElements } from '../../support/storage.js';

type Args = Readonly<Record<string, StorageArray | number>>;

/** Error that storing adds: relative, and the least absolute one. */
const rounding: Readonly<Record<OutputDType, readonly [number, number]>> = {
  f32: [0, 0],
  f16: [2 ** -11, 2 ** -25],
  bf16: [2 ** -8, 2 ** -134],
  i8: [0, 0.5],
};

/** What i8 storage makes of a number, but for the rounding. */
const saturated = (value: number) => (Number.isNaN(value) ? 0 : Math.max(-128, Math.min(127, value)));

/** Expects the outputs of two launches to have the same bits, except that any NaN equals any other. */
export function expectSameOutputs(
  program: TileProgram,
  got: KernelArguments,
  want: KernelArguments,
  what: string,
): void {
  for (const param of program.params)
    if (param.kind === 'output')
      expectElements(
        (got as Args)[param.name] as Float32Array,
        (want as Args)[param.name] as Float32Array,
        param.dtype,
        `${what}, ${param.name}`,
      );
}

/** Expects the outputs of a launch, but for rows that `skips` names, to be what the FP64 interpreter makes of `inputs`. */
export function expectRight(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  inputs: KernelArguments,
  got: KernelArguments,
  rows: number,
  skips: (row: number) => boolean,
  what: string,
): void {
  const exact = reference(program, shape, inputs);
  for (const param of program.params) {
    if (param.kind !== 'output') continue;
    const [relative, least] = rounding[param.dtype];
    const values = (got as Args)[param.name] as Float32Array;
    expect(values.length, what).toBe(exact[param.name].length);
    exact[param.name].forEach((exactly, i) => {
      const want = param.dtype === 'i8' ? saturated(exactly) : exactly;
      if (skips(Math.floor((i * rows) / values.length))) return;
      const value = decode(values[i], param.dtype);
      if (isClose(value, want, { abs: promised.abs + least, rel: promised.rel + relative })) return;
      if (param.dtype === 'f16' && Math.abs(want) >= 65504 && Math.abs(value) >= 65504) return; // rounds to infinity
      expect.fail(`${what}: ${param.name}[${i}] is ${value}, want ${want}`);
    });
  }
}
