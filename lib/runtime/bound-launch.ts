// A launch as JavaScript sees it once its arguments are bound: what native code is given, and what can be said about
// it afterwards.
import type { StorageArray } from '../ir/dtype.js';
import type { BufferParam } from '../ir/types.js';
import type { NativeLauncher } from '../native/binding.js';
import type { Plan } from '../planner/plan.js';
import type { RefusedLaunch } from './explain-status.js';
import { programsPerRow, rowExtentOf } from './rows.js';

export interface BoundLaunch extends RefusedLaunch {
  readonly plan: Plan;
  readonly launcher: NativeLauncher;
  /** Programs. */
  readonly begin: number;
  readonly end: number;
}

/** One item of a batch, as native code takes it. */
export function itemOf({ launcher, rows, begin, end, values }: BoundLaunch): unknown[] {
  return [launcher, rows, begin, end, ...values];
}

/** The name of a parameter as the caller knows it. */
export function nameIn(launch: BoundLaunch, param: string): string {
  return launch.nameOf?.(param) ?? param;
}

/** The buffers of a launch with their parameters. */
export function buffersOf({
  program,
  values,
}: BoundLaunch): [param: BufferParam, array: StorageArray, index: number][] {
  return program.params.flatMap((param, i): [BufferParam, StorageArray, number][] =>
    param.kind === 'scalar' ? [] : [[param, values[i] as StorageArray, i]],
  );
}

/** Copies to `target` those elements of an output that the launch writes; `source` is laid out like it. */
export function copyWritten(
  launch: BoundLaunch,
  index: number,
  source: StorageArray,
  target: StorageArray,
): void {
  const { program, extents, begin, end, rowStrides } = launch;
  const param = program.params[index] as BufferParam;
  const extent = rowExtentOf(param, program, extents);
  const copy = (from: number, to: number): void => {
    (target as Float32Array).set((source as Float32Array).subarray(from, to), from);
  };
  if (param.access !== 'row') return copy(0, extent);
  const inner = programsPerRow(program, extents);
  const rowStride = rowStrides[index];
  if (inner === 1 && rowStride === extent) return copy(begin * extent, end * extent);
  for (let at = begin; at < end;) {
    const row = Math.floor(at / inner);
    const [first, last] = [at % inner, Math.min(inner, end - row * inner)];
    const start = row * rowStride;
    if (first === 0 && last === inner) copy(start, start + extent);
    else
      for (let column = 0; column < extent; column += inner)
        copy(start + column + first, start + column + last);
    at = row * inner + last;
  }
}
