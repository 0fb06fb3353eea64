// Numbers that are the same every time, in place of a trained model's.

function numbers(length, seed, scale) {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * scale;
  });
}

/** Tensors of one layer by their names in a LLaMA checkpoint. */
export function seededWeights({ width, hidden }) {
  const shapes = {
    'input_layernorm.weight': [width],
    'self_attn.q_proj.weight': [width, width],
    'self_attn.k_proj.weight': [width, width],
    'self_attn.v_proj.weight': [width, width],
    'self_attn.o_proj.weight': [width, width],
    'post_attention_layernorm.weight': [width],
    'mlp.gate_proj.weight': [hidden, width],
    'mlp.up_proj.weight': [hidden, width],
    'mlp.down_proj.weight': [width, hidden],
  };
  const entries = Object.entries(shapes).map(([name, shape], seed) => {
    const length = shape.reduce((product, size) => product * size);
    const data = numbers(length, seed + 1, Math.sqrt(3 / shape.at(-1)));
    return [name, { shape, data: shape.length === 1 ? data.map((value) => 1 + value) : data }];
  });
  return Object.fromEntries(entries);
}

export const seededInput = (positions, width) => numbers(positions * width, 99, 2);
