import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  readdirSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { calibrate, explain, rmsNorm, softmax, targetPolicy, TileSimdError } from '../../lib/index.js';
import { readPolicy, writePolicy } from '../../lib/runtime/policy-store.js';

const tile = rmsNorm.program();
const shape = { rows: 4, cols: 64 };

function refused(action: () => unknown, code: string, argument: string): void {
  expect(action).toThrow(expect.objectContaining({ code, argument }) as Error);
}

describe('explain()', () => {
  it('prices and selects what compile() would take', () => {
    const { selected, candidates, rows } = explain(tile, shape);
    expect(rows).toBe(4);
    expect(candidates.some(({ plan }) => plan === selected.plan)).toBe(true);
    expect(selected.cost.total).toBeGreaterThan(0);
    expect(explain(softmax.program(), { cols: 64 }).rows).toBe(64);
  });

  it('says P is refused on grids, and what rules a switch out', () => {
    const grid = softmax.program({ inner: true });
    const { candidates } = explain(grid, { rows: 4, cols: 64, inner: 8 });
    expect(candidates.filter(({ cost }) => cost !== undefined).every(({ plan }) => plan.fullPacket)).toBe(
      true,
    );
    refused(
      () => explain(tile, shape, { mapping: 'packet-local', materialize: 'registers', tail: 'masked' }),
      'ERR_INVALID_PLAN',
      'plan.tail',
    );
  });

  it('refuses bad arguments by name', () => {
    refused(() => explain({} as never, shape), 'ERR_INVALID_ARG_TYPE', 'program');
    for (const rows of [-1, 1.5, NaN, '4' as never])
      refused(() => explain(tile, { rows, cols: 64 }), 'ERR_INVALID_ARG_VALUE', 'shape.rows');
    refused(() => explain(tile, { rows: 4, cols: 0 }), 'ERR_INVALID_ARG_VALUE', 'shape.cols');
    refused(() => explain(tile, shape, { policy: {} as never }), 'ERR_INVALID_ARG_VALUE', 'options.policy');
    refused(() => explain(tile, shape, { width: 3 as never }), 'ERR_INVALID_PLAN', 'plan.width');
    refused(() => explain(tile, shape, { cooperative: true }), 'ERR_INVALID_ARG_VALUE', 'program');
    refused(() => explain(tile, shape, { rows: -1 }), 'ERR_INVALID_PLAN', 'plan.rows');
  });
});

describe('policies on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tile-simd-policy-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const policy = targetPolicy('native');
  const file = join(folder, 'inner', 'policy.json');
  const warned = () => vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);

  it('are read back as they were written, in a folder of mode 0700', () => {
    writePolicy(file, policy);
    expect(readPolicy(file, policy.name)).toEqual(policy);
    expect(statSync(join(folder, 'inner')).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'inner'))).toEqual(['policy.json']);
    expect(readPolicy(join(folder, 'none.json'), policy.name)).toBeUndefined();
  });

  it('are ignored with a warning where they are damaged, cut off, of another target or a link', () => {
    const warning = warned();
    const whole = readFileSync(file, 'utf8');
    const cases = [
      '',
      '{',
      whole.slice(0, 100),
      '{"policy":null}',
      whole.replace('"load"', '"lode"'),
      '[]',
      'null',
    ];
    for (const text of cases) {
      writeFileSync(join(folder, 'bad.json'), text);
      expect(readPolicy(join(folder, 'bad.json'), policy.name)).toBeUndefined();
    }
    expect(readPolicy(file, 'neon')).toBeUndefined();
    symlinkSync(file, join(folder, 'link.json'));
    expect(readPolicy(join(folder, 'link.json'), policy.name)).toBeUndefined();
    expect(warning).toHaveBeenCalledTimes(cases.length + 2);
    expect(warning.mock.calls[0][0]).toMatch(/the target policy in .*bad\.json is ignored/);
  });
});

describe('calibrate()', () => {
  it('refuses bad options by name, and measures nothing once aborted', async () => {
    for (const [options, argument] of [
      [{ store: 1 }, 'options.store'],
      [{ onProgress: 1 }, 'options.onProgress'],
      [{ signal: {} }, 'options.signal'],
      [{ speed: 1 }, 'options.speed'],
    ] as const)
      await expect(calibrate(options as never)).rejects.toMatchObject({ argument });
    await expect(calibrate(null as never)).rejects.toBeInstanceOf(TileSimdError);
    await expect(calibrate({ signal: AbortSignal.abort(new Error('enough')), store: false })).rejects.toThrow(
      'enough',
    );
  });

  it('measures every probe and scales the shipped policy', async () => {
    const steps: number[] = [];
    const before = targetPolicy();
    const policy = await calibrate({ store: false, onProgress: (done) => steps.push(done) });
    expect(policy.source).toBe('calibrated');
    expect(policy.name).toBe(before.name);
    expect(targetPolicy()).toBe(policy);
    expect(steps).toEqual(Object.keys(policy.probes).map((_, i) => i + 1));
    expect(Object.values(policy.probes).every((value) => value > 0)).toBe(true);
  }, 60_000);
});
