// The rival of a launch from JavaScript: hand-written WebAssembly SIMD, which lives in a memory of its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * RMSNorm over `rows` rows by rms_norm.wat.
 * @returns `run`: on what is in its memory already; `runWithCopies`: from and to the arrays given, of the caller's own.
 */
export async function wasmRmsNorm(rows, cols, eps) {
  const wabt = await createRequire(import.meta.url)('wabt')();
  const path = fileURLToPath(new URL('rms_norm.wat', import.meta.url));
  const parsed = wabt.parseWat(path, readFileSync(path, 'utf8'), { simd: true });
  const { instance } = await WebAssembly.instantiate(parsed.toBinary({}).buffer);
  parsed.destroy();
  const { memory, rms_norm: rmsNorm } = instance.exports;
  const length = rows * cols;
  const at = { x: 0, weight: 4 * length + 64, y: 4 * (length + cols) + 128 };
  const x = new Float32Array(memory.buffer, at.x, length);
  const weight = new Float32Array(memory.buffer, at.weight, cols);
  const y = new Float32Array(memory.buffer, at.y, length);
  const run = () => rmsNorm(at.x, at.weight, at.y, rows, cols, eps);
  return {
    x,
    weight,
    y,
    run,
    runWithCopies: (from, to) => {
      x.set(from);
      run();
      to.set(y);
    },
  };
}
