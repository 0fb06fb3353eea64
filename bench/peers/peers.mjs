// Who is measured, by the name that --peers knows.
import { onnxruntime } from './onnxruntime.mjs';
import { plainJs } from './plain-js.mjs';
import { tfjs } from './tfjs.mjs';
import { wasm } from './wasm.mjs';

/**
 * Each takes a cell's data and gives candidates: `label`, `kind`, `detail`, `run` (once; a promise where `isAsync`),
 * `clear` and `output`, the result of the last run.
 */
export const makers = { onnxruntime, tfjs, wasm, 'plain-js': plainJs };
