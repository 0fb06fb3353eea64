// Plain JavaScript: loops over Float32Arrays, computed in doubles, as one writes them without a library.
import { eps } from './data.mjs';

function rmsNorm(x, weight, y, rows, columns) {
  for (let start = 0, row = 0; row < rows; ++row, start += columns) {
    let squares = 0;
    for (let i = 0; i < columns; ++i) squares += x[start + i] * x[start + i];
    const factor = 1 / Math.sqrt(squares / columns + eps);
    for (let i = 0; i < columns; ++i) y[start + i] = x[start + i] * factor * weight[i];
  }
}

function layerNorm(x, weight, bias, y, rows, columns) {
  for (let start = 0, row = 0; row < rows; ++row, start += columns) {
    let sum = 0;
    for (let i = 0; i < columns; ++i) sum += x[start + i];
    const mean = sum / columns;
    let squares = 0;
    for (let i = 0; i < columns; ++i) {
      const centred = x[start + i] - mean;
      squares += centred * centred;
    }
    const factor = 1 / Math.sqrt(squares / columns + eps);
    for (let i = 0; i < columns; ++i) y[start + i] = (x[start + i] - mean) * factor * weight[i] + bias[i];
  }
}

function softmax(x, y, rows, columns) {
  for (let start = 0, row = 0; row < rows; ++row, start += columns) {
    let max = -Infinity;
    for (let i = 0; i < columns; ++i) if (x[start + i] > max) max = x[start + i];
    let sum = 0;
    for (let i = 0; i < columns; ++i) {
      const exponential = Math.exp(x[start + i] - max);
      y[start + i] = exponential;
      sum += exponential;
    }
    const factor = 1 / sum;
    for (let i = 0; i < columns; ++i) y[start + i] *= factor;
  }
}

function swiglu(gate, up, y, rows, columns) {
  const elements = rows * columns;
  for (let i = 0; i < elements; ++i) y[i] = (gate[i] / (1 + Math.exp(-gate[i]))) * up[i];
}

/** erf by Abramowitz and Stegun, 7.1.26: within 1.5e-7. */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const magnitude = 1 - polynomial * Math.exp(-x * x);
  return x < 0 ? -magnitude : magnitude;
}

function geluResidual(x, residual, y, rows, columns) {
  const elements = rows * columns;
  for (let i = 0; i < elements; ++i) y[i] = 0.5 * x[i] * (1 + erf(x[i] * Math.SQRT1_2)) + residual[i];
}

function rope(x, cos, sin, y, rows, columns) {
  const half = columns / 2;
  for (let start = 0, row = 0; row < rows; ++row, start += columns) {
    const table = row * half;
    for (let i = 0; i < half; ++i) {
      const [a, b] = [x[start + i], x[start + half + i]];
      y[start + i] = a * cos[table + i] - b * sin[table + i];
      y[start + half + i] = a * sin[table + i] + b * cos[table + i];
    }
  }
}

const kernels = {
  rms_norm: rmsNorm,
  layer_norm: layerNorm,
  softmax,
  swiglu,
  gelu_residual: geluResidual,
  rope,
};

export function plainJs({ cell: { op, rows, columns }, inputs }) {
  const kernel = kernels[op];
  const y = new Float32Array(rows * columns);
  const [a, b, c] = Object.values(inputs);
  const run = {
    1: () => kernel(a, y, rows, columns),
    2: () => kernel(a, b, y, rows, columns),
    3: () => kernel(a, b, c, y, rows, columns),
  }[Object.keys(inputs).length];
  return [{ label: 'plain JS', kind: 'peer', run, output: () => y, clear: () => y.fill(NaN) }];
}
