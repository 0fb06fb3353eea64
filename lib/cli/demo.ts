// `tile-simd demo`: RMSNorm and LayerNorm on real rows, checked and timed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpu, type Plan } from '../index.js';
import { demoCases, type DemoCase } from './demo-cases.js';
import { runCase, tolerance, type DemoResult } from './demo-run.js';
import { formatTime, Output, threeDigits, type Cell, type Colors, type Column } from './terminal.js';

export interface DemoOptions {
  /** One JSON document instead of tables. */
  readonly json?: boolean | undefined;
}

/** Runs the demo. @returns whether every case is within the tolerance. */
export function demo({ json = false }: DemoOptions = {}): boolean {
  const output = new Output(json ? process.stderr : process.stdout);
  const show = json ? undefined : new Tables(output);
  const cases = demoCases();
  const results: DemoResult[] = [];
  show?.begin();
  cases.forEach((make, index) => {
    const given = make();
    const label = `${index + 1}/${cases.length} ${given.operator} ${given.rows}x${given.cols}`;
    show?.section(given);
    const result = runCase(given, (stage) => output.progress(`  ${label}: ${stage}`));
    results.push(result);
    show?.result(result);
  });
  output.progress('');
  show?.end(results);
  const passed = results.every((result) => result.passed);
  if (json) console.log(JSON.stringify(document(results, passed), undefined, 1));
  return passed;
}

function version(): string {
  const file = join(__dirname, '..', '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function document(results: readonly DemoResult[], passed: boolean): unknown {
  const { name, maxWidth, cores } = cpu();
  return {
    format: 'tile-simd/demo@1',
    version: version(),
    node: process.version,
    cpu: { name, maxWidth, cores },
    tolerance: { abs: tolerance, rel: tolerance },
    passed,
    cases: results,
  };
}

/** A column, when it is shown, and its cells. */
interface DemoColumn extends Column {
  readonly only?: 'onnx' | 'wide' | undefined;
  readonly cell: (result: DemoResult, colors: Colors, isNarrow: boolean) => Cell;
}

const columns: readonly DemoColumn[] = [
  { title: 'vector', width: 19, only: 'onnx', cell: (result) => ({ text: vectorName(result) }) },
  {
    title: 'rows x cols',
    width: 11,
    align: 'right',
    cell: ({ rows, cols }) => ({ text: `${rows} x ${cols}` }),
  },
  {
    title: 'launch',
    width: 7,
    align: 'right',
    cell: ({ nanoseconds }, { bold }) => ({ text: formatTime(nanoseconds), color: bold }),
  },
  {
    title: 'JS loop',
    width: 7,
    align: 'right',
    only: 'wide',
    cell: ({ plainLoopNanoseconds }) => ({ text: formatTime(plainLoopNanoseconds) }),
  },
  {
    title: 'speedup',
    width: 7,
    align: 'right',
    cell: ({ ratio }, { green, yellow }) => ({
      text: `${threeDigits(ratio)}x`,
      color: ratio >= 1 ? green : yellow,
    }),
  },
  {
    title: 'error',
    width: 6,
    align: 'right',
    cell: ({ largestError, passed }, { red }) => ({
      text: largestError.toExponential(1) + (passed ? '' : ' !'),
      color: passed ? undefined : red,
    }),
  },
  {
    title: '',
    width: 4,
    only: 'wide',
    cell: ({ passed }, { green, red }) => ({ text: passed ? 'ok' : 'FAIL', color: passed ? green : red }),
  },
  {
    title: 'plan',
    width: 27,
    cell: ({ plan, specialized }, { dim }, isNarrow) => ({
      text: planText(plan, specialized, isNarrow),
      color: dim,
    }),
  },
];

/** Narrower terminals get fewer columns, and plans in short. */
const wide = 108;

const titles = { onnx: 'the ONNX test vectors', shapes: 'shapes of models, random rows' };

/** The demo's text. */
class Tables {
  readonly #output: Output;
  readonly #isNarrow: boolean;
  #section = '';

  constructor(output: Output) {
    this.#output = output;
    this.#isNarrow = output.width < wide;
  }

  begin(): void {
    const { bold, dim } = this.#output.colors;
    const { name, maxWidth } = cpu();
    this.#output.line(
      `${bold(`tile-simd ${version()}`)} on ${name}, ${maxWidth} f32 lanes, Node ${process.version}`,
    );
    for (const line of [
      'launch   one launch of the compiled kernel from JavaScript, median',
      'JS loop  the same in a plain JavaScript loop, timed in between',
      'speedup  JS loop / launch, median of the rounds',
      'error    largest difference from the FP64 reference and from published values',
      'plan     mapping, lanes, where rows wait between passes; +: full packets run',
      '         a clone of their own',
    ]) {
      this.#output.line(dim(`  ${line}`));
    }
  }

  /** Prints a heading where another group of cases begins. */
  section({ operator, source }: DemoCase): void {
    const title = `${operator}, ${titles[source]}`;
    if (title === this.#section) return;
    this.#section = title;
    this.#output.line();
    this.#output.line(this.#output.colors.bold(title));
    this.#output.titles(this.#columns(source));
  }

  result(result: DemoResult): void {
    const shown = this.#columns(result.source);
    this.#output.row(
      shown,
      shown.map(({ cell }) => cell(result, this.#output.colors, this.#isNarrow)),
    );
  }

  /** Shapes have no name but their rows and columns. */
  #columns(source: DemoCase['source']): readonly DemoColumn[] {
    return columns.filter(
      ({ only }) => (only !== 'onnx' || source === 'onnx') && (only !== 'wide' || !this.#isNarrow),
    );
  }

  end(results: readonly DemoResult[]): void {
    const { colors } = this.#output;
    const good = results.filter((result) => result.passed);
    const worst = Math.max(...results.map((result) => result.largestError));
    const isGood = good.length === results.length;
    const verdict = `${good.length} of ${results.length} cases within 5e-5 + 5e-5 |expected|`;
    this.#output.line();
    this.#output.line(
      `${isGood ? colors.green(colors.bold(verdict)) : colors.red(colors.bold(verdict))}, ` +
        `largest error ${worst.toExponential(1)}`,
    );
  }
}

/** `3d_axis_negative_1_epsilon` reads `3d axis -1, eps 0.1`. */
function vectorName({ name, eps }: DemoResult): string {
  const [words] = name.split('_epsilon');
  const axis = words
    .replace('negative_', '-')
    .replace(/axis(\d)/, 'axis $1')
    .replaceAll('_', ' ');
  return words === name ? axis : `${axis}, eps ${eps}`;
}

function planText({ mapping, width, materialize }: Plan, specialized: boolean, isNarrow: boolean): string {
  const short = (word: string) => (isNarrow ? (shortWords[word] ?? word) : word);
  return `${short(mapping)} ${width} ${short(materialize)}${specialized ? ' +' : ''}`;
}

const shortWords: Readonly<Record<string, string>> = {
  'packet-local': 'local',
  'whole-program': 'whole',
  registers: 'regs',
  snapshot: 'snap',
};
