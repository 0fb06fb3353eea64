// The cells of the table: operators and shapes, and the name under which each is kept.

/** The published cells. */
const published = [
  ['rms_norm', ['64x256', '17x65', '1024x4096', '17x16384', '1x4096']],
  ['layer_norm', ['1x4096', '17x16384', '1024x4096']],
  ['softmax', ['64x4096']],
  ['swiglu', ['17x65', '1024x4096']],
  ['gelu_residual', ['17x65', '1024x4096']],
  ['rope', ['64x128', '17x66']],
];

/** Every operator on a short ragged row, whole vectors, a ragged middle and one element more than a power of two. */
const everywhere = ['17x65', '129x768', '257x1538', '1024x4097'];
/** RoPE turns pairs. */
const everywhereEven = ['17x66', '129x768', '257x1538', '1024x4098'];

/** By name of the operator: its tile program, and its dims from the columns. */
export const operators = {
  rms_norm: { program: ({ rmsNorm }) => rmsNorm.program() },
  layer_norm: { program: ({ layerNorm }) => layerNorm.program() },
  softmax: { program: ({ softmax }) => softmax.program() },
  log_softmax: { program: ({ logSoftmax }) => logSoftmax.program() },
  silu: { program: ({ silu }) => silu.program(), isElementwise: true },
  swiglu: { program: ({ swiglu }) => swiglu.program(), isElementwise: true },
  gelu_residual: { program: ({ geluResidual }) => geluResidual.program(), isElementwise: true },
  gelu: { program: ({ gelu }) => gelu.program(), isElementwise: true },
  gelu_tanh: { program: ({ gelu }) => gelu.program({ approximate: 'tanh' }), isElementwise: true },
  gelu_tanh_residual: {
    program: ({ geluResidual }) => geluResidual.program({ approximate: 'tanh' }),
    isElementwise: true,
  },
  rope: {
    program: ({ rope }) => rope.program(),
    dims: (columns) => ({ cols: columns, half: columns / 2 }),
  },
};

/** Dims of a row kernel of this many columns. */
export function dimsOf(op, columns) {
  const { dims = (cols) => ({ cols }) } = operators[op];
  return dims(columns);
}

function cell(op, shape, isPublished) {
  const [rows, columns] = shape.split('x').map(Number);
  return { name: `${op}-${shape}`, op, shape, rows, columns, isPublished };
}

/** All cells, the published ones first. */
export function allCells() {
  const cells = new Map();
  const add = (one) => cells.has(one.name) || cells.set(one.name, one);
  for (const [op, shapes] of published) for (const shape of shapes) add(cell(op, shape, true));
  for (const op of Object.keys(operators))
    for (const shape of op === 'rope' ? everywhereEven : everywhere) add(cell(op, shape, false));
  return [...cells.values()];
}
