import { describeSameBits } from '../support/same-bits.js';

describeSameBits('rms_norm');
