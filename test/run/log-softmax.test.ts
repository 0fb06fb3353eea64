// The slice of logSoftmax over plans; softmax.test.ts has everything else.
import { describe } from 'vitest';
import { logSoftmax } from '../../lib/index.js';
import { sliceColumns } from '../support/plan-slice.js';
import { describeSoftmaxSlice } from '../support/softmax.js';

describe('logSoftmax', () => {
  // What comes before the last op is softmax's, which has the other columns too.
  const columns = sliceColumns.filter((cols) => cols <= 16 || cols % 5 === 0);
  describeSoftmaxSlice((options) => logSoftmax.program(options), columns);
});
