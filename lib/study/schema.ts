// The raw data of a study: what each file of its folder holds (docs/study.md shows the folder). Everything that the study
// writes goes through these schemas, and so does everything it reads back; the audit has a reader of its own.
//
// Times are integers of nanoseconds as they were read from the clock. Nothing derived stands beside a measurement:
// medians and ratios are summary.json's.
import * as z from 'zod';

export const formatOf = {
  experiment: 'tile-simd/study-experiment@1',
  provenance: 'tile-simd/study-provenance@1',
  captures: 'tile-simd/study-captures@1',
  native: 'tile-simd/study-native@1',
  matrix: 'tile-simd/study-matrix@1',
  profile: 'tile-simd/study-profile@1',
  limits: 'tile-simd/study-limits@1',
  calls: 'tile-simd/study-calls@1',
  summary: 'tile-simd/study-summary@1',
  manifest: 'tile-simd/study-manifest@1',
} as const;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const positive = z.int().positive();
const milliseconds = z.number().nonnegative();

/** A file of store/: its name is its SHA-256 and its kind; texts are compressed by gzip, the digest is of what they hold. */
export const blob = z.strictObject({
  sha256: digest,
  bytes: count,
  kind: z.enum(['f32', 'o', 's', 'll', 'tile', 'journal']),
});

export const operatorName = z.enum([
  'rms_norm',
  'layer_norm',
  'softmax',
  'masked_softmax',
  'swiglu',
  'gelu_residual',
  'rope',
]);
export const level = z.enum(['native', 'x86-64-v3']);
const mapping = z.enum(['packet-local', 'whole-program']);

/** How long measurements take; `quick` ones say so in every file that has them. */
export const timing = z.strictObject({
  warmMs: milliseconds,
  samples: positive,
  sampleMs: milliseconds,
});

export const experiment = z.strictObject({
  format: z.literal(formatOf.experiment),
  mode: z.enum(['quick', 'full']),
  levels: z.array(level).min(1),
  timing: z.strictObject({ native: timing, matrix: timing, preflight: timing }),
  /** Visits that each stage must have. */
  expected: z.strictObject({ published: count, later: count, matrix: count }),
  seed: z.string(),
  /** Shapes (`17x65`) that alone are measured; then it is no study, and the audit and the page say so. */
  only: z.array(z.string()).optional(),
});

/** What was asked of the planner. */
const planOptions = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A slot of the launch record, in the order of the program's parameters. */
const slot = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('buffer'), name: z.string(), rowStride: count }),
  z.strictObject({ kind: z.literal('scalar'), name: z.string(), value: z.number() }),
]);

const accesses = z.strictObject({
  contiguous: count,
  masked: count,
  gathered: count,
  streamed: count,
  broadcast: count,
});

/** Static statistics of one text section of the object: each instruction counts once. */
const section = z.strictObject({
  name: z.string(),
  bytes: count,
  functions: z.array(z.string()),
  instructions: count,
  loads: accesses,
  stores: accesses,
  stackLoads: count,
  stackStores: count,
  calls: count,
  branches: count,
  divisions: count,
  vectorSpills: count,
});

/** Whether LLVM came to specialized full packets without the pass, and what that is concluded from. */
const folding = z.strictObject({
  verdict: z.enum(['folded', 'kept']),
  /** Text sections with the bytes of the capture with P. */
  sameTextAsP1: z.boolean(),
  /** Functions that LLVM's own specialization made. */
  specializedByLlvm: z.array(z.string()),
  /** Masked vector accesses and masked loads of whole vectors that the ordinary path keeps, without and with P. */
  maskedAccesses: z.strictObject({ p0: count, p1: count }),
});

export const capture = z.strictObject({
  id: z.string(),
  operator: operatorName,
  rows: positive,
  columns: positive,
  level,
  options: planOptions,
  plan: planOptions,
  flat: z.boolean(),
  programs: positive,
  specialization: z.strictObject({
    applied: z.boolean(),
    reason: z.string().optional(),
    clones: count,
    clonedInstructions: count,
    fullCallSites: count,
    tailCallSites: count,
  }),
  entry: z.string(),
  workspaceBytes: count,
  snapshotBytes: count,
  slots: z.array(slot),
  artifacts: z.strictObject({ tile: blob, llvm: blob, optimized: blob, object: blob, assembly: blob }),
  /** Symbols that the object takes from elsewhere. */
  imports: z.array(z.string()),
  sections: z.array(section),
  /** Of captures without P whose twin with P there is. */
  folding: folding.optional(),
  /** SHA-256 of each input; `study` and audit make them from the seed alike. */
  inputs: z.array(z.strictObject({ name: z.string(), elements: positive, sha256: digest })),
  /** What one launch by the library gave. */
  output: blob,
  /** Of captures by the defaults: what the planner's model says of the plan, and of the best of the others. */
  explanation: z
    .strictObject({
      predictedMicroseconds: z.number().optional(),
      candidates: count,
      refused: count,
      best: planOptions,
      bestMicroseconds: z.number(),
      runnerUp: z.strictObject({ differs: z.array(z.string()), behindMicroseconds: z.number() }).optional(),
    })
    .optional(),
});

const interference = z.strictObject({ scalar: z.number(), fma: z.number() });

/** One visit of one contender. Preflight visits are kept and excluded from every figure. */
export const nativeVisit = z.strictObject({
  phase: z.enum(['preflight', 'measured']),
  excluded: z.boolean(),
  round: count,
  position: count,
  label: z.string(),
  startNs: positive,
  warmCalls: positive,
  calls: positive,
  samples: z.array(z.strictObject({ threadNs: positive, wallNs: positive })).min(1),
  before: interference,
  after: interference,
  output: digest,
  wrong: count,
  largestError: z.number().nonnegative(),
  guardsIntact: z.boolean(),
  inputsIntact: z.boolean(),
});

export const contender = z.strictObject({
  label: z.string(),
  kind: z.enum(['captured', 'inductor', 'onednn', 'hand']),
  /** Id of the capture whose object ran. */
  capture: z.string().optional(),
  /** What it is: form of hand-written code, versions. */
  detail: z.string().optional(),
  /** Why it could not be had. */
  missing: z.string().optional(),
  imports: z.array(z.string()).optional(),
});

export const contest = z.strictObject({
  id: z.string(),
  set: z.enum(['published', 'auto', 'later', 'rivals']),
  operator: operatorName,
  rows: positive,
  columns: positive,
  level,
  mapping: mapping.optional(),
  fuse: z.boolean().optional(),
  core: z.int(),
  /** System libraries in the runner's process. */
  libraries: z.array(z.string()),
  contenders: z.array(contender).min(1),
  /** What the runner said, line by line: the visits below are these lines again. */
  journal: blob,
  visits: z.array(nativeVisit),
});

export const native = z.strictObject({
  format: z.literal(formatOf.native),
  mode: z.enum(['quick', 'full']),
  timing,
  contests: z.array(contest),
});

export const matrixVisit = z.strictObject({
  sequence: count,
  capture: z.string(),
  operator: operatorName,
  rows: positive,
  columns: positive,
  /** `auto` visits use the defaults. */
  set: z.enum(['matrix', 'auto']),
  mapping,
  fuse: z.boolean(),
  fullPacket: z.boolean(),
  order: z.int().min(0).max(1),
  requestedWorkers: positive,
  startNs: positive,
  /** Launches of one batch, and batches of one sample. */
  batch: positive,
  batches: positive,
  /** Nanoseconds of all batches of a sample. */
  samples: z.array(positive).min(1),
  /** What one launch came to: tasks, and threads that it was split for. */
  tasks: positive,
  workers: positive,
  /** What was asked for and not had, with the reason. */
  refusals: z.array(z.strictObject({ what: z.string(), reason: z.string() })),
  output: digest,
  wrong: count,
  largestError: z.number().nonnegative(),
  guardsIntact: z.boolean(),
});

export const matrix = z.strictObject({
  format: z.literal(formatOf.matrix),
  mode: z.enum(['quick', 'full']),
  timing,
  cores: positive,
  visits: z.array(matrixVisit),
});

/** Executed instructions of one launch, by class; see docs/study.md for what the classes are. */
export const classCounts = z.strictObject({
  buffer: count,
  snapshot: count,
  spill: count,
  stack: count,
  math: count,
  mask: count,
  shuffle: count,
  address: count,
  control: count,
  outside: count,
});

export const profile = z.strictObject({
  format: z.literal(formatOf.profile),
  method: z.literal('single-step'),
  /** What hardware counters said when they were asked for. */
  counters: z.string(),
  cells: z.array(
    z.strictObject({
      capture: z.string(),
      /** Rows of the traced launch: the first ones of the cell. */
      rows: positive,
      /** Section, offset and count of each instruction. */
      trace: blob,
      classes: classCounts,
    }),
  ),
});

/** What the machine does at best, single-threaded. */
export const limits = z.strictObject({
  format: z.literal(formatOf.limits),
  /** By working set, bytes read and written per nanosecond. */
  bandwidth: z.array(
    z.strictObject({ bytes: positive, kind: z.enum(['cached', 'streaming']), samples: z.array(z.number()) }),
  ),
  /** Floating-point operations per nanosecond, by instruction set: independent multiply-adds count two each. */
  arithmetic: z.array(z.strictObject({ level, samples: z.array(z.number()) })),
});

/** TorchInductor's whole call, Python included. */
export const calls = z.strictObject({
  format: z.literal(formatOf.calls),
  mode: z.enum(['quick', 'full']),
  missing: z.string().optional(),
  cells: z.array(
    z.strictObject({
      operator: operatorName,
      rows: positive,
      columns: positive,
      calls: positive,
      samples: z.array(positive),
    }),
  ),
});

export const captures = z.strictObject({
  format: z.literal(formatOf.captures),
  captures: z.array(capture),
});

export const provenance = z.strictObject({
  format: z.literal(formatOf.provenance),
  started: z.iso.datetime(),
  finished: z.iso.datetime().optional(),
  commandLine: z.array(z.string()),
  cpu: z.strictObject({
    name: z.string(),
    model: z.string(),
    cores: positive,
    features: z.array(z.string()),
    levels: z.array(z.string()),
    caches: z.array(
      z.strictObject({ level: positive, type: z.string(), bytes: positive, sharedBy: positive }),
    ),
    governor: z.string(),
    hypervisor: z.boolean(),
  }),
  os: z.string(),
  versions: z.strictObject({
    library: z.string(),
    llvm: z.string(),
    node: z.string(),
    compiler: z.string(),
    torch: z.string().optional(),
  }),
  /** SHA-256 over the sources that the figures depend on, and what git says of them. */
  source: z.strictObject({ sha256: digest, files: positive, commit: z.string(), modified: z.boolean() }),
  binaries: z.array(z.strictObject({ name: z.string(), sha256: digest, bytes: positive })),
  libraries: z.array(z.string()),
  missingRivals: z.array(z.strictObject({ rival: z.string(), reason: z.string() })),
});

const range = z.strictObject({ median: z.number(), low: z.number(), high: z.number() });

export const ratio = z.strictObject({
  of: z.string(),
  to: z.string(),
  ...range.shape,
  /** Rounds in which `of` took longer than `to`. */
  lost: count,
  rounds: positive,
});

export const summary = z.strictObject({
  format: z.literal(formatOf.summary),
  native: z.array(
    z.strictObject({
      contest: z.string(),
      /** Microseconds: median of the rounds' medians, and their range. */
      times: z.record(z.string(), range),
      ratios: z.array(ratio),
    }),
  ),
  matrix: z.strictObject({
    /** Largest factor, either way, that 95 % of the pairs of equal code stay within. */
    noise: z.strictObject({ pairs: count, factor: z.number().min(1) }),
    cells: z.array(
      z.strictObject({ capture: z.string(), median: z.number(), low: z.number(), high: z.number() }),
    ),
    effects: z.array(
      z.strictObject({
        switch: z.enum(['P', 'F', 'mapping']),
        operator: operatorName,
        rows: positive,
        columns: positive,
        /** The other switches. */
        at: z.string(),
        /** Time with by time without, in either order. */
        ratios: z.array(z.number()),
        /** Whether both orders agree and are outside of the noise. */
        claimed: z.boolean(),
      }),
    ),
  }),
});

export const manifest = z.strictObject({
  format: z.literal(formatOf.manifest),
  files: z.record(z.string(), digest),
});

export type Blob = z.infer<typeof blob>;
export type BlobKind = Blob['kind'];
export type Calls = z.infer<typeof calls>;
export type Capture = z.infer<typeof capture>;
export type ClassCounts = z.infer<typeof classCounts>;
export type Contender = z.infer<typeof contender>;
export type Contest = z.infer<typeof contest>;
export type Experiment = z.infer<typeof experiment>;
export type Level = z.infer<typeof level>;
export type Limits = z.infer<typeof limits>;
export type Mapping = z.infer<typeof mapping>;
export type Matrix = z.infer<typeof matrix>;
export type MatrixVisit = z.infer<typeof matrixVisit>;
export type Native = z.infer<typeof native>;
export type NativeVisit = z.infer<typeof nativeVisit>;
export type OperatorName = z.infer<typeof operatorName>;
export type Profile = z.infer<typeof profile>;
export type Provenance = z.infer<typeof provenance>;
export type Ratio = z.infer<typeof ratio>;
export type Summary = z.infer<typeof summary>;
export type Timing = z.infer<typeof timing>;
