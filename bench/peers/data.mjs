// What a cell computes, on what numbers, and what comes out in FP64: the same for every peer.
import { dimsOf, operators } from '../table/cells.mjs';

/** Cells that are measured: those of the table whose operator somebody else may have. */
export const peerOperators = ['rms_norm', 'layer_norm', 'softmax', 'swiglu', 'gelu_residual', 'rope'];

export const eps = 1e-5;

/** How far a result may be from the FP64 one. */
export const tolerance = { absolute: 5e-5, relative: 5e-5 };

/** Normally distributed numbers from a fixed seed. */
function* normals(seed) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  for (;;) {
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    yield radius * Math.cos(angle);
    yield radius * Math.sin(angle);
  }
}

/** A matrix, or a vector that all rows share. */
function fill(length, seed, ofNormal) {
  const numbers = normals(seed);
  return Float32Array.from({ length }, () => ofNormal(numbers.next().value));
}

function inputOf(library, { op, rows, columns }, name, seed) {
  switch (name) {
    case 'weight':
      return fill(columns, seed, (normal) => 1 + 0.1 * normal);
    case 'bias':
      return fill(columns, seed, (normal) => 0.1 * normal);
    case 'cos':
    case 'sin':
      return library.ropeTables({ positions: rows, dim: columns })[name];
    default:
      return fill(rows * columns, seed, (normal) => (op === 'softmax' ? 3 : 1) * normal);
  }
}

/**
 * @param library tile-simd: its reference interpreter is the oracle.
 * @returns the program with its dims, the inputs by name in the program's order, the scalars, and the FP64 result.
 */
export function dataOf(library, cell) {
  const { op, columns } = cell;
  const program = operators[op].program(library);
  const dims = dimsOf(op, columns);
  const inputs = {};
  const scalars = {};
  program.params.forEach(({ kind, name }, index) => {
    if (kind === 'input') inputs[name] = inputOf(library, cell, name, 100 + index);
    if (kind === 'scalar') scalars[name] = name === 'eps' ? eps : 1;
  });
  const { y: expected } = library.reference(program, dims, { ...inputs, ...scalars });
  return { cell, program, dims, inputs, scalars, expected };
}

/** Compares a whole result. `bad`: elements outside of the tolerance; `largest`: the largest error that was seen. */
export function check(actual, expected) {
  if (actual.length !== expected.length)
    return {
      bad: expected.length,
      largest: Infinity,
      reason: `${actual.length} elements, not ${expected.length}`,
    };
  let bad = 0;
  let largest = 0;
  let first;
  for (let i = 0; i < expected.length; ++i) {
    const error = Math.abs(actual[i] - expected[i]);
    if (error > largest) largest = error;
    if (error <= tolerance.absolute + tolerance.relative * Math.abs(expected[i])) continue;
    ++bad;
    first ??= { index: i, actual: String(actual[i]), expected: expected[i] };
  }
  return { bad, largest, ...(first && { first }) };
}
