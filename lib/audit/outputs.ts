// Every output that is stored, read again and compared with this program's own oracle.
import type { CaptureFacts } from './captures.js';
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import type { MatrixFact } from './matrix.js';
import type { ContestFacts } from './native.js';
import { limit, makeInputs, oracleRows, type Shape } from './oracle.js';

/**
 * How far the error that a visit said may be from the one found here, in units of the tolerance: the study's oracle is the
 * program in FP64, whose constants are those of the program, in f32; this one is the formula.
 */
const oracleSlack = 1e-3;

interface Wanted {
  readonly shape: Shape;
  /** Outputs of the cell by digest, with the largest error that was said of each; undefined where nothing was. */
  readonly outputs: Map<string, number | undefined>;
}

export function checkOutputs(
  folder: Folder,
  seed: string,
  captures: ReadonlyMap<string, CaptureFacts>,
  contests: readonly ContestFacts[],
  matrix: readonly MatrixFact[],
  findings: Findings,
): number {
  const cells = new Map<string, Wanted>();
  const want = (shape: Shape, output: string, error?: number) => {
    const { operator, rows, columns } = shape;
    const key = `${operator}-${rows}x${columns}`;
    const cell: Wanted = cells.get(key) ?? { shape: { operator, rows, columns }, outputs: new Map() };
    cells.set(key, cell);
    const known = cell.outputs.get(output);
    cell.outputs.set(output, known === undefined ? error : Math.max(known, error ?? 0));
  };
  for (const { shape, output } of captures.values()) want(shape, output);
  for (const { expected, outputs } of contests)
    for (const [output, error] of outputs) want(expected.shape, output, error);
  for (const fact of matrix) want(fact, fact.output, fact.largestError);
  let read = 0;
  for (const [name, { shape, outputs }] of cells) {
    const inputs = makeInputs(shape, seed);
    const expected = new Float64Array(shape.rows * shape.columns);
    let row = 0;
    for (const values of oracleRows(shape, inputs)) expected.set(values, shape.columns * row++);
    for (const [output, error] of outputs) {
      const content = folder.content(output, 'f32', name);
      if (content === undefined) continue;
      ++read;
      checkOne(content, expected, error, `${name}: output ${output.slice(0, 12)}`, findings);
    }
  }
  return read;
}

function checkOne(
  content: Buffer,
  expected: Float64Array,
  said: number | undefined,
  where: string,
  findings: Findings,
): void {
  if (!findings.equal(content.length, expected.length * 4, `${where}: bytes`)) return;
  const got = new Float32Array(content.buffer.slice(content.byteOffset, content.byteOffset + content.length));
  let largest = 0;
  let wrong = 0;
  for (let i = 0; i < got.length; ++i) {
    const error = Math.abs(got[i] - expected[i]) / (limit * (1 + Math.abs(expected[i])));
    if (!(error <= 1)) ++wrong;
    if (!(error <= largest)) largest = error;
  }
  findings.equal(wrong, 0, `${where}: elements beyond the tolerance`);
  if (said !== undefined)
    findings.expect(
      Math.abs(said - largest) <= oracleSlack,
      where,
      () => `its largest error was said to be ${said} of the tolerance, and is ${largest}`,
    );
}
