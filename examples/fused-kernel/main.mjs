// npm run fused-kernel [-- --rows 512] [--cols 768]
//
// Compiles the kernel, checks it against the FP64 reference, looks at the code, and times it beside the same steps as
// separate passes.
import { parseArgs } from 'node:util';
import { compile, gelu, lint, quantizeRows, rmsNorm, verify } from 'tile-simd';
import { dequantGeluNormQuant } from './kernel.mjs';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '512' }, cols: { type: 'string', default: '768' } },
});
const [rows, cols] = [Number(values.rows), Number(values.cols)];

const acc = Int8Array.from({ length: rows * cols }, (_, i) => 100 * Math.sin(i));
const scale = Float32Array.from({ length: rows }, (_, row) => 0.01 + row / (50 * rows));
const [bias, weight] = [0.1, 1].map((value) => new Float32Array(cols).fill(value));
const residual = Float32Array.from({ length: rows * cols }, (_, i) => Math.cos(i));

const kernel = compile(dequantGeluNormQuant, { cols }, { rows });
const [sum, q, step] = [new Float32Array(rows * cols), new Int8Array(rows * cols), new Float32Array(rows)];
const record = kernel.record({ acc, scale, bias, residual, weight, eps: 1e-5, sum, q, step });
const { passed, mismatches } = verify(kernel, record, { sample: 64 });

/** The same, step by step. */
function separately() {
  const x = new Float32Array(rows * cols);
  for (let row = 0, i = 0; row < rows; ++row)
    for (let col = 0; col < cols; ++col, ++i) x[i] = acc[i] * scale[row] + bias[col];
  gelu(x, { out: x });
  for (let i = 0; i < x.length; ++i) x[i] += residual[i];
  return quantizeRows(rmsNorm(x, weight, { cols }), { cols });
}

/** Microseconds, the median of some calls. */
function time(action, calls = 25) {
  for (let i = 0; i < 3; ++i) action();
  const times = Array.from({ length: calls }, () => {
    const start = performance.now();
    action();
    return (performance.now() - start) * 1000;
  });
  return times.sort((a, b) => a - b)[calls >> 1];
}

const { out, scale: steps } = separately();
const differing = q.filter((value, i) => Math.abs(value - out[i]) > 1).length;
const isSame = differing === 0 && step.every((value, i) => Math.abs(value - steps[i]) <= 1e-5 * steps[i]);
const fusedMicroseconds = time(() => kernel.launch(record, { pool: null }));
const separateMicroseconds = time(separately);
const findings = lint(kernel).map(({ message }) => message);
console.log(
  JSON.stringify({ passed, mismatches, isSame, findings, fusedMicroseconds, separateMicroseconds }),
);
if (!passed || !isSame) process.exitCode = 1;
