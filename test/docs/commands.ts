// The commands that the documents name, and where each is run. One that is in none of these lists is an error of
// `npm run test:docs`: nobody would notice when it breaks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { blocksOf, root, textOf } from './pages.js';

export interface Command {
  readonly page: string;
  readonly text: string;
}

/** Commands of a page: lines of its shell blocks, and what it names in the midst of a sentence. */
export function commandsOf(page: string): Command[] {
  const lines = blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n'));
  const inline = new MarkdownIt({ html: true })
    .parse(textOf(page), {})
    .flatMap(({ children }) => children ?? [])
    .filter(
      ({ type, content }) => type === 'code_inline' && /^(npm|npx|node|tile-simd|apt-get) /.test(content),
    )
    .map(({ content }) => content);
  return [...lines, ...inline]
    .map((line) => line.replace(/\s+#.*$/, ''))
    .flatMap((line) => line.split(/ && |; /))
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#'))
    .map((text) => ({ page, text }));
}

const ci = readFileSync(join(root, '.ci', 'run'), 'utf8');
const workflow = readFileSync(join(root, '.github', 'workflows', 'ci.yml'), 'utf8');

/** Whether continuous integration runs a script of package.json, or of examples/package.json. */
export function isInCi(script: string): boolean {
  const name = script.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^(vitest ${name}$|check .*npm run (--silent )?${name}( |$))`, 'm').test(ci);
}

/** Scripts that run in a shorter form here: their arguments. */
export const shortForms: Readonly<Record<string, readonly string[]>> = {
  'bench:run-file': ['--gib', '0.03', '--rounds', '1', '--least', '0'],
  'bench:dispatch': ['--rounds', '3'],
  'bench:table': ['--help'],
  'bench:peers': ['--help'],
  'bench:planning': ['--shapes', '3'],
  'bench:event-loop': ['--launches', '20', '--rounds', '1'],
};

/** Scripts and commands that neither continuous integration nor this test runs as they stand, and why. */
export const elsewhere: Readonly<Record<string, string>> = {
  'test:native': 'section "native tests" of .ci/run has its two steps',
  'build:all': 'the pretest of npm test',
  'build:native': 'the first half of build:all',
  'build:ts': 'the second half of build:all',
  'test:watch': 'waits for changes; npm test without an end',
  'prove:math': 'all 2^32 inputs take hours; the native tests run the same program on a part of them',
  'check:features': 'minutes; test/run/features.test.ts has 200 random candidates of it',
  'bench:latency':
    'new processes one after the other, minutes; test/process/process.test.ts has what it measures',
  bench: 'test/process/bench-micro.test.ts runs it, shorter',
  'bench:compare': 'test/process/bench-micro.test.ts runs it on what the other wrote',
  'bench:peers:setup': 'packages of the rivals; test/process/bench-peers.test.ts does without',
  'build:study': 'the pretest of test:study',
  'bench:rivals:setup': 'three gigabytes of packages, as root',
  'fit:instructions': 'rewrites a file of lib/planner/policies',
  'fit:code-size': 'rewrites a file of lib/planner/policies',
  'fit:measure': 'four quiet minutes',
  'fit:policy': 'rewrites a file of lib/planner/policies',
  'bench:service': 'npm run test:examples',
  service: 'npm run test:examples',
  transformer: 'npm run test:examples',
  'fused-kernel': 'npm run test:examples',
  'shared-rows': 'npm run test:examples',
  sharded: 'npm run test:examples',
  format: 'rewrites the tree; format:check compares',
  'npm ci': 'the first step of .ci/run',
  'npm test': 'npm run test in .ci/run',
  'npm pack': 'test/package packs',
  'npx vitest run test/golden -u': 'rewrites golden files, which npm test compares',
  'node scripts/fit-math.mjs': 'minutes; prints what native/codegen/math holds',
};

/** What stands for a word in capitals. */
export const placeholders: Readonly<Record<string, string>> = {
  OP: 'rmsnorm',
  N: '64',
  R: '64',
  C: '64',
};

/** Packages of Debian that a command installs; continuous integration installs them, too. */
export function isInstalledByCi(name: string): boolean {
  return ci.includes(name) || workflow.includes(name);
}
