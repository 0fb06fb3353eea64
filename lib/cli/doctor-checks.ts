// What `tile-simd doctor` makes of what it found: one finding per subject, and for each problem what to do about it.
import { binaryPlatform } from './binary-header.js';
import { describeEnd, type ChildEnd } from './child.js';
import type { ProbeMessage, SelfTest, Tried } from './doctor-probe.js';

/** `problem`: it does not work. `warning`: it works, and could work better. */
export type Severity = 'ok' | 'warning' | 'problem';

export interface Check {
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it, one step each. */
  readonly remedies: readonly string[];
}

/** What is known of where it runs. */
export interface Surroundings {
  readonly node: string;
  /** As `linux-x64`. */
  readonly platform: string;
  /** Version of the C library; undefined where there is no glibc. */
  readonly glibc: string | undefined;
  readonly version: string;
  /** The oldest Node that package.json allows. */
  readonly oldestNode: number;
  /** Cores that the process may run on, and cores' worth of time that its control groups allow. */
  readonly cores: number;
  readonly quota: number | undefined;
  /** This package's variables that are set. */
  readonly environment: Readonly<Record<string, string>>;
}

const ok = (name: string, message: string): Check => ({ name, severity: 'ok', message, remedies: [] });
const warning = (name: string, message: string, ...remedies: string[]): Check => ({
  name,
  severity: 'warning',
  message,
  remedies,
});
const problem = (name: string, message: string, ...remedies: string[]): Check => ({
  name,
  severity: 'problem',
  message,
  remedies,
});

/** Node and the platform. */
export function checkPlatform({ node, platform, glibc, oldestNode }: Surroundings): Check {
  const isLinux = platform.startsWith('linux-');
  const text = `Node ${node} on ${platform}${glibc === undefined ? '' : `, glibc ${glibc}`}`;
  if (!/^(linux|darwin)-(x64|arm64)$/.test(platform)) {
    return problem('platform', `${text}: no binaries are made for it`, 'run on Linux or macOS, x64 or arm64');
  }
  if (Number(node.split('.')[0]) < oldestNode)
    return problem('platform', `${text}: too old`, `use Node ${oldestNode} or later`);
  if (isLinux && glibc === undefined) {
    return warning(
      'platform',
      `${text}, without glibc (Alpine and other musl systems)`,
      'the published binaries need glibc: use a Debian-based image (node:22-slim), or build a checkout here',
    );
  }
  return ok('platform', text);
}

const signals: Readonly<Record<string, string>> = {
  SIGILL:
    'an instruction that this CPU does not have; x86-64 machines need the level x86-64-v2 (SSE4.2), about 2009 on',
  SIGSEGV: 'a wild access: the file is damaged, or made for another C library',
  SIGBUS: 'the file is shorter than it says: it is damaged',
  SIGABRT: 'an abort of its own',
  SIGKILL: 'killed from outside, most often for want of memory',
};

/** The binary: whether there is one, it loads, and is of this version. */
export function checkBinary(
  messages: readonly ProbeMessage[],
  end: ChildEnd,
  { platform, version }: Surroundings,
): Check {
  const name = 'binary';
  for (const message of messages) {
    if (message.step === 'loaded') {
      const text = `${message.path}, LLVM ${message.llvm}`;
      if (message.library === version) return ok(name, text);
      return problem(
        name,
        `${text}: of version ${message.library}, the JavaScript is ${version}`,
        'install the package again, or in a checkout: npm run build',
      );
    }
    if (message.step === 'not-loaded') {
      const [what] = message.message.split('\nWhat to do:');
      return problem(name, what, ...explainTried(message.tried, platform), ...remediesIn(message.message));
    }
  }
  const cause = end.signal === null ? undefined : signals[end.signal];
  return problem(
    name,
    `loading it ended its process (${describeEnd(end)})${cause === undefined ? '' : `: ${cause}`}`,
    'remove build/ and install the package again; if it stays so, build a checkout on this machine (npm ci)',
  );
}

/** The remedies that a load error lists itself. */
function remediesIn(message: string): string[] {
  const [, list = ''] = message.split('\nWhat to do:');
  return [...list.matchAll(/^ {2}- (.+)$/gm)].map(([, remedy]) => remedy);
}

/** What the binaries are that were tried: loaders do not say. */
function explainTried(tried: readonly Tried[], platform: string): string[] {
  const own: string[] = [];
  for (const { candidate } of tried) {
    if (!candidate.endsWith('.node')) continue;
    const found = binaryPlatform(candidate);
    if ('problem' in found) own.push(`replace ${candidate}: ${found.problem}`);
    else if (found.platform !== platform) {
      own.push(
        `${candidate} is for ${found.platform} and this is ${platform}: install on the machine that runs it ` +
          '(node_modules copied from elsewhere, or an image built for another platform)',
      );
    }
  }
  return own;
}

/** The instruction set. */
export function checkCpu(messages: readonly ProbeMessage[]): Check {
  const found = messages.find((message) => message.step === 'cpu');
  if (found === undefined) return warning('cpu', 'unknown, because the binary does not run');
  const { name, levels, maxWidth } = found.cpu;
  const text = `${name}, ${levels.join(', ')}; ${maxWidth} f32 lanes`;
  if (levels.length === 0) return problem('cpu', `${text}: below x86-64-v2`, 'run on a CPU with SSE4.2');
  if (maxWidth === 4 && levels.includes('x86-64-v2')) {
    return warning(
      'cpu',
      `${text}: no AVX2`,
      'if the hardware has it, let the virtual machine pass it through',
    );
  }
  return ok('cpu', text);
}

/** How many threads may run. */
export function checkCores({ cores, quota }: Surroundings): Check {
  if (quota === undefined || quota >= cores) {
    const text = `${cores} core${cores === 1 ? '' : 's'}`;
    return ok('cores', `${text}, ${quota === undefined ? 'no quota' : `a quota of ${quota.toFixed(2)}`}`);
  }
  return warning(
    'cores',
    `${cores} cores, but a quota of ${quota.toFixed(2)} (cgroup)`,
    'more threads than the quota allows only make latency uneven: keep pools at the quota or raise it',
  );
}

/** The directory that keeps compiled code from one process to the next. */
export function checkCache(messages: readonly ProbeMessage[]): Check {
  const name = 'code cache';
  const found = messages.find((message) => message.step === 'cache');
  if (found === undefined) return warning(name, 'unknown, because the binary does not run');
  const { directory, problem: reason } = found;
  if (directory === undefined)
    return warning(
      name,
      'nothing is kept on disk',
      'set TILE_SIMD_CACHE_DIR to a folder of this user, mode 0700',
    );
  if (reason === undefined) return ok(name, directory);
  return warning(
    name,
    `${directory} is not used: ${reason}`,
    'every process compiles anew; set TILE_SIMD_CACHE_DIR to a folder of this user alone, mode 0700, with no link on the way',
  );
}

/** Variables that change what is loaded or compiled. */
export function checkEnvironment({ environment }: Surroundings): Check {
  const set = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  if (set.length === 0) return ok('environment', 'no TILE_SIMD_ variable is set');
  return warning('environment', set.join(', '), 'unset what is not meant to be there');
}

/** The operators against the oracle. */
export function checkOperators(messages: readonly ProbeMessage[], end: ChildEnd): Check {
  const name = 'operators';
  const tests = messages.filter((message) => message.step === 'tested') as (SelfTest & { step: 'tested' })[];
  const begun = messages.findLast((message) => message.step === 'testing');
  const failed = tests.filter((test) => !test.passed);
  if (begun === undefined) return problem(name, 'not tested, because the binary does not run');
  if (!messages.some((message) => message.step === 'end')) {
    const cause = end.signal === null ? '' : ` (${signals[end.signal] ?? end.signal})`;
    return problem(
      name,
      `${begun.operator} ended its process: ${describeEnd(end)}${cause}`,
      'please report it with the output of tile-simd doctor --json',
    );
  }
  if (failed.some(({ code }) => code === 'ERR_JIT' || code === 'ERR_JIT_DENIED')) {
    return problem(
      name,
      `compiled code cannot be run: ${failed[0].error}`,
      'the system forbids new executable memory (SELinux execmem, a seccomp profile, noexec): allow it for Node; ' +
        'without it only reference() works',
    );
  }
  if (failed.length > 0) {
    const list = failed.map(
      (test) => `${test.operator} (${test.error ?? `${test.mismatches} of ${test.elements} wrong`})`,
    );
    return problem(
      name,
      `wrong: ${list.join('; ')}`,
      'please report it with the output of tile-simd doctor --json',
    );
  }
  const elements = tests.reduce((sum, test) => sum + test.elements, 0);
  return ok(name, `${tests.length} operators agree with the FP64 reference (${elements} elements)`);
}
