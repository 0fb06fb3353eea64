// rmsNorm and layerNorm under every plan: one result, bit for bit, with rows that need the rescue among ordinary ones.
import { layerNorm, rmsNorm, type RowDType } from '../../lib/index.js';
import { everyPlan } from '../support/every-plan.js';
import { randomArray } from '../support/random.js';
import { encodeAll } from '../support/storage.js';

/** Squares overflow in every eleventh row from 3 on, underflow from 7, and rows from 9 are noise on a large mean. */
function rowsWithRescues(rows: number, cols: number, dtype: RowDType) {
  const x = randomArray(rows * cols, cols, -2, 2).map((value, i) => {
    const kind = Math.floor(i / cols) % 11;
    if (kind === 9) return 40000 + value / 100;
    return value * (kind === 3 ? 1e25 : kind === 7 ? 1e-25 : 1);
  });
  return encodeAll(x, dtype);
}

/** Rows of several chunks, whose ends are no multiple of anything. */
const long = [4096, 8192 + 37];

everyPlan(
  'rmsNorm',
  ({ cols, dtype, rows, turn }) => {
    const weightDtype = turn % 2 === 0 ? 'f32' : dtype;
    return {
      program: rmsNorm.program({ dtype, weightDtype }),
      shape: { cols },
      rows,
      inputs: {
        x: rowsWithRescues(rows, cols, dtype),
        weight: encodeAll(randomArray(cols, 1, 0.5, 1.5), weightDtype),
        eps: 1e-37,
      },
    };
  },
  long,
);

everyPlan(
  'layerNorm',
  ({ cols, dtype, rows, turn }) => ({
    program: layerNorm.program({ dtype, mean: turn % 3 === 0, invStdDev: turn % 4 === 0 }),
    shape: { cols },
    rows,
    inputs: {
      x: rowsWithRescues(rows, cols, dtype),
      weight: encodeAll(randomArray(cols, 1, 0.5, 1.5), dtype),
      bias: encodeAll(randomArray(cols, 2), dtype),
      eps: 1e-5,
    },
  }),
  long,
);
