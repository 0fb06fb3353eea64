// What the experiment must consist of, written down a second time: whatever the evidence says of itself, this is asked of
// it.
import type { Shape } from './oracle.js';

export const mappingNames = ['packet-local', 'whole-program'] as const;
export const requestedWorkers = 8;

/** The plan of the published experiment. */
export const publishedPlan: Readonly<Record<string, unknown>> = {
  order: 'mapping',
  accumulate: 'f32',
  math: 'strict',
  interleave: true,
  contiguous: true,
  materialize: 'snapshot',
  width: 8,
  blockWidth: 64,
};

/** How long measurements take. */
export interface Timing {
  readonly warmMs: number;
  readonly samples: number;
  readonly sampleMs: number;
}

/** By mode; the preflight is the same in all. */
export const timings: Readonly<Record<string, Timing>> = {
  full: { warmMs: 100, samples: 7, sampleMs: 30 },
  quick: { warmMs: 5, samples: 7, sampleMs: 2 },
  preflight: { warmMs: 1, samples: 3, sampleMs: 1 },
};

function shapes(operator: string, ...sizes: readonly (readonly [number, number])[]): Shape[] {
  return sizes.map(([rows, columns]) => ({ operator, rows, columns }));
}

export const publishedShapes = shapes('rms_norm', [64, 256], [1024, 4096]);

const laterSizes = [
  [17, 65],
  [129, 768],
  [257, 1538],
  [1024, 4097],
] as const;
export const laterShapes = [
  ...['rms_norm', 'layer_norm', 'masked_softmax', 'swiglu', 'gelu_residual'].flatMap((operator) =>
    shapes(operator, ...laterSizes),
  ),
  ...shapes('rope', [17, 66], [129, 768], [257, 1538], [1024, 4098]),
];

export const matrixShapes = [
  ...shapes('rms_norm', [64, 256], [17, 65], [1024, 4096], [17, 16384], [1, 4096]),
  ...shapes('layer_norm', [1, 4096], [17, 16384], [1024, 4096]),
  ...shapes('softmax', [64, 4096]),
  ...shapes('swiglu', [17, 65], [1024, 4096]),
  ...shapes('gelu_residual', [17, 65], [1024, 4096]),
  ...shapes('rope', [64, 128], [17, 66]),
];

export const nameOf = ({ operator, rows, columns }: Shape): string => `${operator}-${rows}x${columns}`;

export function fixedId(
  shape: Shape,
  mapping: string,
  fuse: boolean,
  fullPacket: boolean,
  level: string,
): string {
  return `${nameOf(shape)}-${mapping}-F${Number(fuse)}-P${Number(fullPacket)}-${level}`;
}

export const autoId = (shape: Shape, level: string): string => `${nameOf(shape)}-auto-${level}`;
export const autoWithoutP = (shape: Shape, level: string): string => `${nameOf(shape)}-auto-P0-${level}`;

export interface ExpectedContest {
  readonly id: string;
  readonly set: string;
  readonly shape: Shape;
  readonly level: string;
  /** Label, kind, and of what we compiled the capture. */
  readonly contenders: readonly (readonly [label: string, kind: string, capture?: string])[];
}

/** Which part of the experiment there must be: all of it, unless some shapes alone were measured. */
export interface Part {
  readonly levels: readonly string[];
  readonly only: ReadonlySet<string> | undefined;
}

export function isWanted({ only }: Part, { rows, columns }: Shape): boolean {
  return only === undefined || only.has(`${rows}x${columns}`);
}

/** The contests of a part. */
export function expectedContests(part: Part): ExpectedContest[] {
  const { levels } = part;
  const found: ExpectedContest[] = [];
  for (const level of levels) {
    for (const shape of publishedShapes)
      for (const mapping of mappingNames)
        for (const fuse of [false, true])
          found.push({
            id: `published/${nameOf(shape)}/${mapping}/F${Number(fuse)}/${level}`,
            set: 'published',
            shape,
            level,
            contenders: [
              ['p0', 'captured', fixedId(shape, mapping, fuse, false, level)],
              ['p1', 'captured', fixedId(shape, mapping, fuse, true, level)],
              ['inductor', 'inductor'],
            ],
          });
    const byDefault = (set: string, shape: Shape): ExpectedContest => ({
      id: `${set}/${nameOf(shape)}/${level}`,
      set,
      shape,
      level,
      contenders: [
        ['p0', 'captured', autoWithoutP(shape, level)],
        ['p1', 'captured', autoId(shape, level)],
        ['inductor', 'inductor'],
      ],
    });
    found.push(...publishedShapes.map((shape) => byDefault('auto', shape)));
    found.push(...laterShapes.map((shape) => byDefault('later', shape)));
  }
  for (const shape of [...publishedShapes, ...laterShapes])
    found.push({
      id: `rivals/${nameOf(shape)}/native`,
      set: 'rivals',
      shape,
      level: 'native',
      contenders: [
        ['p1', 'captured', autoId(shape, 'native')],
        ['hand', 'hand'],
        ['onednn', 'onednn'],
      ],
    });
  return found.filter(({ shape }) => isWanted(part, shape));
}

/** Ids of everything that must have been captured. */
export function expectedCaptures(part: Part): Set<string> {
  const ids = new Set<string>();
  for (const { contenders } of expectedContests(part))
    for (const [, , capture] of contenders) if (capture !== undefined) ids.add(capture);
  for (const shape of matrixShapes.filter((one) => isWanted(part, one))) {
    ids.add(autoId(shape, 'native'));
    for (const mapping of mappingNames)
      for (const fuse of [false, true])
        for (const fullPacket of [false, true]) ids.add(fixedId(shape, mapping, fuse, fullPacket, 'native'));
  }
  return ids;
}
