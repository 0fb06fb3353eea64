// Kernels for AArch64 on this machine: the requests that compile() would send on an AArch64 machine go to the generator,
// its objects are linked with a driver in C, and the emulator runs that.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type KernelArguments, type PlanOptions, type TileProgram } from '../../../lib/index.js';
import { flatExtents } from '../../../lib/ir/elementwise.js';
import { bindDims } from '../../../lib/ir/json.js';
import type { NativeCpu } from '../../../lib/native/binding.js';
import { checkPlanOptions } from '../../../lib/planner/plan.js';
import { resolvePlan } from '../../../lib/planner/resolve.js';
import { bindArguments } from '../../../lib/runtime/arguments.js';
import { requestOf } from '../../../lib/runtime/compile.js';
import { programsPerRow } from '../../../lib/runtime/rows.js';
import { symbolsOf } from '../../../lib/inspect/elf.js';
import { decodeResults, encodeLaunches, type Launch } from './launch-file.js';
import { driverSource, emulate, link, startEmitting, withFolder, type ObjectInfo } from './tools.js';

/** One kernel and what it is launched with; outputs are written in place. */
export interface Job {
  readonly program: TileProgram;
  /** No extents: the kernel for every length. */
  readonly shape: Readonly<Record<string, number>>;
  readonly plan: PlanOptions;
  readonly launches: readonly KernelArguments[];
  /** Programs of each launch; as many as its arguments hold by default. */
  readonly programs?: number;
}

/** What the addon would say of an AArch64 machine. */
const armCpu: NativeCpu = {
  name: 'generic',
  features: ['fp-armv8', 'neon'],
  levels: ['neon'],
  maxWidth: 4,
};

function extentsOf({ program, shape }: Job) {
  const flat = Object.keys(shape).length === 0;
  return { flat, extents: flat ? flatExtents(program) : bindDims(program, shape) };
}

/** Name of the entry of job `index`: the objects are linked together, and their names must differ. */
const entryOf = (index: number) => `kernel_${index}`;

function armRequest(job: Job, index: number): string {
  const { flat, extents } = extentsOf(job);
  const options = checkPlanOptions({ ...job.plan, features: 'neon' });
  const { program, plan } = resolvePlan(job.program, extents, options, armCpu, {}, flat);
  const request = requestOf(program, extents, plan, flat) as { readonly ir: object };
  return JSON.stringify({ ...request, ir: { ...request.ir, name: entryOf(index) } });
}

function launchesOf(jobs: readonly Job[], infos: readonly ObjectInfo[]): Launch[] {
  return jobs.flatMap((job, kernel) => {
    const { program } = job;
    const { extents } = extentsOf(job);
    return job.launches.map((args): Launch => {
      const bound = bindArguments(program, extents, args, { outputs: 'required' });
      const { programs = bound.rows * programsPerRow(program, extents) } = job;
      return { kernel, program, bound, programs, info: infos[kernel] };
    });
  });
}

/** An entry for each object, in order. */
function tableOf(count: number): string {
  const names = Array.from({ length: count }, (_, i) => entryOf(i));
  return [
    '#include <stdint.h>',
    'struct record;',
    ...names.map((name) => `void ${name}(struct record *);`),
    `void (*const kernels[])(struct record *) = {${names.join(', ')}};`,
    `const uint64_t kernel_count = ${count};`,
    '',
  ].join('\n');
}

/** What was made of a job. */
export interface Emitted {
  readonly info: ObjectInfo;
  readonly object: Buffer;
  /** Disassembly, where it was asked for. */
  readonly assembly: string;
}

async function emitInto(folder: string, jobs: readonly Job[], assembly: boolean): Promise<ObjectInfo[]> {
  const requests = join(folder, 'requests.jsonl');
  writeFileSync(requests, `${jobs.map(armRequest).join('\n')}\n`);
  return startEmitting(requests, folder, assembly);
}

/** AArch64 objects of jobs, with their disassembly. */
export function emitOnArm(jobs: readonly Job[]): Promise<Emitted[]> {
  return withFolder(async (folder) => {
    const infos = await emitInto(folder, jobs, true);
    return infos.map((info, i) => ({
      info,
      object: readFileSync(join(folder, `${i}.o`)),
      assembly: readFileSync(join(folder, `${i}.s`), 'utf8'),
    }));
  });
}

/** Static linking would find helpers of the compiler's own library: objects must want nothing but these. */
const imports: ReadonlySet<string> = new Set(['', 'memcpy', 'memmove', 'memset']);

export function expectSelfContained(object: Buffer): void {
  const foreign = symbolsOf(object).undefined.filter((name) => !imports.has(name));
  if (foreign.length > 0) throw new Error(`an object calls ${foreign.join(', ')}`);
}

/** Runs jobs under emulation, and `meanwhile` while their objects are being made. */
export function runOnArm(jobs: readonly Job[], meanwhile: () => void = () => undefined): Promise<void> {
  return withFolder(async (folder) => {
    const emitted = emitInto(folder, jobs, false);
    await new Promise(setImmediate); // the requests are on their way before this thread is busy
    meanwhile();
    const launches = launchesOf(jobs, await emitted);
    const [table, program] = [join(folder, 'kernels.c'), join(folder, 'driver')];
    writeFileSync(table, tableOf(jobs.length));
    const objects = jobs.map((_, i) => join(folder, `${i}.o`));
    objects.forEach((object) => expectSelfContained(readFileSync(object)));
    link([driverSource, table], objects, program);
    const [launchFile, resultFile] = [join(folder, 'launches'), join(folder, 'results')];
    writeFileSync(launchFile, encodeLaunches(launches));
    emulate(program, [launchFile, resultFile]);
    decodeResults(launches, readFileSync(resultFile));
  });
}

/** Runs a job in this process, by its own arguments. */
export function runHere(job: Job, features: PlanOptions['features']): void {
  const kernel = compile(job.program, job.shape, { ...job.plan, features });
  for (const args of job.launches) kernel.launch(kernel.record(args));
  kernel.dispose();
}
