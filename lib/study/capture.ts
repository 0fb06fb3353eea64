// `study capture`: compiles every cell and keeps what it came to, at each stage, with the object that really runs.
import { symbolsOf } from '../inspect/elf.js';
import { compile, explain, TileSimdError, type Kernel, type Plan } from '../index.js';
import { captureRequests, cellName, type CaptureRequest } from './cells.js';
import { CellFiles, compare } from './cell-files.js';
import { foldingEvidence, foldingOf, sectionStatistics, type FoldingEvidence } from './code-statistics.js';
import { bytesOf, type Evidence } from './evidence.js';
import { argumentsOf, eps, operators, rowExtent, shapeOf } from './operators.js';
import type { Progress } from './progress.js';
import { formatOf, type Capture } from './schema.js';

/** Expected milliseconds of a capture, for the progress. */
const captureMs = 250;

const plainPlan = (plan: object): Capture['plan'] => ({ ...plan });

/** Slots of the launch record, in the order of parameters. */
function slotsOf({ operator, columns, flat }: CaptureRequest, kernel: Kernel): Capture['slots'] {
  return kernel.program.params.map((param) => {
    if (param.kind === 'scalar') return { kind: 'scalar', name: param.name, value: eps };
    const input = operators[operator].inputs.find(({ name }) => name === param.name);
    const isShared = input?.extent === 'columns';
    const rowStride = flat ? 1 : isShared ? 0 : rowExtent(input?.extent ?? 'rows', columns);
    return { kind: 'buffer', name: param.name, rowStride };
  });
}

/** What the planner's model makes of a plan that the defaults chose. */
function explanationOf({ operator, rows, columns }: CaptureRequest, plan: Plan): Capture['explanation'] {
  const program = operators[operator].program();
  const { features } = plan;
  const { selected, candidates, runnerUp } = explain(
    program,
    { ...shapeOf(program, columns), rows },
    { features },
  );
  const key = (some: object) =>
    JSON.stringify({ ...some, rows: undefined, grain: undefined, workers: undefined });
  const own = candidates.find(
    (candidate) => candidate.refused === undefined && key(candidate.plan) === key(plan),
  );
  return {
    ...(own?.cost === undefined ? {} : { predictedMicroseconds: own.cost.total }),
    candidates: candidates.filter(({ refused }) => refused === undefined).length,
    refused: candidates.filter(({ refused }) => refused !== undefined).length,
    best: plainPlan(selected.plan),
    bestMicroseconds: selected.cost.total,
    ...(runnerUp === undefined
      ? {}
      : { runnerUp: { differs: [...runnerUp.differs], behindMicroseconds: runnerUp.behind } }),
  };
}

/** One launch by the library: what the object's output should be, bit by bit. */
function launchOnce(request: CaptureRequest, kernel: Kernel, files: CellFiles): Float32Array {
  const { inputs, expected } = files.data(request);
  const y = new Float32Array(expected.length);
  kernel.launch(kernel.record({ ...argumentsOf(kernel.program, inputs), y }), { pool: null });
  const { wrong, largestError } = compare(y, expected);
  if (wrong === 0) return y;
  throw new TileSimdError(
    'ERR_INTERNAL',
    `${request.id}: ${wrong} elements are off by up to ${largestError.toPrecision(3)} times the tolerance`,
  );
}

/** Compiles a request. */
export function compileRequest({ operator, columns, flat, options }: CaptureRequest): Kernel {
  const program = operators[operator].program();
  return compile(program, flat ? {} : shapeOf(program, columns), options);
}

function captureOne(request: CaptureRequest, kernel: Kernel, evidence: Evidence, files: CellFiles): Capture {
  const { id, operator, rows, columns, level, options, flat, isAuto } = request;
  const { asm, info, plan } = kernel;
  const object = asm.object;
  const output = launchOnce(request, kernel, files);
  return {
    ...{ id, operator, rows, columns, level, flat },
    options: plainPlan(options),
    plan: plainPlan(plan),
    programs: flat ? rows * columns : rows,
    specialization: { ...info.specialization },
    entry: info.entry,
    workspaceBytes: info.workspaceBytes,
    snapshotBytes: info.snapshotBytes,
    slots: slotsOf(request, kernel),
    artifacts: {
      tile: evidence.put('tile', asm.tile),
      llvm: evidence.put('ll', asm.llvm),
      optimized: evidence.put('ll', asm.optimized),
      object: evidence.put('o', object),
      assembly: evidence.put('s', asm.assembly),
    },
    imports: [...new Set(symbolsOf(object).undefined)].sort(),
    sections: sectionStatistics(kernel),
    inputs: files.data(request).digests.map((digest) => ({ ...digest })),
    output: evidence.put('f32', bytesOf(output)),
    ...(isAuto ? { explanation: explanationOf(request, plan) } : {}),
  };
}

/** Captures everything and writes captures.json. Requests of one cell stand together, so that its arrays are made once. */
export function capture(evidence: Evidence, progress: Progress): void {
  const experiment = evidence.read('experiment');
  const requests = captureRequests(experiment).sort((a, b) => cellName(a).localeCompare(cellName(b)));
  const files = new CellFiles(evidence, experiment.seed);
  const captures: Capture[] = [];
  const folding = new Map<string, FoldingEvidence>();
  for (const request of requests) {
    const kernel = compileRequest(request);
    captures.push(captureOne(request, kernel, evidence, files));
    folding.set(request.id, foldingEvidence(kernel));
    kernel.dispose();
    files.paths(request); // while its arrays are there
    progress.step(captureMs, `capture ${request.id}`);
  }
  evidence.write('captures', {
    format: formatOf.captures,
    captures: captures.map((one) => withFolding(one, captures, folding)),
  });
}

/** Adds what P0 came to beside its twin with P, where there is one and P was applied. */
function withFolding(
  one: Capture,
  captures: readonly Capture[],
  evidence: ReadonlyMap<string, FoldingEvidence>,
): Capture {
  if (!/-P0-/.test(one.id)) return one;
  const twinIds = [one.id.replace('-P0-', '-P1-'), one.id.replace('-P0-', '-')];
  const twin = captures.find(({ id, specialization }) => twinIds.includes(id) && specialization.applied);
  const [p0, p1] = [evidence.get(one.id), twin && evidence.get(twin.id)];
  return p0 === undefined || p1 === undefined ? one : { ...one, folding: foldingOf(p0, p1) };
}

/** Announces the work. */
export function planCapture(evidence: Evidence, progress: Progress): void {
  progress.plan(captureRequests(evidence.read('experiment')).length * captureMs);
}
