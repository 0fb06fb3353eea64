// A plain matrix product. What is between the row kernels is not this library's: put your own here.

/** y[rows][outs] = x[rows][ins] times the transpose of w[outs][ins], as weights are stored. */
export function matmul(x, w, ins, outs) {
  const rows = x.length / ins;
  const y = new Float32Array(rows * outs);
  for (let row = 0; row < rows; ++row) {
    for (let out = 0; out < outs; ++out) {
      let sum = 0;
      for (let i = 0; i < ins; ++i) sum += x[row * ins + i] * w[out * ins + i];
      y[row * outs + out] = sum;
    }
  }
  return y;
}
