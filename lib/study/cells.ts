// What the study measures: the cells of the published experiment and of the later one, those of the matrix, and the plans
// that each is compiled with.
import { cpu, type PlanOptions } from '../index.js';
import { operators } from './operators.js';
import type { Experiment, Level, Mapping, OperatorName, Timing } from './schema.js';

export interface Cell {
  readonly operator: OperatorName;
  readonly rows: number;
  readonly columns: number;
}

/** A cell with a plan: what is captured. */
export interface CaptureRequest extends Cell {
  readonly id: string;
  readonly level: Level;
  readonly options: PlanOptions;
  /** The kernel for every length. */
  readonly flat: boolean;
  /** Whether everything is left to the defaults. */
  readonly isAuto: boolean;
}

/** Whether a cell is to be measured: all are, unless the experiment is of some shapes alone. */
export function isWanted({ only }: Pick<Experiment, 'only'>, { rows, columns }: Cell): boolean {
  return only === undefined || only.includes(`${rows}x${columns}`);
}

export const cellName = ({ operator, rows, columns }: Cell): string => `${operator}-${rows}x${columns}`;

const mappings: readonly Mapping[] = ['packet-local', 'whole-program'];
const switches = [false, true] as const;

/**
 * The published experiment: plain f32 in each mapping's own order, values that wait in an interleaved snapshot, one block
 * width; P is toggled alone.
 */
export const publishedOptions = {
  order: 'mapping',
  accumulate: 'f32',
  math: 'strict',
  interleave: true,
  contiguous: true,
  materialize: 'snapshot',
  width: 8,
  blockWidth: 64,
} as const satisfies PlanOptions;

export interface PublishedCell extends Cell {
  readonly mapping: Mapping;
  readonly fuse: boolean;
}

/** The 8 cells of the published table. */
export function publishedCells(): PublishedCell[] {
  const shapes = [
    [64, 256],
    [1024, 4096],
  ] as const;
  return shapes.flatMap(([rows, columns]) =>
    mappings.flatMap((mapping) =>
      switches.map((fuse): PublishedCell => ({ operator: 'rms_norm', rows, columns, mapping, fuse })),
    ),
  );
}

const laterOperators: readonly OperatorName[] = [
  'rms_norm',
  'layer_norm',
  'masked_softmax',
  'swiglu',
  'gelu_residual',
  'rope',
];

/** The 24 cells of the later table; rotary embeddings turn pairs, so their widths are even. */
export function laterCells(): Cell[] {
  const shapes = [
    [17, 65],
    [129, 768],
    [257, 1538],
    [1024, 4097],
  ] as const;
  return laterOperators.flatMap((operator) =>
    shapes.map(([rows, columns]): Cell => {
      const even = operator === 'rope' ? columns + (columns % 2) : columns;
      return { operator, rows, columns: even };
    }),
  );
}

/** The 15 end-to-end cells. */
export function matrixCells(): Cell[] {
  const cells: readonly (readonly [OperatorName, number, number])[] = [
    ['rms_norm', 64, 256],
    ['rms_norm', 17, 65],
    ['rms_norm', 1024, 4096],
    ['rms_norm', 17, 16384],
    ['rms_norm', 1, 4096],
    ['layer_norm', 1, 4096],
    ['layer_norm', 17, 16384],
    ['layer_norm', 1024, 4096],
    ['softmax', 64, 4096],
    ['swiglu', 17, 65],
    ['swiglu', 1024, 4096],
    ['gelu_residual', 17, 65],
    ['gelu_residual', 1024, 4096],
    ['rope', 64, 128],
    ['rope', 17, 66],
  ];
  return cells.map(([operator, rows, columns]) => ({ operator, rows, columns }));
}

/** Threads that the matrix asks for. */
export const matrixWorkers = 8;

/** A capture of the published experiment's plan. */
export function fixedCapture(
  cell: Cell,
  level: Level,
  mapping: Mapping,
  fuse: boolean,
  fullPacket: boolean,
): CaptureRequest {
  const { operator, rows, columns } = cell;
  const id = `${cellName(cell)}-${mapping}-F${Number(fuse)}-P${Number(fullPacket)}-${level}`;
  const options = { ...publishedOptions, mapping, fuse, fullPacket, features: level };
  return { ...{ operator, rows, columns }, id, level, options, flat: false, isAuto: false };
}

/** A capture by the defaults, as far as P is left alone; elementwise operators get their kernel for every length. */
export function autoCapture(cell: Cell, level: Level, fullPacket: boolean | 'auto'): CaptureRequest {
  const { operator, rows, columns } = cell;
  const isAuto = fullPacket === 'auto';
  const id = `${cellName(cell)}-auto${isAuto ? '' : `-P${Number(fullPacket)}`}-${level}`;
  const options = { fullPacket, features: level };
  const flat = operators[operator].isElementwise;
  return { ...{ operator, rows, columns }, id, level, options, flat, isAuto };
}

/** One cell of the matrix with all its switches. */
export interface MatrixPoint {
  readonly cell: Cell;
  readonly mapping: Mapping;
  readonly fuse: boolean;
  /** Without P and with it. */
  readonly captures: readonly [CaptureRequest, CaptureRequest];
}

export function matrixPoints(): MatrixPoint[] {
  return matrixCells().flatMap((cell) =>
    mappings.flatMap((mapping) =>
      switches.map((fuse): MatrixPoint => {
        const of = (fullPacket: boolean) => fixedCapture(cell, 'native', mapping, fuse, fullPacket);
        return { cell, mapping, fuse, captures: [of(false), of(true)] };
      }),
    ),
  );
}

/** Everything that is captured, each id once. */
export function captureRequests(experiment: Pick<Experiment, 'levels' | 'only'>): CaptureRequest[] {
  const { levels } = experiment;
  const found = new Map<string, CaptureRequest>();
  const add = (...requests: readonly CaptureRequest[]) => {
    for (const request of requests) found.set(request.id, request);
  };
  for (const level of levels) {
    for (const cell of publishedCells())
      for (const fullPacket of switches) add(fixedCapture(cell, level, cell.mapping, cell.fuse, fullPacket));
    for (const cell of [...publishedAutoCells(), ...laterCells()])
      add(autoCapture(cell, level, false), autoCapture(cell, level, 'auto'));
  }
  for (const { captures } of matrixPoints()) add(...captures);
  for (const cell of matrixCells()) add(autoCapture(cell, 'native', 'auto'));
  return [...found.values()].filter((request) => isWanted(experiment, request));
}

/** The shapes of the published table, for rows by the defaults. */
export function publishedAutoCells(): Cell[] {
  return publishedCells()
    .filter(({ mapping, fuse }) => mapping === 'packet-local' && !fuse)
    .map(({ operator, rows, columns }) => ({ operator, rows, columns }));
}

export const quickTiming: Timing = { warmMs: 5, samples: 7, sampleMs: 2 };
export const fullTiming: Timing = { warmMs: 100, samples: 7, sampleMs: 30 };

/** The experiment: how much is measured, and for how long. */
export function experimentOf(isQuick: boolean, only?: readonly string[]): Experiment {
  const { levels: known } = cpu();
  const levels: Level[] = ['native'];
  if (known.includes('x86-64-v3') && known.includes('x86-64-v4')) levels.push('x86-64-v3');
  const timing = isQuick ? quickTiming : fullTiming;
  return {
    format: 'tile-simd/study-experiment@1',
    mode: isQuick ? 'quick' : 'full',
    levels,
    timing: { native: timing, matrix: timing, preflight: { warmMs: 1, samples: 3, sampleMs: 1 } },
    expected: {
      published: 18 * publishedCells().length,
      later: 18 * laterCells().length,
      matrix: 4 * matrixPoints().length,
    },
    seed: 'tile-simd/study',
    ...(only === undefined ? {} : { only: [...only] }),
  };
}
