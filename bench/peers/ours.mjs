// tile-simd as its users call it: the one-line call, and a kernel's record launched again and again.
import { operators } from '../table/cells.mjs';

/** The one-line call, with a place for its result. */
const calls = {
  rms_norm:
    ({ rmsNorm }, { x, weight }, options) =>
    () =>
      rmsNorm(x, weight, options),
  layer_norm:
    ({ layerNorm }, { x, weight, bias }, options) =>
    () =>
      layerNorm(x, weight, bias, options),
  softmax:
    ({ softmax }, { x }, options) =>
    () =>
      softmax(x, options),
  swiglu:
    ({ swiglu }, { gate, up }, options) =>
    () =>
      swiglu(gate, up, options),
  gelu_residual:
    ({ geluResidual }, { x, residual }, options) =>
    () =>
      geluResidual(x, residual, options),
  rope:
    ({ rope }, { x, cos, sin }, options) =>
    () =>
      rope(x, cos, sin, options),
};

/** The kernel that compile() makes of a cell, as the table has it: elementwise programs have one for every length. */
export function kernelOf(library, { op }, program, dims) {
  return library.compile(program, operators[op].isElementwise ? {} : dims);
}

/** The label of the candidate that all others are paired with. */
export const pivotLabel = 'call';

export function oursOf(library, { cell, program, dims, inputs, scalars }) {
  const { op, rows, columns } = cell;
  const y = new Float32Array(rows * columns);
  const options = { out: y, cols: columns };
  const kernel = kernelOf(library, cell, program, dims);
  const record = kernel.record({ ...inputs, ...scalars, y });
  return [
    {
      label: pivotLabel,
      kind: 'ours',
      run: calls[op](library, inputs, options),
      output: () => y,
      clear: () => y.fill(NaN),
    },
    {
      label: 'launch',
      kind: 'ours',
      run: () => kernel.launch(record),
      output: () => y,
      clear: () => y.fill(NaN),
    },
  ];
}
