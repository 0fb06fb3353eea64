// Hand-written WebAssembly SIMD (wasm/kernels.ts), compiled by AssemblyScript when it is first wanted. Two candidates: on
// data that lives in the module's memory, and from JavaScript's arrays and back.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importPeer } from './installed.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const pageBytes = 65536;
const alignment = 64;

/** A function that only an engine with relaxed SIMD accepts: (f32x4.relaxed_madd 0 0 0). */
const relaxedProbe = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0], // \0asm, version 1
  ...[1, 5, 1, 96, 0, 1, 123], // type: () -> v128
  ...[3, 2, 1, 0], // function 0 of type 0
  ...[10, 18, 1, 16, 0], // code
  ...[65, 0, 253, 17, 65, 0, 253, 17, 65, 0, 253, 17, 253, 133, 2], // i32x4.splat(0) three times, f32x4.relaxed_madd
  11,
]);

/** The module, and whether it uses relaxed SIMD. */
async function buildModule() {
  const asc = (await importPeer('assemblyscript/asc')).default;
  const isRelaxed = WebAssembly.validate(relaxedProbe);
  const source = readFileSync(join(here, 'wasm', 'kernels.ts'), 'utf8');
  let binary;
  const features = isRelaxed ? ['--enable', 'relaxed-simd'] : [];
  const { error, stderr } = await asc.main(
    [
      'kernels.ts',
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      ...features,
      '--outFile',
      'kernels.wasm',
    ],
    {
      readFile: (name) => (name === 'kernels.ts' ? source : null),
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || binary === undefined)
    throw new Error(`AssemblyScript: ${error?.message}\n${stderr.toString()}`);
  return { module: new WebAssembly.Module(binary), isRelaxed };
}

export async function wasm({ cell: { op, rows, columns }, inputs }) {
  const { module, isRelaxed } = await buildModule();
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      abort: () => {
        throw new Error('the WebAssembly module aborted');
      },
    },
  });
  const arrays = Object.values(inputs);
  const y = new Float32Array(rows * columns);
  let end = exports.free.value;
  const place = ({ byteLength }) => {
    const start = Math.ceil(end / alignment) * alignment;
    end = start + byteLength;
    return start;
  };
  const addresses = [...arrays, y].map(place);
  const missing = end - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / pageBytes));
  const views = arrays.map(({ length }, i) => new Float32Array(exports.memory.buffer, addresses[i], length));
  const result = new Float32Array(exports.memory.buffer, addresses.at(-1), y.length);
  views.forEach((view, i) => view.set(arrays[i]));

  const kernel = exports[op];
  const [a, b, c, d] = addresses;
  const call = {
    2: () => kernel(a, b, rows, columns),
    3: () => kernel(a, b, c, rows, columns),
    4: () => kernel(a, b, c, d, rows, columns),
  }[addresses.length];
  const withCopies = () => {
    for (let i = 0; i < views.length; ++i) views[i].set(arrays[i]);
    call();
    y.set(result);
  };
  const clear = () => {
    y.fill(NaN);
    result.fill(NaN);
  };
  const detail = isRelaxed ? 'relaxed SIMD' : 'no relaxed SIMD here';
  return [
    { label: 'WASM', kind: 'peer', detail, run: call, output: () => result, clear },
    { label: 'WASM copies', kind: 'peer', detail, run: withCopies, output: () => y, clear },
  ];
}
