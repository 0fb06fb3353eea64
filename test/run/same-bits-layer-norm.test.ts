import { describeSameBits } from '../support/same-bits.js';

describeSameBits('layer_norm');
