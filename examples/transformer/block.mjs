// A transformer block as in LLaMA: RMSNorm, attention with rotary positions, residual, RMSNorm, SwiGLU, residual. Whatever
// goes row by row is a kernel of tile-simd; the matrix products are plain loops.
import { addRmsNorm, rmsNorm, rope, ropeTables, softmax, swiglu } from 'tile-simd';
import { matmul } from './matmul.mjs';

/**
 * @param {Map<string, { shape: number[], data: Float32Array }>} tensors by the names of a LLaMA checkpoint's layer
 * @param {{ heads: number, eps?: number, base?: number }} config
 * @returns {(x: Float32Array) => Float32Array} the block, on [positions][width]
 */
export function createBlock(tensors, { heads, eps = 1e-5, base = 10000 }) {
  const weight = (name) => {
    const tensor = tensors.get(`${name}.weight`);
    if (tensor === undefined) throw new Error(`there is no tensor ${name}.weight`);
    return tensor;
  };
  const attentionNorm = weight('input_layernorm').data;
  const feedForwardNorm = weight('post_attention_layernorm').data;
  const [q, k, v, o] = ['q', 'k', 'v', 'o'].map((name) => weight(`self_attn.${name}_proj`).data);
  const [gate, up, down] = ['gate', 'up', 'down'].map((name) => weight(`mlp.${name}_proj`));
  const width = attentionNorm.length;
  const hidden = gate.shape[0];
  const dim = width / heads;

  /** The rows of one head of [positions][heads][dim], next to each other. */
  const rowsOfHead = (x, head) => {
    const rows = new Float32Array(x.length / heads);
    for (let at = 0; at < rows.length; at += dim) {
      const from = at * heads + head * dim;
      rows.set(x.subarray(from, from + dim), at);
    }
    return rows;
  };
  const transposed = (x, cols) => {
    const rows = x.length / cols;
    return Float32Array.from(x, (_, i) => x[(i % rows) * cols + Math.floor(i / rows)]);
  };

  function attention(x) {
    const positions = x.length / width;
    const { cos, sin } = ropeTables({ positions, dim, base });
    const turned = (rows) => rope(rows, cos, sin, { cols: dim, heads, out: rows });
    const queries = turned(matmul(x, q, width, width));
    const keys = turned(matmul(x, k, width, width));
    const values = matmul(x, v, width, width);
    const mixed = new Float32Array(x.length);
    for (let head = 0; head < heads; ++head) {
      const scores = matmul(rowsOfHead(queries, head), rowsOfHead(keys, head), dim, positions);
      softmax(scores, { cols: positions, scale: 1 / Math.sqrt(dim), causal: true, out: scores });
      const rows = matmul(scores, transposed(rowsOfHead(values, head), dim), positions, dim);
      for (let at = 0; at < rows.length; at += dim)
        mixed.set(rows.subarray(at, at + dim), at * heads + head * dim);
    }
    return matmul(mixed, o, width, width);
  }

  return (x) => {
    const attended = attention(rmsNorm(x, attentionNorm, { eps }));
    // The sum goes on as the residual, its norm into the next layer: one pass over memory for both.
    const { sum, out } = addRmsNorm(attended, x, feedForwardNorm, { eps, out: attended });
    const gated = swiglu(matmul(out, gate.data, width, hidden), matmul(out, up.data, width, hidden));
    const y = matmul(gated, down.data, hidden, width);
    for (let i = 0; i < y.length; ++i) y[i] += sum[i];
    return y;
  };
}
