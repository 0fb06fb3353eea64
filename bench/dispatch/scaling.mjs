// What a second core brings: one thread and two in alternating rounds, of programs of ours and of probes that show what the
// machine has to give at that moment.
import { quantile, timeOf } from './timing.mjs';

/** Ratio of times from which a round counts as one in which two cores were there. */
const twoCores = 1.8;

/** Programs whose speed on two threads is compared with that on one; the first probe is pure arithmetic. */
function subjects({ allocAligned, compile, gelu, program, rmsNorm }) {
  const filled = (length, value) => allocAligned(length).fill(value);
  const arithmetic = program('arithmetic', (b) => {
    let value = b.input('x');
    for (let i = 0; i < 200; ++i) value = value.mul(0.999).add(0.001);
    b.output('y').store(value);
  });
  const copy = program('copy', (b) => b.output('y').store(b.input('x')));
  const long = 2 ** 24;
  const [source, target] = [filled(long, 2), filled(long, 2)];
  const of = (tile, shape, args, plan = {}) => {
    const kernel = compile(tile, shape, { ...plan, workers: 2 });
    const record = kernel.record(args);
    return (pool) => kernel.launch(record, { pool });
  };
  const small = () => ({ x: filled(256 * 512, 0.5), y: filled(256 * 512, 0) });
  return {
    arithmetic: of(arithmetic, { cols: 512 }, small()),
    gelu: of(gelu.program(), { cols: 512 }, small()),
    copy: of(copy, {}, { x: source, y: target }, { stores: 'streaming' }),
    row: of(
      rmsNorm.program({ weight: false }),
      { cols: long },
      { x: source, y: target, eps: 1e-5 },
      { cooperative: true },
    ),
  };
}

/**
 * Ratios of the times on one thread and on two, by subject: the median, and the median of its quotient with the probe's of
 * the same round. `rounds` of these count: those in which arithmetic showed two cores, or all if they are less than a
 * fifth; `isQuiet` tells.
 */
export function scaling(library, rounds) {
  const all = Object.entries(subjects(library));
  const pool = new library.WorkerPool({ workers: 2 });
  const calls = Object.fromEntries(
    all.map(([name, run]) => {
      run(null);
      run(pool);
      return [name, Math.max(1, Math.round(5000 / timeOf(() => run(null), 1)))];
    }),
  );
  const found = [];
  for (let round = 0; round < rounds; ++round) {
    const order = round % 2 === 0 ? all : [...all].reverse();
    const ratios = {};
    for (const [name, run] of order) {
      const one = timeOf(() => run(null), calls[name]);
      ratios[name] = one / timeOf(() => run(pool), calls[name]);
    }
    found.push(ratios);
  }
  const quiet = found.filter(({ arithmetic }) => arithmetic >= twoCores);
  const isQuiet = quiet.length >= rounds / 5;
  const counted = isQuiet ? quiet : found;
  const median = (of) => quantile(counted.map(of), 0.5);
  return {
    rounds: counted.length,
    isQuiet,
    ratios: Object.fromEntries(all.map(([name]) => [name, median((ratios) => ratios[name])])),
    geluToArithmetic: median(({ gelu, arithmetic }) => gelu / arithmetic),
    rowToCopy: median(({ row, copy }) => row / copy),
  };
}
