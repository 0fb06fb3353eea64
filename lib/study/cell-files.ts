// Inputs of cells and what their outputs should be, as arrays and as files for the runner. Made from the seed, so they are
// no evidence: they lie in work/, which may be deleted.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reference } from '../index.js';
import { cellName, type Cell } from './cells.js';
import { bytesOf, sha256, type Evidence } from './evidence.js';
import { argumentsOf, inputsOf, operators, shapeOf, type InputArray } from './operators.js';

/** What every element may be off: |got - expected| <= tolerance + tolerance * |expected|. */
export const tolerance = 5e-5;

export interface CellData {
  readonly inputs: readonly InputArray[];
  readonly digests: readonly { readonly name: string; readonly elements: number; readonly sha256: string }[];
  /** The output in FP64, by the library's reference interpreter. */
  readonly expected: Float64Array;
}

export interface CellPaths {
  readonly inputs: readonly { readonly name: string; readonly elements: number; readonly path: string }[];
  readonly expected: string;
}

export class CellFiles {
  readonly #folder: string;
  readonly #seed: string;
  #last: { readonly name: string; readonly data: CellData } | undefined;

  constructor(evidence: Evidence, seed: string) {
    this.#folder = evidence.path('work');
    this.#seed = seed;
    mkdirSync(this.#folder, { recursive: true });
  }

  /** The arrays; those of the last cell are kept. */
  data(cell: Cell): CellData {
    const name = cellName(cell);
    if (this.#last?.name !== name) this.#last = { name, data: this.#make(cell) };
    return this.#last.data;
  }

  /** The same as files. */
  paths(cell: Cell): CellPaths {
    const name = cellName(cell);
    const file = (part: string) => join(this.#folder, `${name}.${part}`);
    const expected = file('expected.f64');
    const { inputs } = operators[cell.operator];
    if (!existsSync(expected)) {
      const data = this.data(cell);
      for (const input of data.inputs) writeFileSync(file(`${input.name}.f32`), bytesOf(input.data));
      writeFileSync(expected, bytesOf(data.expected));
    }
    const elements = new Map(this.data(cell).inputs.map((input) => [input.name, input.data.length]));
    return {
      inputs: inputs.map((input) => ({
        name: input.name,
        elements: elements.get(input.name) ?? 0,
        path: file(`${input.name}.f32`),
      })),
      expected,
    };
  }

  #make({ operator, rows, columns }: Cell): CellData {
    const inputs = inputsOf(operator, rows, columns, this.#seed);
    const digests = inputs.map(({ name, data }) => ({
      name,
      elements: data.length,
      sha256: sha256(bytesOf(data)),
    }));
    const program = operators[operator].program();
    const expected = reference(program, shapeOf(program, columns), argumentsOf(program, inputs)).y;
    return { inputs, digests, expected };
  }
}

/** Largest error in units of the tolerance, and how many elements are beyond it. */
export function compare(
  got: Float32Array,
  expected: Float64Array,
): { readonly wrong: number; readonly largestError: number } {
  let wrong = 0;
  let largestError = 0;
  for (let i = 0; i < expected.length; ++i) {
    const error = Math.abs(got[i] - expected[i]) / (tolerance + tolerance * Math.abs(expected[i]));
    if (!(error <= 1)) ++wrong;
    if (!(error <= largestError)) largestError = error;
  }
  return { wrong, largestError: Number.isFinite(largestError) ? largestError : Number.MAX_VALUE };
}
