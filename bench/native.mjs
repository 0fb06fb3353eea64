// Native-entry times of RMSNorm and LayerNorm beside hand-written intrinsics whose outputs have the same bits.
//
//   npm run bench:native -- [--json] [--rounds 12] [--quick] [--op rms_norm] [--shape 64x256] [--isa x86-64-v3] ...
//
// Makes the requests through the public API, builds norm_bench on demand, runs it and prints one table. A candidate
// with a wrong bit or a wrong value ends the run with status 1; a slow one does not. Nothing else should run meanwhile.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { casesOf, instructionSets, shapes } from './native/requests.mjs';
import { evaluate, render } from './native/report.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const operators = ['rms_norm', 'layer_norm'];

const usage = `usage: node bench/native.mjs [options]
  --json           machine-readable, every sample of every visit included
  --rounds N       visits of each candidate (12)
  --quick          3 rounds of short samples: a look, not a measurement
  --op NAME        ${operators.join(' or ')}; may be repeated (both)
  --shape RxC      ${shapes.map(({ rows, columns }) => `${rows}x${columns}`).join(', ')}; may be repeated (all)
  --isa LEVEL      ${Object.keys(instructionSets).join(' or ')}; may be repeated (the highest this CPU has)
  --core N         core to run on (the last one allowed)
  --wait MS        longest wait for a quiet moment before a visit (300)
  --no-build       use what is built`;

function fail(message) {
  console.error(`bench:native: ${message}`);
  process.exit(1);
}

function readOptions() {
  const text = { type: 'string' };
  const list = { type: 'string', multiple: true, default: [] };
  const flag = { type: 'boolean', default: false };
  const options = { json: flag, quick: flag, help: flag, 'no-build': flag };
  let values;
  try {
    ({ values } = parseArgs({
      options: { ...options, rounds: text, core: text, wait: text, op: list, shape: list, isa: list },
    }));
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const number = (name, fallback, least) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(value) || value < least)
      fail(`--${name}: expected an integer >= ${least}, given ${values[name]}`);
    return value;
  };
  const oneOf = (name, known) => {
    const wrong = values[name].find((value) => !known.includes(value));
    if (wrong !== undefined) fail(`--${name}: expected one of ${known.join(', ')}, given ${wrong}`);
    return values[name];
  };
  return {
    json: values.json,
    build: !values['no-build'],
    operators: operators.filter((op) => values.op.length === 0 || oneOf('op', operators).includes(op)),
    wanted: oneOf(
      'shape',
      shapes.map(({ rows, columns }) => `${rows}x${columns}`),
    ),
    isas: oneOf('isa', Object.keys(instructionSets)),
    timing: {
      rounds: number('rounds', values.quick ? 3 : 12, 1),
      samples: 5,
      sampleMs: values.quick ? 4 : 20,
      warmMs: values.quick ? 4 : 20,
      waitMs: number('wait', values.quick ? 0 : 300, 0),
      core: number('core', -1, -1),
    },
  };
}

/** Runs a script of scripts/; what it prints goes to stderr, because stdout is the result's. */
function build(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail(`${script} failed`);
}

/** The events of norm_bench; shows its progress on a terminal. */
async function measure(request, visits) {
  const program = join(root, 'build', 'cmake', 'native', 'norm_bench');
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  ended.catch(() => {}); // awaited below; a missing program must not count as unhandled before that
  child.stdin.on('error', () => {}); // it says itself why it did not read to the end
  child.stdin.end(JSON.stringify(request));
  const events = [];
  let done = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line);
    events.push(event);
    if (event.event === 'visit' && process.stderr.isTTY)
      process.stderr.write(`\r${++done}/${visits(events)} visits `);
  }
  if (done > 0) process.stderr.write('\r\x1b[K');
  const status = await ended.catch((error) => fail(`norm_bench does not start: ${error.message}`));
  if (status !== 0) fail(`norm_bench ended with ${status}`);
  return events;
}

const { json, build: wantsBuild, timing, ...selection } = readOptions();
if (wantsBuild) {
  build('build-ts.mjs');
  build('build-native.mjs');
  build('build-native.mjs', '--target', 'native_bench');
}
const tileSimd = createRequire(import.meta.url)('..');
const { levels } = tileSimd.cpu();
const best = Object.keys(instructionSets).find((isa) => levels.includes(isa));
if (selection.isas.length === 0) {
  if (best === undefined)
    fail('there is hand-written code for x86-64-v3 and x86-64-v4 only, and this CPU has neither');
  selection.isas = [best];
}
const missing = selection.isas.find((isa) => !levels.includes(isa));
if (missing !== undefined) fail(`--isa: this CPU lacks ${missing}`);

const cases = casesOf(tileSimd, selection);
const perCandidate = timing.rounds;
const total = cases.reduce((sum, { generated }) => sum + generated.length, 0);
const events = await measure({ ...timing, cases }, (seen) => {
  const hand = seen.filter(({ event, hand: isHand }) => event === 'candidate' && isHand).length;
  return (total + hand) * perCandidate;
});
const result = evaluate(cases, events);
if (json) console.log(JSON.stringify({ timing, ...result }, null, 2));
else console.log(render(result).join('\n'));
