// Two results of npm run bench, benchmark by benchmark.
//
// A ratio's range is what the ranges of both medians allow. Beyond the noise is what the whole range says, by more than the
// controls, which call nothing of the library, moved between the two runs.

/** No pair of runs is told apart by less. */
const leastNoise = 0.02;

const bytesOf = ({ heapBytes, bufferBytes }) => heapBytes + bufferBytes;

function changeOf([low, high], noise) {
  if (low > 1 + noise) return 'slower';
  return high < 1 / (1 + noise) ? 'faster' : '';
}

/**
 * @returns `noise`, the controls' largest change; `rows` with `ratio` after / before, its `range`, `change` ('slower',
 * 'faster' or '') and `bytes` per call; names that one of the two lacks; `otherMachine` if they are of two.
 */
export function compare(before, after) {
  const known = new Map(before.benches.map((bench) => [bench.name, bench]));
  const names = new Set(after.benches.map(({ name }) => name));
  const pairs = after.benches
    .filter(({ name }) => known.has(name))
    .map((bench) => ({ name: bench.name, group: bench.group, a: known.get(bench.name), b: bench }));
  const ratioOf = ({ a, b }) => b.median / a.median;
  const controls = pairs.filter(({ group }) => group === 'control').map(ratioOf);
  const noise = Math.max(leastNoise, ...controls.map((ratio) => Math.max(ratio, 1 / ratio) - 1));
  const rows = pairs.map((pair) => {
    const { name, group, a, b } = pair;
    const range = [b.interval[0] / a.interval[1], b.interval[1] / a.interval[0]];
    const bytes = { before: bytesOf(a), after: bytesOf(b) };
    return { name, group, ratio: ratioOf(pair), range, change: changeOf(range, noise), bytes };
  });
  const cpus = [before, after].map(({ machine }) => `${machine.cpu}, Node ${machine.node}`);
  return {
    noise,
    otherMachine: cpus[0] === cpus[1] ? undefined : cpus,
    rows,
    onlyBefore: before.benches.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    onlyAfter: after.benches.filter(({ name }) => !known.has(name)).map(({ name }) => name),
  };
}
