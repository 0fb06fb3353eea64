// `tile-simd doctor`: what is wrong with this installation, and what to do about it. The binary is touched in a child
// process only, so one that crashes, or asks for a newer C library, becomes a message.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../native/load.js';
import { cpuCaches, cpuQuota, type CpuCache } from '../runtime/machine.js';
import { runSelf } from './child.js';
import {
  checkBinary,
  checkCache,
  checkCores,
  checkCpu,
  checkEnvironment,
  checkOperators,
  checkPlatform,
  type Check,
  type Severity,
  type Surroundings,
} from './doctor-checks.js';
import { probe, type ProbeMessage } from './doctor-probe.js';
import { Output } from './terminal.js';

export interface DoctorOptions {
  readonly json?: true;
  /** Internal: this is the child. */
  readonly probe?: true;
}

/** A machine that compiles slowly is no broken one. */
const patienceMilliseconds = 300_000;

/** Runs all checks. @returns whether there is no problem; warnings are none. */
export async function doctor({ json, probe: isChild }: DoctorOptions): Promise<boolean> {
  if (isChild) {
    probe();
    return true;
  }
  const output = new Output(json ? process.stderr : process.stdout);
  const messages: ProbeMessage[] = [];
  output.progress('loading the binary in a process of its own');
  const end = await runSelf(['doctor', '--probe'], patienceMilliseconds, (message) => {
    messages.push(message as ProbeMessage);
    const { step, operator } = message as { step: string; operator?: string };
    if (step === 'testing') output.progress(`testing ${operator}`);
  });
  output.progress('');
  const around = surroundings();
  const caches = cpuCaches();
  const checks = [
    checkPlatform(around),
    checkBinary(messages, end, around),
    checkCpu(messages),
    checkCores(around),
    checkCache(messages),
    checkEnvironment(around),
    checkOperators(messages, end),
  ];
  const passed = checks.every((check) => check.severity !== 'problem');
  if (json) {
    const document = {
      format: 'tile-simd/doctor@1',
      passed,
      ...around,
      caches,
      checks,
      ...detailsOf(messages),
    };
    process.stdout.write(`${JSON.stringify(document, undefined, 1)}\n`);
  } else {
    print(output, checks, caches, messages);
  }
  return passed;
}

function surroundings(): Surroundings {
  const root = packageRoot();
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    engines: { node: string };
  };
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return {
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    glibc: report.header?.glibcVersionRuntime,
    version,
    oldestNode: Number(/\d+/.exec(engines.node)?.[0]),
    cores: availableParallelism(),
    quota: cpuQuota(),
    environment: Object.fromEntries(
      Object.entries(process.env).filter((entry): entry is [string, string] =>
        entry[0].startsWith('TILE_SIMD_'),
      ),
    ),
  };
}

/** What the child told, for programs. */
function detailsOf(messages: readonly ProbeMessage[]): Record<string, unknown> {
  const step = (name: ProbeMessage['step']) => messages.find((message) => message.step === name);
  const without = (message: ProbeMessage | undefined) =>
    message && Object.fromEntries(Object.entries(message).filter(([key]) => key !== 'step'));
  const tests = messages.filter((message) => message.step === 'tested');
  return {
    binary: without(step('loaded') ?? step('not-loaded')),
    cpu: without(step('cpu'))?.cpu,
    codeCache: without(step('cache')),
    operators: tests.map(without),
  };
}

const signs: Readonly<Record<Severity, string>> = { ok: 'ok', warning: 'note', problem: 'FAIL' };

function print(
  output: Output,
  checks: readonly Check[],
  caches: readonly CpuCache[],
  messages: readonly ProbeMessage[],
): void {
  const { green, yellow, red, bold, dim } = output.colors;
  const colors = { ok: green, warning: yellow, problem: red };
  for (const { name, severity, message, remedies } of checks) {
    const [first, ...more] = message.split('\n');
    output.line(`${colors[severity](signs[severity].padEnd(5))} ${name.padEnd(12)} ${first}`);
    for (const line of more) output.line(`${' '.repeat(19)}${line}`);
    for (const remedy of remedies) output.line(`${' '.repeat(19)}${bold('->')} ${remedy}`);
    if (name === 'cpu') {
      const found = messages.find((other) => other.step === 'cpu');
      if (found !== undefined) output.line(dim(`${' '.repeat(19)}${found.cpu.features.join(' ')}`));
      if (caches.length > 0) output.line(dim(`${' '.repeat(19)}${caches.map(cacheText).join(', ')}`));
    }
  }
  const problems = checks.filter(({ severity }) => severity === 'problem').length;
  output.line();
  output.line(
    problems === 0
      ? green(bold('tile-simd works here'))
      : red(bold(`${problems} problem${problems === 1 ? '' : 's'}`)),
  );
}

function cacheText({ level, type, bytes, sharedBy }: CpuCache): string {
  const size = bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 10} KiB`;
  const kind = type === 'unified' ? '' : ` ${type}`;
  return `L${level}${kind} ${size}${sharedBy > 1 ? ` for ${sharedBy}` : ''}`;
}
