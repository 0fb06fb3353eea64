// What changed between two results of npm run bench.
//
//   npm run bench:compare -- before.json after.json [--json]
//
// Ends with status 2 if something became slower beyond the noise, or allocates more.
import { parseArgs } from 'node:util';
import { readJson } from './lib/json-file.mjs';
import { compare } from './micro/compare.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
if (positionals.length !== 2) {
  console.error(`usage: npm run bench:compare -- before.json after.json [--json]`);
  process.exit(1);
}

function read(file) {
  try {
    return readJson(file, 'tile-simd/bench@1');
  } catch (error) {
    console.error(`bench:compare: ${error.message}`);
    process.exit(1);
  }
}

const [before, after] = positionals.map(read);
const result = compare(before, after);

function print({ noise, otherMachine, rows, onlyBefore, onlyAfter }) {
  if (otherMachine) console.log(`!!! other machines: ${otherMachine.join(' and ')}`);
  console.log(
    `after / before: ratio of medians and its range; noise ${(100 * noise).toFixed(1)} %, from the controls\n`,
  );
  for (const { name, ratio, range, change, bytes } of rows) {
    const times = `${ratio.toFixed(3)}  (${range.map((value) => value.toFixed(2)).join(' .. ')})`;
    const grown = bytes.before === bytes.after ? '' : `  ${bytes.before} -> ${bytes.after} B`;
    console.log(`  ${name.padEnd(30)} ${times.padEnd(24)} ${change}${grown}`);
  }
  for (const name of onlyBefore) console.log(`  ${name.padEnd(30)} gone`);
  for (const name of onlyAfter) console.log(`  ${name.padEnd(30)} new`);
  const count = (wanted) => rows.filter(({ change }) => change === wanted).length;
  console.log(`\n${count('faster')} faster, ${count('slower')} slower, ${rows.length} compared`);
}

if (options.json) console.log(JSON.stringify(result, undefined, 1));
else print(result);
if (result.rows.some(({ change, bytes }) => change === 'slower' || bytes.after > bytes.before))
  process.exitCode = 2;
