// `study native`: contests of captured objects, called by a C++ loop in a process that has neither JavaScript nor a JIT,
// beside TorchInductor's own kernels, hand-written C and oneDNN.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';
import { cpu, TileSimdError } from '../index.js';
import {
  autoCapture,
  cellName,
  fixedCapture,
  isWanted,
  laterCells,
  publishedAutoCells,
  publishedCells,
  type Cell,
} from './cells.js';
import { CellFiles } from './cell-files.js';
import { expectRunner, findRivals, runnerPath, type RivalCell, type Rivals } from './checkout.js';
import type { Evidence } from './evidence.js';
import { eps } from './operators.js';
import type { Progress } from './progress.js';
import { ReplayRequest, runReplay, type ReplayAnswer, type ReplayVisit } from './replay.js';
import {
  formatOf,
  type Capture,
  type Contender,
  type Contest,
  type Experiment,
  type Level,
  type NativeVisit,
} from './schema.js';
import { median } from '../statistics.js';

/** One contest to be held: three contenders in all six orders. */
interface ContestPlan {
  readonly id: string;
  readonly set: Contest['set'];
  readonly cell: Cell;
  readonly level: Level;
  readonly about: Partial<Pick<Contest, 'mapping' | 'fuse'>>;
  readonly contenders: readonly ContenderPlan[];
}

type ContenderPlan =
  | { readonly label: string; readonly kind: 'captured'; readonly capture: string }
  | { readonly label: string; readonly kind: 'inductor' | 'onednn' | 'hand' };

/** All orders of three. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const inductor: ContenderPlan = { label: 'inductor', kind: 'inductor' };
const captured = (label: string, { id }: { readonly id: string }): ContenderPlan => ({
  label,
  kind: 'captured',
  capture: id,
});

/** Without P, by the defaults, and TorchInductor. */
function autoContest(set: 'auto' | 'later', cell: Cell, level: Level): ContestPlan {
  return {
    id: `${set}/${cellName(cell)}/${level}`,
    set,
    cell,
    level,
    about: {},
    contenders: [
      captured('p0', autoCapture(cell, level, false)),
      captured('p1', autoCapture(cell, level, 'auto')),
      inductor,
    ],
  };
}

/** All contests, those of the published table first. */
export function contestPlans(experiment: Pick<Experiment, 'levels' | 'only'>): ContestPlan[] {
  const { levels } = experiment;
  const published = levels.flatMap((level) =>
    publishedCells().map(({ mapping, fuse, ...cell }): ContestPlan => {
      const of = (fullPacket: boolean) => fixedCapture(cell, level, mapping, fuse, fullPacket);
      return {
        id: `published/${cellName(cell)}/${mapping}/F${Number(fuse)}/${level}`,
        set: 'published',
        cell,
        level,
        about: { mapping, fuse },
        contenders: [captured('p0', of(false)), captured('p1', of(true)), inductor],
      };
    }),
  );
  const auto = levels.flatMap((level) =>
    publishedAutoCells().map((cell) => autoContest('auto', cell, level)),
  );
  const later = levels.flatMap((level) => laterCells().map((cell) => autoContest('later', cell, level)));
  const rivals = [...publishedAutoCells(), ...laterCells()].map((cell): ContestPlan => ({
    id: `rivals/${cellName(cell)}/native`,
    set: 'rivals',
    cell,
    level: 'native',
    about: {},
    contenders: [
      captured('p1', autoCapture(cell, 'native', 'auto')),
      { label: 'hand', kind: 'hand' },
      { label: 'onednn', kind: 'onednn' },
    ],
  }));
  return [...published, ...auto, ...later, ...rivals].filter(({ cell }) => isWanted(experiment, cell));
}

/** TorchInductor's kernels of a level have names of their own. */
function rivalCell(cell: Cell, level: Level): RivalCell {
  const { operator: op, rows, columns } = cell;
  return { name: `${cellName(cell)}${level === 'native' ? '' : '-v3'}`, op, rows, columns };
}

const handForms = z.array(z.object({ op: z.string(), columns: z.int(), isa: z.string(), form: z.string() }));

/** Forms of hand-written code that this machine can run. */
function knownHandForms(): z.infer<typeof handForms> {
  const { status, stdout } = spawnSync(runnerPath, ['--hand'], { encoding: 'utf8' });
  if (status !== 0) throw new TileSimdError('ERR_INTERNAL', `${runnerPath} --hand ended with ${status}`);
  const levels: readonly string[] = cpu().levels;
  return handForms.parse(JSON.parse(stdout)).filter(({ isa }) => levels.includes(isa));
}

/** Expected milliseconds of a contest. */
function contestMs({ cell }: ContestPlan, { timing }: Experiment): number {
  const { warmMs, samples, sampleMs } = timing.native;
  // Large cells: a call takes milliseconds, and so does looking at the output.
  const elements = (cell.rows * cell.columns) / 1e6;
  return 60 + 18 * (warmMs + samples * Math.max(sampleMs, elements) + 2 + 12 * elements) + 60 * elements;
}

export function planNative(evidence: Evidence, progress: Progress): void {
  const experiment = evidence.read('experiment');
  for (const plan of contestPlans(experiment)) progress.plan(contestMs(plan, experiment));
}

/** Holds one contest after the other. */
class NativeStage {
  readonly #evidence: Evidence;
  readonly #experiment: Experiment;
  readonly #captures: ReadonlyMap<string, Capture>;
  readonly #files: CellFiles;
  readonly #rivals: Rivals | undefined;
  readonly #noRivals: string;
  readonly #handForms = knownHandForms();

  constructor(evidence: Evidence, rivals: Rivals | undefined, noRivals: string) {
    this.#evidence = evidence;
    this.#experiment = evidence.read('experiment');
    this.#captures = new Map(evidence.read('captures').captures.map((one) => [one.id, one]));
    this.#files = new CellFiles(evidence, this.#experiment.seed);
    this.#rivals = rivals;
    this.#noRivals = noRivals;
  }

  async hold(plan: ContestPlan, onVisit: () => void): Promise<Contest> {
    const { timing } = this.#experiment;
    const hand = plan.set === 'rivals' ? await this.#bestHandForm(plan) : undefined;
    const request = this.#request(plan);
    request.timing(timing.native, timing.preflight);
    const contenders = plan.contenders.map((one) => this.#enter(request, plan, one, hand));
    const labels = plan.contenders.map(({ label }) => label);
    request.round('preflight', labels);
    for (const order of orders)
      request.round(
        'measured',
        order.map((i) => labels[i]),
      );
    return this.#contestOf(plan, contenders, await this.#run(request, onVisit));
  }

  #request({ cell }: ContestPlan): ReplayRequest {
    const request = new ReplayRequest();
    request.buffers(this.#files.paths(cell), cell.rows * cell.columns, this.#evidence.path('work'));
    return request;
  }

  #run(request: ReplayRequest, onVisit: (visit: ReplayVisit) => void): Promise<ReplayAnswer> {
    return runReplay(request, this.#evidence.folder, this.#rivals, onVisit);
  }

  #capture(id: string): Capture {
    const found = this.#captures.get(id);
    if (found !== undefined) return found;
    throw new TileSimdError(
      'ERR_FILE_FORMAT',
      `captures.json: there is no capture ${id}; 'study capture' again?`,
    );
  }

  /** Adds a contender to the request, if it is to be had. */
  #enter(request: ReplayRequest, plan: ContestPlan, one: ContenderPlan, hand: string | undefined): Contender {
    const { label, kind } = one;
    const { cell, level } = plan;
    if (one.kind === 'captured') {
      const capture = this.#capture(one.capture);
      request.captured(label, capture, this.#evidence.blobPath(capture.artifacts.object));
      return { label, kind, capture: one.capture };
    }
    if (kind === 'hand') {
      if (hand === undefined) return { label, kind, missing: 'there is no hand-written code for it here' };
      request.hand(label, { ...cell, form: hand }, this.#rowWise(cell));
      return { label, kind, detail: hand };
    }
    if (this.#rivals === undefined) return { label, kind, missing: this.#noRivals };
    if (kind === 'onednn') {
      request.oneDnn(label, cell.operator, this.#rowWise(cell), this.#rivals.onednn, eps);
      return { label, kind };
    }
    const description = this.#rivals.inductor(rivalCell(cell, level));
    if (description === undefined) return { label, kind, missing: 'it was not compiled' };
    request.inductor(label, description);
    return { label, kind, detail: `torch ${description.torch}, ${description.isa}` };
  }

  /** A capture of the cell whose slots are row by row: hand-written code takes rows, not elements. */
  #rowWise(cell: Cell): Capture {
    const capture = this.#capture(autoCapture(cell, 'native', 'auto').id);
    const slots = capture.slots.map((slot) =>
      slot.kind === 'buffer' && capture.flat ? { ...slot, rowStride: cell.columns } : slot,
    );
    return { ...capture, slots };
  }

  /** Looks at every form in a run of its own; what is best there is judged in fresh rounds. */
  async #bestHandForm(plan: ContestPlan): Promise<string | undefined> {
    const { operator, columns } = plan.cell;
    const forms = this.#handForms.filter(
      (form) => form.op === operator && (form.columns === 0 || form.columns === columns),
    );
    if (forms.length < 2) return forms.at(0)?.form;
    const request = this.#request(plan);
    const { preflight } = this.#experiment.timing;
    request.timing(preflight, preflight);
    forms.forEach(({ form }, i) => {
      request.hand(`form${i}`, { ...plan.cell, form }, this.#rowWise(plan.cell));
    });
    const labels = forms.map((_, i) => `form${i}`);
    for (let round = 0; round < 3; ++round) request.round('preflight', labels);
    const { events } = await this.#run(request, () => undefined);
    const visits = events.filter((event) => event.event === 'visit');
    const time = (label: string) =>
      Math.min(...visits.filter((visit) => visit.label === label).map((visit) => visitMicroseconds(visit)));
    const times = labels.map(time);
    this.#dropOutputs();
    return forms[times.indexOf(Math.min(...times))].form;
  }

  #dropOutputs(): void {
    for (let number = 0; ; ++number) {
      const path = this.#evidence.path(`work/output-${number}.f32`);
      try {
        rmSync(path);
      } catch {
        return;
      }
    }
  }

  #contestOf(
    { id, set, cell, level, about }: ContestPlan,
    entered: readonly Contender[],
    { events, journal }: ReplayAnswer,
  ): Contest {
    const outputs = new Map<number, string>();
    const missing = new Map<string, string>();
    const imports = new Map<string, string[]>();
    let core = -1;
    let libraries: string[] = [];
    for (const event of events) {
      if (event.event === 'output')
        outputs.set(event.number, this.#evidence.put('f32', readFileSync(event.file)).sha256);
      if (event.event === 'missing') missing.set(event.label, event.reason);
      if (event.event === 'contender') imports.set(event.label, event.imports);
      if (event.event === 'machine') ({ core, libraries } = event);
    }
    this.#dropOutputs();
    const contenders = entered.map((one): Contender => {
      const reason = one.missing ?? missing.get(one.label);
      if (reason !== undefined) return { ...one, missing: reason };
      return one.kind === 'captured' ? { ...one, imports: imports.get(one.label) ?? [] } : one;
    });
    const lost = contenders.find((one) => one.kind === 'captured' && one.missing !== undefined);
    if (lost !== undefined) throw new TileSimdError('ERR_JIT', `${id}: ${lost.label}: ${lost.missing}`);
    const visits = events
      .filter((event) => event.event === 'visit')
      .map(({ event: _, output, ...visit }): NativeVisit => ({
        ...visit,
        excluded: visit.phase === 'preflight',
        output: outputs.get(output) ?? '',
      }));
    const { operator, rows, columns } = cell;
    expectRight(id, visits);
    return {
      ...{ id, set, operator, rows, columns, level, ...about, core, libraries, contenders, visits },
      journal: this.#evidence.put('journal', journal),
    };
  }
}

function visitMicroseconds({ samples, calls }: Pick<ReplayVisit, 'samples' | 'calls'>): number {
  return median(samples.map(({ threadNs }) => threadNs)) / calls / 1000;
}

/** One wrong value ends the run: a time of wrong results is no time. */
function expectRight(id: string, visits: readonly NativeVisit[]): void {
  const bad = visits.find((visit) => visit.wrong > 0 || !visit.guardsIntact || !visit.inputsIntact);
  if (bad === undefined) return;
  const what = bad.wrong > 0 ? `${bad.wrong} wrong elements` : 'it wrote beside its output';
  throw new TileSimdError('ERR_INTERNAL', `${id}: ${bad.label}, round ${bad.round}: ${what}`);
}

/** Holds all contests and writes native.json. */
export async function nativeStage(evidence: Evidence, progress: Progress): Promise<void> {
  expectRunner();
  const experiment = evidence.read('experiment');
  const { rivals, reason } = await findRivals();
  if (rivals === undefined) progress.warn(`TorchInductor and oneDNN are missing: ${reason}`);
  const plans = contestPlans(experiment);
  for (const level of experiment.levels) {
    const wanted = plans.filter((plan) => plan.level === level && plan.set !== 'rivals');
    const cells = new Map(wanted.map(({ cell }) => [cellName(cell), rivalCell(cell, level)]));
    rivals?.compile([...cells.values()], level === 'native' ? 'native' : 'v3');
  }
  rivals?.install(runnerPath);
  const stage = new NativeStage(evidence, rivals, reason);
  const contests: Contest[] = [];
  for (const plan of plans) {
    const expected = contestMs(plan, experiment);
    contests.push(await stage.hold(plan, () => progress.step(expected / 21, `native ${plan.id}`)));
    for (const { label, missing } of contests[contests.length - 1].contenders)
      if (missing !== undefined && rivals !== undefined)
        progress.warn(`${plan.id}: ${label} is missing: ${missing}`);
  }
  const { mode, timing } = experiment;
  evidence.write('native', { format: formatOf.native, mode, timing: timing.native, contests });
}
