// tile-simd run on real files: results, formats, blocks, what is refused, and that nothing half done is left behind.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamBlocks } from '../../lib/cli/stream-blocks.js';
import { parseNpy, npyHeaderEnd, writeNpyHeader } from '../../lib/cli/formats/npy.js';
import {
  addRmsNorm,
  layerNorm,
  meanPool,
  quantizeRows,
  rmsNorm,
  rope,
  ropeTables,
  softmax,
  swiglu,
} from '../../lib/index.js';
import { lcg } from '../support/random.js';
import { encodeAll } from '../support/storage.js';

const command = resolve(__dirname, '..', '..', 'dist', 'cli', 'index.js');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tile-simd-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, name);
const random = (length: number, seed = 1) => Float32Array.from({ length }, lcg(seed, -2, 2));
const bytesOf = (array: ArrayBufferView) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

function npy(
  name: string,
  shape: number[],
  array: ArrayBufferView,
  dtype: 'f32' | 'f16' | 'bf16' | 'i32' = 'f32',
): string {
  writeFileSync(path(name), Buffer.concat([writeNpyHeader(dtype, shape), bytesOf(array)]));
  return path(name);
}

function safetensors(
  name: string,
  tensors: Record<string, { type: string; shape: number[]; array: ArrayBufferView }>,
): string {
  let end = 0;
  const header: Record<string, unknown> = {};
  for (const [key, { type, shape, array }] of Object.entries(tensors)) {
    header[key] = { dtype: type, shape, data_offsets: [end, (end += array.byteLength)] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(8);
  prefix.writeBigUInt64LE(BigInt(text.length));
  writeFileSync(
    path(name),
    Buffer.concat([prefix, text, ...Object.values(tensors).map(({ array }) => bytesOf(array))]),
  );
  return path(name);
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'run', ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

/** Runs, expects it to end well, and gives its JSON document. */
function succeed(...args: string[]): any {
  const { status, stdout, stderr } = run(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

function load(name: string): { shape: readonly number[]; dtype: string; bytes: Buffer } {
  const file = readFileSync(path(name));
  const { shape, dtype, begin } = parseNpy(
    name,
    file.subarray(0, npyHeaderEnd(name, file.subarray(0, 12))),
    file.length,
  );
  return { shape, dtype, bytes: file.subarray(begin) };
}

describe('results', () => {
  it('are those of the one-line call, whatever the blocks', () => {
    const x = random(1000 * 65);
    const weight = random(65, 2);
    const input = npy('x.npy', [10, 100, 65], x);
    const args = [
      'layernorm',
      '--input',
      input,
      '--weight',
      npy('w.npy', [65], weight),
      '--out',
      path('y.npy'),
    ];
    const expected = bytesOf(layerNorm(x, weight));
    for (const mib of ['4', '0.01', '0.0001']) {
      const document = succeed(...args, '--block-mib', mib, '--verify');
      expect(document).toMatchObject({ passed: true, rows: 1000, verify: { passed: true, mismatches: 0 } });
      expect(document.blocks).toBe({ '4': 1, '0.01': 1000 / 40, '0.0001': 1000 }[mib]);
      expect(load('y.npy')).toEqual({ shape: [10, 100, 65], dtype: 'f32', bytes: expected });
    }
    expect(readdirSync(folder).sort()).toEqual(['w.npy', 'x.npy', 'y.npy']);
  });

  it('take weights from safetensors, in any type that the operator has', () => {
    const x = encodeAll(random(30 * 16), 'bf16') as Uint16Array;
    const weight = random(16, 2);
    const bits = encodeAll(weight, 'bf16') as Uint16Array;
    const model = safetensors('m.safetensors', {
      'model.norm.weight': { type: 'F32', shape: [16], array: weight },
      'model.norm:bf16': { type: 'BF16', shape: [16], array: bits },
      rows: { type: 'BF16', shape: [30, 16], array: x },
      other: { type: 'I64', shape: [1], array: new Float64Array(1) },
    });
    const out = path('y.npy');
    succeed(
      'rmsNorm',
      '--input',
      `${model}:rows`,
      '--weight',
      `${model}:model.norm.weight`,
      '--out',
      out,
      '--verify',
    );
    expect(load('y.npy')).toMatchObject({
      dtype: 'bits16',
      bytes: bytesOf(rmsNorm(x, weight, { dtype: 'bf16' })),
    });
    const input = npy('x.npy', [30, 16], x, 'bf16');
    const more = ['--dtype', 'bf16', '--set', 'eps=0.5', '--out', out];
    succeed('rms-norm', '--input', input, '--weight', `${model}:model.norm:bf16`, ...more);
    expect(load('y.npy').bytes).toEqual(bytesOf(rmsNorm(x, bits, { dtype: 'bf16', eps: 0.5 })));
    succeed('rms_norm', '--input', input, ...more);
    expect(load('y.npy').bytes).toEqual(bytesOf(rmsNorm(x, null, { dtype: 'bf16', cols: 16, eps: 0.5 })));
    const refused = run(
      'rmsnorm',
      '--input',
      `${model}:rows`,
      '--weight',
      `${model}:other`,
      '--out',
      path('z.npy'),
    );
    expect(refused.stderr).toMatch(/tensor other is of type I64/);
    expect(run('silu', '--input', model, '--out', path('z.npy')).stderr).toMatch(
      /the name of one of its tensors/,
    );
    expect(run('silu', '--input', `${model}:nothing`, '--out', path('z.npy')).stderr).toMatch(
      /one of its tensors/,
    );
  });

  it('have several inputs and outputs', () => {
    const [x, residual] = [random(40 * 8), random(40 * 8, 5)];
    const [input, other] = [npy('x.npy', [40, 8], x), npy('r.npy', [40, 8], residual)];
    const out = path('y.npy');
    const small = ['--block-mib', '0.0003', '--verify'];
    succeed(
      'addrmsnorm',
      '--input',
      input,
      '--param',
      `residual=${other}`,
      '--save',
      `sum=${path('sum.npy')}`,
      '--out',
      out,
      ...small,
    );
    const sums = addRmsNorm(x, residual, null, { cols: 8 });
    expect([load('y.npy').bytes, load('sum.npy').bytes]).toEqual([bytesOf(sums.out), bytesOf(sums.sum)]);
    succeed('swiglu', '--input', input, '--param', `up=${other}`, '--out', out, ...small);
    expect(load('y.npy').bytes).toEqual(bytesOf(swiglu(x, residual)));
    succeed('quantize-rows', '--input', input, '--save', `scale=${path('s.npy')}`, '--out', out, ...small);
    const quantized = quantizeRows(x, { cols: 8 });
    expect(load('y.npy')).toMatchObject({ dtype: 'i8', bytes: bytesOf(quantized.out) });
    expect(load('s.npy')).toEqual({ shape: [40], dtype: 'f32', bytes: bytesOf(quantized.scale) });
    succeed('meanpool', '--option', 'axis=columns', '--input', input, '--out', out);
    expect(load('y.npy')).toMatchObject({
      shape: [40],
      bytes: bytesOf(meanPool(x, { cols: 8, axis: 'columns' })),
    });
    succeed('layernorm', '--input', input, '--save', `mean=${path('mean.npy')}`, '--out', out);
    expect(load('mean.npy').shape).toEqual([40]);
  });

  it('know the number of a row, and rows that others share', () => {
    const x = random(24 * 24);
    const input = npy('x.npy', [24, 24], x);
    const document = succeed(
      'softmax',
      '--option',
      'causal=true',
      '--set',
      'rowOffset=0',
      '--input',
      input,
      '--out',
      path('y.npy'),
      '--block-mib',
      '0.0003',
    );
    expect(document.blocks).toBe(1);
    expect(load('y.npy').bytes).toEqual(bytesOf(softmax(x, { cols: 24, causal: true })));
    const { cos, sin } = ropeTables({ positions: 6, dim: 24 });
    const tables = ['--param', `cos=${npy('cos.npy', [6, 12], cos)}`, `sin=${npy('sin.npy', [6, 12], sin)}`];
    const heads = succeed(
      'rope',
      '--option',
      'heads=true',
      '--set',
      'heads=4',
      ...tables,
      '--input',
      input,
      '--out',
      path('y.npy'),
      '--block-mib',
      '0.0008',
    );
    expect(heads.blocks).toBeGreaterThan(1);
    expect(load('y.npy').bytes).toEqual(bytesOf(rope(x, cos, sin, { cols: 24, heads: 4 })));
    const ids = Int32Array.from({ length: 24 }, (_, row) => (row * 5) % 6);
    const positions = [
      '--option',
      'positionIds=true',
      ...tables,
      `positionIds=${npy('ids.npy', [24], ids, 'i32')}`,
    ];
    succeed('rope', ...positions, '--input', input, '--out', path('y.npy'), '--block-mib', '0.0008');
    expect(load('y.npy').bytes).toEqual(bytesOf(rope(x, cos, sin, { cols: 24, positionIds: ids })));
  });

  it('may be of no rows, of one row, and in place of the input', () => {
    const input = npy('x.npy', [0, 7], new Float32Array(0));
    expect(succeed('silu', '--input', input, '--out', path('y.npy'), '--verify')).toMatchObject({
      rows: 0,
      blocks: 0,
    });
    expect(load('y.npy')).toEqual({ shape: [0, 7], dtype: 'f32', bytes: Buffer.alloc(0) });
    const x = random(9);
    const vector = npy('v.npy', [9], x);
    succeed('softmax', '--input', vector, '--out', vector);
    expect(load('v.npy').bytes).toEqual(bytesOf(softmax(x, { cols: 9 })));
  });

  it('come from a program of the user as well', () => {
    writeFileSync(
      path('double.tile'),
      'program double(cols) {\n  input x: row f32[cols]\n  output y: row f32[cols]\n  %0 = load x\n  %1 = add %0, %0\n  store y, %1\n}\n',
    );
    const input = npy('x.npy', [2, 3], Float32Array.of(1, 2, 3, 4, 5, 6));
    succeed(path('double.tile'), '--input', input, '--out', path('y.npy'));
    expect(load('y.npy').bytes).toEqual(bytesOf(Float32Array.of(2, 4, 6, 8, 10, 12)));
  });
});

describe('bad files', () => {
  const good = () => npy('x.npy', [4, 8], random(32));

  /** Expects status 1, one line that says why, and the folder as it was. */
  function refuse(says: RegExp, ...args: string[]) {
    const before = readdirSync(folder).sort();
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }, stderr).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(before);
  }
  const raw = (name: string, ...parts: (Buffer | string)[]) => {
    writeFileSync(path(name), Buffer.concat(parts.map((part) => Buffer.from(part as string))));
    return path(name);
  };

  it('are refused in words, and leave nothing behind', () => {
    const out = ['--out', path('y.npy')];
    const input = good();
    const header = writeNpyHeader('f32', [4, 8]);
    const changed = (from: string, to: string) =>
      Buffer.from(header.toString('latin1').replace(from, to), 'latin1');
    refuse(/there is no such file/, 'silu', '--input', path('none.npy'), ...out);
    refuse(/it is a folder|no ordinary file/, 'silu', '--input', folder, ...out);
    refuse(/cut short/, 'silu', '--input', raw('a.npy', header, Buffer.alloc(127)), ...out);
    refuse(/something follows/, 'silu', '--input', raw('a.npy', header, Buffer.alloc(129)), ...out);
    refuse(/big-endian/, 'silu', '--input', raw('a.npy', changed('<f4', '>f4'), Buffer.alloc(128)), ...out);
    refuse(
      /Fortran order/,
      'silu',
      '--input',
      raw('a.npy', changed('False', 'True '), Buffer.alloc(128)),
      ...out,
    );
    refuse(/no \.safetensors file/, 'silu', '--input', raw('a.npy', 'x,y\n1,2\n3,4\n'), ...out);
    refuse(/ends inside its header/, 'silu', '--input', raw('a.npy', ''), ...out);
    refuse(/16 bits per element/, 'silu', '--input', npy('b.npy', [2], new Uint16Array(2), 'bf16'), ...out);
    refuse(/has no axis/, 'silu', '--input', npy('b.npy', [], random(1)), ...out);
    refuse(/cols, an extent from 1 on/, 'silu', '--input', npy('b.npy', [3, 0], random(0)), ...out);
    refuse(
      /weight is a vector of 8/,
      'rmsnorm',
      '--input',
      input,
      '--weight',
      npy('w.npy', [9], random(9)),
      ...out,
    );
    refuse(
      /weight is a vector of 8/,
      'rmsnorm',
      '--input',
      input,
      '--weight',
      npy('w.npy', [1, 8], random(8)),
      ...out,
    );
    refuse(
      /up is 4 rows of 8/,
      'swiglu',
      '--input',
      input,
      '--param',
      `up=${npy('u.npy', [8, 4], random(32))}`,
      ...out,
    );
    refuse(
      /holds i32, expected|holds i32/,
      'swiglu',
      '--input',
      input,
      '--param',
      `up=${npy('u.npy', [4, 8], new Int32Array(32), 'i32')}`,
      ...out,
    );
  });

  it('and bad arguments as well', () => {
    const input = good();
    const out = ['--out', path('y.npy')];
    refuse(/OP: expected an operator/, 'nonsense', '--input', input, ...out);
    refuse(/a file for the input up/, 'swiglu', '--input', input, ...out);
    refuse(
      /--param: expected a parameter of silu/,
      'silu',
      '--input',
      input,
      '--param',
      `w=${input}`,
      ...out,
    );
    refuse(
      /--set: expected a parameter of rms_norm \(eps\)/,
      'rmsnorm',
      '--input',
      input,
      '--set',
      'epsilon=1',
      ...out,
    );
    refuse(/--set: expected a number for eps/, 'rmsnorm', '--input', input, '--set', 'eps=small', ...out);
    refuse(/--save: expected a parameter/, 'silu', '--input', input, '--save', `z=${path('z.npy')}`, ...out);
    refuse(/ends in \.npy/, 'silu', '--input', input, '--out', path('y.safetensors'));
    refuse(/a file of its own/, 'quantizerows', '--input', input, '--save', `scale=${path('y.npy')}`, ...out);
    refuse(/runs along the last axis/, 'softmax', '--option', 'inner=true', '--input', input, ...out);
    refuse(/--dtype: expected f16 or bf16/, 'silu', '--input', input, '--dtype', 'f8', ...out);
    refuse(/--block-mib/, 'silu', '--input', input, '--block-mib', '0', ...out);
    refuse(/no such file or folder/, 'silu', '--input', input, '--out', path('no/y.npy'));
    mkdirSync(path('y.npy'));
    refuse(/no ordinary file/, 'silu', '--input', input, ...out);
  });

  it('an interrupt leaves nothing behind, and an older file as it was', async () => {
    const input = npy('x.npy', [40000, 64], random(40000 * 64));
    writeFileSync(path('y.npy'), 'older');
    const child = spawn(process.execPath, [
      command,
      'run',
      'silu',
      '--input',
      input,
      '--out',
      path('y.npy'),
      '--block-mib',
      '0.0003',
      '--verify',
    ]);
    const ended = new Promise<NodeJS.Signals | null>((done) => child.on('exit', (_, signal) => done(signal)));
    const partial = () => readdirSync(folder).find((name) => name.endsWith('.partial'));
    while (partial() === undefined) await new Promise((done) => setTimeout(done, 5));
    await new Promise((done) => setTimeout(done, 100));
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
    expect(readdirSync(folder).sort()).toEqual(['x.npy', 'y.npy']);
    expect(readFileSync(path('y.npy'), 'utf8')).toBe('older');
  });
});

describe('streaming', () => {
  const tick = () => new Promise<void>((done) => setImmediate(done));

  it('reads, computes and writes at the same time, and never in a set that is in use', async () => {
    const events: string[] = [];
    const state = ['free', 'free', 'free'];
    const step = async (set: number, from: string, during: string, to: string, block: number) => {
      expect(state[set], `${during} ${block}`).toBe(from);
      state[set] = during;
      events.push(`${during} ${block}`);
      await tick();
      state[set] = to;
    };
    const sets = [0, 1, 2].map((set) => ({
      read: (block: number) => step(set, 'free', 'read', 'full', block),
      compute: (block: number) => step(set, 'full', 'compute', 'done', block),
      write: (block: number) => step(set, 'done', 'write', 'free', block),
    }));
    const done: number[] = [];
    await streamBlocks(8, sets, (blocks) => done.push(blocks));
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const during = (what: string) => events.filter((event) => event.startsWith(what));
    for (const what of ['read', 'compute', 'write'])
      expect(during(what)).toEqual(done.map((_, block) => `${what} ${block}`));
    expect(events.indexOf('read 2')).toBeLessThan(events.indexOf('compute 0'));
    await streamBlocks(0, [], () => expect.fail('there is no block'));
  });

  it('does not let the others wait for a block that is slow', async () => {
    let finishSlow = () => {};
    const slow = new Promise<void>((resolve) => (finishSlow = resolve));
    const blocks: number[][] = [[], []];
    const sets = blocks.map((taken) => ({
      read: async (block: number) => void taken.push(block),
      compute: async () => {},
      write: (block: number) => (block === 0 ? slow : tick()),
    }));
    await streamBlocks(6, sets, (done) => {
      if (done === 5) finishSlow(); // all but the first
    });
    expect(blocks).toEqual([[0], [1, 2, 3, 4, 5]]);
  });

  it.each(['read', 'compute', 'write'])('waits for what is in flight when a %s fails', async (failing) => {
    let inFlight = 0;
    const begun: number[] = [];
    const step = async (what: string, block: number) => {
      if (what === 'read') begun.push(block);
      ++inFlight;
      await tick();
      --inFlight;
      if (what === failing && block === 2) throw new Error(`${what} failed`);
    };
    const set = {
      read: (block: number) => step('read', block),
      compute: (block: number) => step('compute', block),
      write: (block: number) => step('write', block),
    };
    await expect(streamBlocks(60, [set, set, set], () => undefined)).rejects.toThrow(`${failing} failed`);
    expect(inFlight).toBe(0);
    expect(begun.length).toBeLessThan(10); // and begins no more
  });
});
