// One result for every plan: in the fixed reduction order mapping, width, full-packet specialization and
// materialization change no bit, for every row count around a packet and every column count around a vector, with
// rows that need the rescue among ordinary ones.
import { expect, it } from 'vitest';

import {
  compile,
  layerNorm,
  reference,
  rmsNorm,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { expectClose, expectSameBits } from './compare.js';
import { randomArray } from './random.js';

const mappings = ['packet-local', 'whole-program'] as const;
const widths = [2, 4, 8, 16] as const;
const mostRows = 3 * 16 + 1;

/** Every column count up to a step of logical lanes and a ragged vector beyond it, and one long row. */
const columns = [...Array.from({ length: 70 }, (_, i) => i + 1), 4096];

function rowsWithRescues(cols: number): Float32Array {
  const x = randomArray(mostRows * cols, cols, -2, 2);
  // Squares overflow in row 3, underflow in row 18, and row 33 is noise on a large mean.
  for (let c = 0; c < cols; ++c) {
    x[3 * cols + c] *= 1e25;
    x[18 * cols + c] *= 1e-25;
    x[33 * cols + c] = 40000 + x[33 * cols + c] / 100;
  }
  return x;
}

interface Case {
  readonly program: TileProgram;
  readonly inputs: Readonly<Record<string, Float32Array | number>>;
}

function caseFor(operator: 'rms_norm' | 'layer_norm', cols: number): Case {
  const x = rowsWithRescues(cols);
  const weight = randomArray(cols, 1, 0.5, 1.5);
  if (operator === 'rms_norm') return { program: rmsNorm.program(), inputs: { x, weight, eps: 1e-37 } };
  const bias = randomArray(cols, 2, -1, 1);
  return { program: layerNorm.program(), inputs: { x, weight, bias, eps: 1e-5 } };
}

function* plans(cols: number): Generator<PlanOptions> {
  for (const mapping of mappings)
    for (const width of widths)
      for (const fullPacket of ['require', false] as const) {
        // One value of `materialize` per plan, each in turn, so that all of them meet all the others.
        const choices = (['auto', 'snapshot', 'reload'] as const)[(cols + Number(fullPacket === false)) % 3];
        yield { mapping, width, fullPacket, materialize: choices };
      }
}

/** Rows 0 to 3W+1 of one plan, each launch in a fresh output: all must be the leading rows of `expected`. */
function expectBits({ program, inputs }: Case, cols: number, plan: PlanOptions, expected: Float32Array) {
  const kernel = compile(program, { cols }, plan);
  const width = kernel.plan.width;
  const x = inputs.x as Float32Array;
  const guard = 16;
  for (let rows = 0; rows <= 3 * width + 1; ++rows) {
    const y = new Float32Array(rows * cols + guard).fill(-77);
    const record = kernel.record({ ...inputs, x: x.subarray(0, rows * cols), y });
    kernel.launch(record);
    expectSameBits(
      y.subarray(0, rows * cols),
      expected.subarray(0, rows * cols),
      `${program.name} ${rows}x${cols} ${JSON.stringify(plan)}`,
    );
    for (const value of y.subarray(rows * cols)) expect(value).toBe(-77);
  }
  kernel.dispose();
}

/** The suite for one operator; two files run it, so that two workers share the work. */
export function describeSameBits(operator: 'rms_norm' | 'layer_norm'): void {
  it.each(columns)(`${operator}, %i columns: every plan gives the same bits`, (cols) => {
    const subject = caseFor(operator, cols);
    const base = compile(subject.program, { cols }, { mapping: 'packet-local', fullPacket: false });
    const y = new Float32Array(mostRows * cols);
    base.launch(base.record({ ...subject.inputs, y }));
    base.dispose();

    expectClose(y, reference(subject.program, { cols }, subject.inputs).y, operator);
    for (const plan of plans(cols)) expectBits(subject, cols, plan, y);
  });
}
