// The slice of logSoftmax over plans; softmax.test.ts has everything else.
import { logSoftmax } from '../../lib/index.js';
import { describeSoftmaxSlice } from '../support/softmax.js';

describeSoftmaxSlice('logSoftmax', (options) => logSoftmax.program(options));
