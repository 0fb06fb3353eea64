// The other examples: each is run as its page says, and what it prints is looked at. The transformer block is computed once
// more here, plainly, in double precision.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { examples, run } from './support/run.js';

it('fused kernel: right, in one pass, and the same as step by step', async () => {
  const result = await run('fused-kernel/main.mjs', '--rows', '64', '--cols', '300');
  expect(result).toMatchObject({ passed: true, mismatches: 0, isSame: true });
});

it('shared rows: the threads take all rows between them, with the bits of one', async () => {
  const result = await run('shared-rows/main.mjs', '--rows', '5000', '--cols', '100', '--workers', '3');
  expect(result).toMatchObject({ rows: 5000, total: 5000, sameBits: true });
  expect(result.taken).toHaveLength(3);
});

it('sharded: every row, by several processes', async () => {
  const result = await run('sharded/main.mjs', '--rows', '3000', '--shard', '250');
  expect(result).toMatchObject({ shards: 12, stalled: 0, isWhole: true });
  expect(result.shardsBy.reduce((sum: number, count: number) => sum + count)).toBe(12);
});

it('sharded: a worker that is killed at work loses nothing', async () => {
  const args = ['--rows', '2000', '--shard', '200', '--pause', '200', '--kill'];
  const result = await run('sharded/main.mjs', ...args);
  expect(result).toMatchObject({ shards: 10, isWhole: true });
  expect(result.killed).toBeDefined();
  expect(result.stalled).toBeGreaterThan(0); // its shard was found without an owner, and given to another one
  expect(result.shardsBy[0]).toBe(1);
  expect(result.shardsBy.reduce((sum: number, count: number) => sum + count)).toBe(10);
});

/** y[rows][outs] = x[rows][ins] w[outs][ins] transposed, in double precision. */
function product(x: ArrayLike<number>, w: ArrayLike<number>, ins: number, outs: number): Float64Array {
  return Float64Array.from({ length: (x.length / ins) * outs }, (_, at) => {
    const [row, out] = [Math.floor(at / outs), at % outs];
    let sum = 0;
    for (let i = 0; i < ins; ++i) sum += x[row * ins + i] * w[out * ins + i];
    return sum;
  });
}

function norm(x: ArrayLike<number>, weight: ArrayLike<number>, eps: number): Float64Array {
  const width = weight.length;
  return Float64Array.from(x, (value, at) => {
    const row = Array.from({ length: width }, (_, i) => x[at - (at % width) + i]);
    const square = row.reduce((sum, v) => sum + v * v, 0) / width;
    return (value / Math.sqrt(square + eps)) * weight[at % width];
  });
}

/** The block by its definition, position by position. */
function plainBlock(
  weights: Record<string, { data: Float32Array }>,
  x: Float32Array,
  heads: number,
): Float64Array {
  const w = (name: string) => weights[`${name}.weight`].data;
  const width = w('input_layernorm').length;
  const hidden = w('mlp.gate_proj').length / width;
  const dim = width / heads;
  const positions = x.length / width;
  const normed = norm(x, w('input_layernorm'), 1e-5);
  const turned = (rows: Float64Array) =>
    rows.map((value, at) => {
      const [position, i] = [Math.floor(at / width), at % dim];
      const angle = position * 10000 ** ((-2 * (i % (dim / 2))) / dim);
      const other = i < dim / 2 ? -rows[at + dim / 2] : rows[at - dim / 2];
      return value * Math.cos(angle) + other * Math.sin(angle);
    });
  const q = turned(product(normed, w('self_attn.q_proj'), width, width));
  const k = turned(product(normed, w('self_attn.k_proj'), width, width));
  const v = product(normed, w('self_attn.v_proj'), width, width);
  const mixed = new Float64Array(x.length);
  for (let head = 0; head < heads; ++head)
    for (let at = 0; at < positions; ++at) {
      const place = (position: number) => position * width + head * dim;
      const scores = Array.from({ length: at + 1 }, (_, before) => {
        let sum = 0;
        for (let i = 0; i < dim; ++i) sum += q[place(at) + i] * k[place(before) + i];
        return Math.exp(sum / Math.sqrt(dim));
      });
      const total = scores.reduce((sum, score) => sum + score, 0);
      scores.forEach((score, before) => {
        for (let i = 0; i < dim; ++i) mixed[place(at) + i] += (score / total) * v[place(before) + i];
      });
    }
  const sum = product(mixed, w('self_attn.o_proj'), width, width).map((value, i) => value + x[i]);
  const second = norm(sum, w('post_attention_layernorm'), 1e-5);
  const gate = product(second, w('mlp.gate_proj'), width, hidden);
  const up = product(second, w('mlp.up_proj'), width, hidden);
  const gated = gate.map((value, i) => (value / (1 + Math.exp(-value))) * up[i]);
  return product(gated, w('mlp.down_proj'), hidden, width).map((value, i) => value + sum[i]);
}

it('transformer: a block from a file of weights is the block by its definition', async () => {
  const module = async (name: string) => import(pathToFileURL(join(examples, 'transformer', name)).href);
  const { createBlock } = await module('block.mjs');
  const { readSafetensors, writeSafetensors } = await module('safetensors.mjs');
  const { seededInput, seededWeights } = await module('seeded.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'tile-simd-examples-'));
  try {
    const path = join(folder, 'layer.safetensors');
    const weights = seededWeights({ width: 32, hidden: 88 });
    writeSafetensors(path, weights);
    const x = seededInput(9, 32);
    const y = createBlock(readSafetensors(path), { heads: 2 })(x) as Float32Array;
    const expected = plainBlock(weights, x, 2);
    expect(y).toHaveLength(expected.length);
    y.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-4));

    const result = await run('transformer/main.mjs', '--weights', path, '--heads', '4', '--positions', '5');
    expect(result).toMatchObject({ positions: 5, width: 32 });
    expect(result.norm).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
