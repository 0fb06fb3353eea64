// What the demo is measured against: the loops that one writes in plain JavaScript. They do what the kernels do, row
// by row in FP64, and are written to be fast: no allocation, no closure, typed arrays in and out.

/** x / sqrt(mean(x^2) + eps) * weight. */
export function plainRmsNorm(
  x: Float32Array,
  weight: Float32Array,
  eps: number,
  y: Float32Array,
  cols: number,
): void {
  for (let start = 0; start < x.length; start += cols) {
    let squares = 0;
    for (let i = 0; i < cols; ++i) squares += x[start + i] * x[start + i];
    const scale = 1 / Math.sqrt(squares / cols + eps);
    for (let i = 0; i < cols; ++i) y[start + i] = x[start + i] * scale * weight[i];
  }
}

/** (x - mean) / sqrt(var + eps) * weight + bias, and the mean and 1 / sqrt(var + eps) of each row. */
export function plainLayerNorm(
  x: Float32Array,
  weight: Float32Array,
  bias: Float32Array,
  eps: number,
  y: Float32Array,
  cols: number,
  means: Float32Array,
  invStdDevs: Float32Array,
): void {
  for (let start = 0, row = 0; start < x.length; start += cols, ++row) {
    let sum = 0;
    for (let i = 0; i < cols; ++i) sum += x[start + i];
    const mean = sum / cols;
    let squares = 0;
    for (let i = 0; i < cols; ++i) {
      const centered = x[start + i] - mean;
      squares += centered * centered;
    }
    const scale = 1 / Math.sqrt(squares / cols + eps);
    for (let i = 0; i < cols; ++i) y[start + i] = (x[start + i] - mean) * scale * weight[i] + bias[i];
    means[row] = mean;
    invStdDevs[row] = scale;
  }
}
