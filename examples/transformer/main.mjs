// npm run transformer [-- --weights layer.safetensors] [--heads 4] [--positions 32]
//
// Without a file of weights, a small one with seeded numbers is made first, and removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBlock } from './block.mjs';
import { readSafetensors, writeSafetensors } from './safetensors.mjs';
import { seededInput, seededWeights } from './seeded.mjs';

const { values } = parseArgs({
  options: {
    weights: { type: 'string' },
    heads: { type: 'string', default: '4' },
    positions: { type: 'string', default: '32' },
  },
});

function load(path) {
  if (path !== undefined) return readSafetensors(path);
  const folder = mkdtempSync(join(tmpdir(), 'tile-simd-transformer-'));
  try {
    writeSafetensors(join(folder, 'layer.safetensors'), seededWeights({ width: 64, hidden: 176 }));
    return readSafetensors(join(folder, 'layer.safetensors'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tensors = load(values.weights);
const block = createBlock(tensors, { heads: Number(values.heads) });
const width = tensors.get('input_layernorm.weight').data.length;
const x = seededInput(Number(values.positions), width);
const start = performance.now();
const y = block(x);
const milliseconds = performance.now() - start;
const norm = Math.hypot(...y);
console.log(JSON.stringify({ positions: x.length / width, width, norm, milliseconds }));
