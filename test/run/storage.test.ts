// rmsNorm and layerNorm in f16 and bf16: for rows that are not rescued the bits are those of the f32 program on the
// same numbers, rounded once to the storage type; for all rows they are close to the reference. Every plan has the
// same bits, whatever lies around the rows stays, and rows may start at any element.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  layerNorm,
  reference,
  rmsNorm,
  type Kernel,
  type PlanOptions,
  type RowDType,
  type TileProgram,
} from '../../lib/index.js';
import { randomArray } from '../support/random.js';
import { decode, decodeAll, encodeAll, expectElements, newStorage } from '../support/storage.js';

type Small = 'f16' | 'bf16';

const mappings = ['packet-local', 'whole-program'] as const;
const materializes = ['auto', 'snapshot', 'reload'] as const;
const levels = ['native', ...cpu().levels] as readonly NonNullable<PlanOptions['features']>[];
/** Around every vector and the step of 64. */
const columns = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 31, 33, 48, 63, 64, 65, 70, 150];

/** Relative size of the steps of a type. */
const step = { f16: 2 ** -11, bf16: 2 ** -8 } as const;
const least = { f16: 2 ** -25, bf16: 0 } as const;

interface Case {
  readonly program: TileProgram;
  readonly f32: TileProgram;
  readonly vectors: readonly string[];
}

function caseFor(operator: 'rmsNorm' | 'layerNorm', dtype: Small, vectorDtype: RowDType): Case {
  if (operator === 'rmsNorm') {
    const program = rmsNorm.program({ dtype, weightDtype: vectorDtype });
    return { program, f32: rmsNorm.program(), vectors: ['weight'] };
  }
  const program = layerNorm.program({
    dtype,
    weightDtype: vectorDtype,
    biasDtype: vectorDtype,
    mean: true,
  });
  return { program, f32: layerNorm.program({ mean: true }), vectors: ['weight', 'bias'] };
}

const rows = 21;
/** In bf16 squares overflow f32; in f16, whose squares never do, an infinity asks for the rescue. */
const rescued: ReadonlySet<number> = new Set([3, 17]);

function rowsOf(dtype: Small, cols: number, seed: number): Float64Array {
  const x = randomArray(rows * cols, seed, -2, 2);
  for (const row of rescued) {
    if (dtype === 'f16') x[row * cols] = Infinity;
    else for (let c = 0; c < cols; ++c) x[row * cols + c] *= 1e25;
  }
  return decodeAll(encodeAll(x, dtype), dtype);
}

const meansFor = (operator: string): Record<string, Float32Array> =>
  operator === 'layerNorm' ? { mean: new Float32Array(rows) } : {};

const hit = new Set<string>();

/** One kernel against the f32 kernel and the reference. */
function check(
  operator: 'rmsNorm' | 'layerNorm',
  mapping: (typeof mappings)[number],
  cols: number,
  base: Kernel,
): void {
  // Every choice has its own rhythm, so that all pairs of them meet.
  const turn = columns.indexOf(cols);
  const dtype: Small = ((turn >> 2) + mappings.indexOf(mapping)) % 2 === 0 ? 'f16' : 'bf16';
  const vectorDtype = turn % 5 < 2 ? 'f32' : dtype;
  const features = levels[(turn + (operator === 'rmsNorm' ? 0 : 2)) % levels.length];
  // Without masked accesses to small elements every lane is a branch: wide packets would take long to compile.
  const isWide = mapping === 'packet-local' || features === 'native' || features === 'x86-64-v4';
  const width = isWide ? [2, 4, 8, 16][(turn + (turn >> 3)) % 4] : [2, 4, 8][(turn + (turn >> 2)) % 3];
  const plan: PlanOptions = {
    mapping,
    features,
    width: width as PlanOptions['width'],
    materialize: materializes[turn % 3],
    fullPacket: turn % 4 < 2,
  };
  const what = `${operator} ${dtype} ${vectorDtype} ${cols} columns ${JSON.stringify(plan)}`;
  hit.add([operator, dtype, mapping, plan.width].join()).add([dtype, features, mapping].join());

  const { program, f32, vectors } = caseFor(operator, dtype, vectorDtype);
  const values = rowsOf(dtype, cols, cols);
  const eps = 1e-37;
  const inputs: Record<string, Float32Array> = { x: Float32Array.from(values) };
  for (const [i, name] of vectors.entries()) {
    const stored = encodeAll(randomArray(cols, 7 + i, 0.5, 1.5), vectorDtype);
    inputs[name] = Float32Array.from(decodeAll(stored, vectorDtype));
  }

  // Rows three elements further apart than they are long and one element off the start: no alignment but their own.
  const rowStride = cols + 3;
  const canary = 0x7e5a;
  const length = (rows - 1) * rowStride + cols;
  const x = newStorage(dtype, length + 1).subarray(1);
  const memory = newStorage(dtype, length + 2).fill(canary);
  const y = memory.subarray(1, length + 1);
  const small: Record<string, unknown> = { x: { data: x, rowStride }, eps, y: { data: y, rowStride } };
  for (let row = 0; row < rows; ++row) {
    x.set(encodeAll(values.subarray(row * cols, (row + 1) * cols), dtype), row * rowStride);
  }
  for (const name of vectors) small[name] = encodeAll(inputs[name], vectorDtype);
  const means = meansFor(operator);
  const kernel = compile(program, { cols }, plan);
  kernel.launch(kernel.record({ ...small, ...means } as never));
  kernel.dispose();

  const plain = new Float32Array(rows * cols);
  const plainMeans = meansFor(operator);
  base.launch(base.record({ ...inputs, eps, y: plain, ...plainMeans }));
  expect(means, what).toEqual(plainMeans);

  const exact = reference(f32, { cols }, { ...inputs, eps });
  for (let row = 0; row < rows; ++row) {
    const got = y.subarray(row * rowStride, row * rowStride + cols);
    if (!rescued.has(row)) {
      const want = encodeAll(plain.subarray(row * cols, (row + 1) * cols), dtype);
      expectElements(got, want, dtype, `${what}, row ${row}`);
    }
    for (let c = 0; c < cols; ++c) {
      const want = exact.y[row * cols + c];
      const near = 5e-5 + (5e-5 + step[dtype]) * Math.abs(want) + least[dtype];
      const error = Math.abs(decode(got[c], dtype) - want);
      if (!(error <= near) && !(Number.isNaN(want) && Number.isNaN(decode(got[c], dtype))))
        expect.fail(`${what}: ${row}, ${c}: ${decode(got[c], dtype)}, want ${want}`);
    }
  }
  const gaps = memory.filter((_, i) => (i + rowStride - 1) % rowStride >= cols || i === 0 || i > length);
  expect(
    gaps.every((element) => element === canary),
    `${what}: the gaps`,
  ).toBe(true);
}

describe.each(['rmsNorm', 'layerNorm'] as const)('%s', (operator) => {
  it('has the bits of f32, rounded', () => {
    for (const cols of columns) {
      const base = compile(caseFor(operator, 'f16', 'f32').f32, { cols });
      for (const mapping of mappings) check(operator, mapping, cols, base);
      base.dispose();
    }
  });
});

it.runIf(levels.length === 4)('every pair of choices was met', () => {
  const dtypes = ['f16', 'bf16'];
  for (const mapping of mappings)
    for (const dtype of dtypes) {
      for (const operator of ['rmsNorm', 'layerNorm'])
        for (const width of [2, 4, 8, 16]) expect(hit).toContain([operator, dtype, mapping, width].join());
      for (const features of levels) expect(hit).toContain([dtype, features, mapping].join());
    }
});

describe.each(['f16', 'bf16'] as const)('every plan has the same bits in %s', (dtype) => {
  it.each([13, 129])('%i columns', (cols) => {
    for (const operator of cols < 64 ? (['layerNorm'] as const) : (['rmsNorm'] as const)) {
      const { program, vectors } = caseFor(operator, dtype, dtype);
      const inputs: Record<string, unknown> = { x: encodeAll(rowsOf(dtype, cols, 1), dtype), eps: 1e-37 };
      for (const name of vectors) inputs[name] = encodeAll(randomArray(cols, 9, -2, 2), dtype);
      const run = (plan: PlanOptions) => {
        const kernel = compile(program, { cols }, plan);
        const y = newStorage(dtype, rows * cols);
        const means = meansFor(operator);
        kernel.launch(kernel.record({ ...inputs, y, ...means } as never));
        kernel.dispose();
        return y;
      };
      const want = run({});
      for (const mapping of mappings)
        for (const width of [2, 4, 8, 16] as const)
          for (const fullPacket of [true, false])
            expectElements(
              run({ mapping, width, fullPacket }),
              want,
              dtype,
              `${mapping} ${width} ${fullPacket}`,
            );
    }
  });
});
