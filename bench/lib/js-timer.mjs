// Visits of what JavaScript calls, with the fields of kernel_bench's visits (bench/native/timing.*), so that the same
// statistics serve both: samples that alternate with the pivot's, and interference probes before and after.
import { quietFactor } from './statistics.mjs';

const pollMs = 10;

const microseconds = () => Number(process.hrtime.bigint()) / 1e3;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Independent additions of integers: how much of the core's width is ours. */
function addIntegers(step, times) {
  let [a, b, c, d, e, f, g, h] = [1, 2, 3, 4, 5, 6, 7, 8];
  for (let i = 0; i < times; ++i) {
    a = (a + step) | 0;
    b = (b + step) | 0;
    c = (c + step) | 0;
    d = (d + step) | 0;
    e = (e + step) | 0;
    f = (f + step) | 0;
    g = (g + step) | 0;
    h = (h + step) | 0;
  }
  return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

/** Independent chains of multiplications and additions: whether the vector units are ours. */
function multiplyAndAdd(factor, times) {
  let [a, b, c, d, e, f, g, h] = [1, 2, 3, 4, 5, 6, 7, 8];
  for (let i = 0; i < times; ++i) {
    a = a * factor + factor;
    b = b * factor + factor;
    c = c * factor + factor;
    d = d * factor + factor;
    e = e * factor + factor;
    f = f * factor + factor;
    g = g * factor + factor;
    h = h * factor + factor;
  }
  return a + b + c + d + e + f + g + h;
}

let sink = 0;

/** The best of three: one interrupt is no interference. */
function timeProbe(work) {
  let best = Infinity;
  for (let i = 0; i < 3; ++i) {
    const start = microseconds();
    sink += work();
    best = Math.min(best, microseconds() - start);
  }
  return best;
}

/**
 * A loop of its own around `run`: one that candidates share would call each of them through a cache of many shapes,
 * and the fastest would pay for it most.
 */
function loopOf(run, isAsync) {
  const body = `for (let i = 0; i < calls; ++i) ${isAsync ? 'await ' : ''}run();`;
  const make = new Function(`return ${isAsync ? 'async ' : ''}(run, calls) => { ${body} };`);
  const loop = make();
  return (calls) => loop(run, calls);
}

/** What is visited: `run` is called over and over, and awaited where `isAsync`. */
export class Candidate {
  constructor(label, run, { isAsync = false } = {}) {
    this.label = label;
    this.isAsync = isAsync;
    this.loop = loopOf(run, isAsync);
  }
}

export class JsTimer {
  #options;
  #best = { scalar: Infinity, fma: Infinity };

  /** Milliseconds but for `samples`: of a sample, of warming up, and of waiting for a quiet moment at most. */
  constructor({ samples, sampleMs, warmMs, waitMs }) {
    this.#options = { samples, sampleMs, warmMs, waitMs };
    for (let i = 0; i < 50; ++i) this.probe(); // until both are optimized
    this.#best = { scalar: Infinity, fma: Infinity };
  }

  /** Microseconds of both probes. */
  probe() {
    const found = {
      scalar: timeProbe(() => addIntegers(3, 40_000)),
      fma: timeProbe(() => multiplyAndAdd(0.999999, 20_000)),
    };
    if (!Number.isFinite(sink)) throw new Error('a probe came to no number');
    this.#best = {
      scalar: Math.min(this.#best.scalar, found.scalar),
      fma: Math.min(this.#best.fma, found.fma),
    };
    return found;
  }

  async #waitForQuiet() {
    const isQuiet = ({ scalar, fma }) =>
      scalar <= quietFactor * this.#best.scalar && fma <= quietFactor * this.#best.fma;
    const start = performance.now();
    let found = this.probe();
    let waitedMs = 0;
    while (!isQuiet(found) && waitedMs < this.#options.waitMs) {
      await sleep(pollMs);
      found = this.probe();
      waitedMs = performance.now() - start;
    }
    return { before: found, waitedMs };
  }

  /** Warms up, and says how many calls make a sample. */
  async warmUp({ loop, isAsync }) {
    const start = microseconds();
    let calls = 0;
    let spent = 0;
    for (let batch = 1; spent < this.#options.warmMs * 1e3; batch = Math.min(batch * 2, calls)) {
      const done = loop(batch);
      if (isAsync) await done;
      calls += batch;
      spent = microseconds() - start;
    }
    return Math.max(1, Math.round((this.#options.sampleMs * 1e3) / (spent / calls)));
  }

  /** Microseconds per call. */
  async sample({ loop, isAsync }, calls) {
    const start = microseconds();
    const done = loop(calls);
    if (isAsync) await done;
    return (microseconds() - start) / calls;
  }

  /** One visit: `samples` of the candidate, each beside one of the pivot. */
  async visit(candidate, pivot) {
    const pivotCalls = await this.warmUp(pivot);
    const calls = await this.warmUp(candidate);
    const { before, waitedMs } = await this.#waitForQuiet();
    const samples = [];
    const pivots = [];
    const onCore = cpuShare();
    for (let i = 0; i < this.#options.samples; ++i) {
      const pivotFirst = i % 2 === 0; // so that a drift favours neither
      if (pivotFirst) pivots.push(await this.sample(pivot, pivotCalls));
      samples.push(await this.sample(candidate, calls));
      if (!pivotFirst) pivots.push(await this.sample(pivot, pivotCalls));
    }
    return { samples, pivot: pivots, calls, before, after: this.probe(), waitedMs, onCpu: onCore() };
  }
}

/** The share of the time since then in which the process was on a core; at most 1, though it has several threads. */
function cpuShare() {
  const wall = microseconds();
  const { user, system } = process.cpuUsage();
  return () => {
    const used = process.cpuUsage();
    return Math.min(1, (used.user - user + used.system - system) / (microseconds() - wall));
  };
}
