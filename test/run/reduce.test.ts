// Reductions as programs of a user: the numeric cases and the 32 ONNX vectors of ReduceMax, ReduceMean, ReduceSum and
// ReduceSumSquare. Other axes than the last are grids; nothing is transposed.
import { describe, expect, it } from 'vitest';
import { compile, program, type PlanOptions, type TileProgram } from '../../lib/index.js';
import { elements, expectedPairs, readCases, type NumericCase } from '../support/cases.js';
import { expectClose, expectSameBits, isClose, promised } from '../support/compare.js';
import { Guarded } from '../support/memory.js';
import { readOnnx, tensor, type OnnxVector } from '../support/onnx.js';

type Kind = 'sum' | 'mean' | 'sumsq' | 'max' | 'min';

/** One value for each row, or for each (outer, inner) of an array [outer][cols][inner]. */
function reduction(kind: Kind, isGrid: boolean): TileProgram {
  return program(kind, (b) => {
    if (isGrid) b.grid('inner');
    const x = b.input('x');
    const value = {
      sum: () => x.sum(),
      mean: () => x.mean(),
      sumsq: () => x.mul(x).sum(),
      max: () => x.reduceMax(),
      min: () => x.reduceMin(),
    }[kind]();
    b.output('y').store(value);
  });
}

const plans: PlanOptions[] = [
  {},
  { mapping: 'packet-local' },
  { mapping: 'packet-local', width: 4, fullPacket: false },
  { mapping: 'whole-program', width: 4 },
  { mapping: 'whole-program', width: 16, fullPacket: false },
];

/** Every plan has the same bits; nothing around the result is written. */
function reduce(kind: Kind, x: Float32Array, cols: number, inner: number): Float32Array {
  const isGrid = inner > 1;
  const what = reduction(kind, isGrid);
  const results = plans.map((plan) => {
    const kernel = compile(what, isGrid ? { cols, inner } : { cols }, plan);
    const y = new Guarded(x.length / cols);
    kernel.launch(kernel.record({ x: Guarded.of(x).array, y: y.array }));
    kernel.dispose();
    y.expectUntouchedAround('y');
    return y.array;
  });
  results.forEach((result, i) => expectSameBits(result, results[0], JSON.stringify(plans[i])));
  return results[0];
}

interface ReduceParams {
  readonly kind: Kind;
  readonly axis: 'row' | 'col';
}

describe('numeric cases', () => {
  const cases = readCases<ReduceParams>('reduce').filter(({ op }) => op === 'reduce');
  it.each(cases.map((given): [string, NumericCase<ReduceParams>] => [given.id, given]))('%s', (_, given) => {
    const { rows, cols, params, why } = given;
    const x = elements(rows * cols, given.inputs.x);
    // Down the columns: the rows are what a program goes over, a row apart from each other.
    const got = params.axis === 'row' ? reduce(params.kind, x, cols, 1) : reduce(params.kind, x, rows, cols);
    for (const [index, want] of expectedPairs(given, got.length))
      if (!isClose(got[index], want, given.tolerance ?? promised))
        expect.fail(`${why}: element ${index} is ${got[index]}, want ${want}`);
  });
  it('three of them', () => expect(cases).toHaveLength(3));
});

const kinds: Readonly<Record<string, Kind>> = {
  ReduceMax: 'max',
  ReduceMean: 'mean',
  ReduceSum: 'sum',
  ReduceSumSquare: 'sumsq',
};

describe('ONNX', () => {
  it.each(readOnnx('reduce', 32).map((vector): [string, OnnxVector] => [vector.name, vector]))(
    '%s',
    (_, vector) => {
      const { dims, data } = tensor(vector.inputs, 'data');
      const axes = [...(vector.inputs.get('axes')?.data ?? [])];
      const product = (factors: readonly number[]) => factors.reduce((a, b) => a * b, 1);
      // No axes are all axes. What stands behind the axis is the inner extent.
      const axis = axes.length === 0 ? undefined : (axes[0] + dims.length) % dims.length;
      expect(axes.length).toBeLessThanOrEqual(1);
      const cols = axis === undefined ? data.length : dims[axis];
      const inner = axis === undefined ? 1 : product(dims.slice(axis + 1));
      const got = reduce(kinds[vector.op], data as Float32Array, cols, inner);
      expectClose(got, tensor(vector.outputs, 'reduced').data);
    },
  );
});
