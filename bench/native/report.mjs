// From visits to figures. Every visit counts: beside the median over all of them stands the one over the quiet ones.
//
// A visit is quiet if both probes before and after it were within `quietFactor` of the best of the run, and the thread
// was on its core all the time. Its ratio is the median over its samples of candidate / yardstick, neighbours in time.
export const quietFactor = 1.1;
export const quietOnCpu = 0.99;
/** What the rows-in-registers plan may take of the hand-written code's time. */
export const target = 1.1;

export function median(values) {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function summary(values, quiet) {
  const quietValues = values.filter((_, i) => quiet[i]);
  return {
    median: median(values),
    quiet: median(quietValues),
    min: Math.min(...values),
    max: Math.max(...values),
  };
}

/** The best time of each probe in the whole run. */
function bestProbes(visits) {
  const probes = visits.flatMap(({ before, after }) => [before, after]);
  return {
    scalar: Math.min(...probes.map(({ scalar }) => scalar)),
    fma: Math.min(...probes.map(({ fma }) => fma)),
  };
}

function isQuiet({ before, after, onCpu }, best) {
  const calm = ({ scalar, fma }) => scalar <= quietFactor * best.scalar && fma <= quietFactor * best.fma;
  return onCpu >= quietOnCpu && calm(before) && calm(after);
}

function summarize(candidate, visits, best) {
  const quiet = visits.map((visit) => isQuiet(visit, best));
  const times = visits.map(({ samples }) => median(samples));
  const ratios = visits
    .filter(({ yardstick }) => yardstick.length > 0)
    .map(({ samples, yardstick }) => median(samples.map((time, i) => time / yardstick[i])));
  const ratio =
    ratios.length === 0
      ? undefined
      : { ...summary(ratios, quiet), lost: ratios.filter((value) => value > 1).length };
  return {
    ...candidate,
    time: summary(times, quiet),
    ratio,
    visits: visits.length,
    quietVisits: quiet.filter(Boolean).length,
    raw: visits,
  };
}

/** Figures per case and candidate from the events of norm_bench. */
export function evaluate(cases, events) {
  const visits = events.filter(({ event }) => event === 'visit');
  const best = bestProbes(visits);
  const machine = events.find(({ event }) => event === 'machine');
  return {
    machine: { ...machine, event: undefined, probes: best },
    cases: cases.map(({ op, rows, columns, isa, generated }, index) => {
      const ofCase = ({ case: number }) => number === index;
      return {
        op,
        rows,
        columns,
        isa,
        largestError: events.find((event) => event.event === 'case' && ofCase(event))?.largestError,
        candidates: events
          .filter((event) => event.event === 'candidate' && ofCase(event))
          .map(({ candidate, label, hand, info }) => {
            const plan = generated.find((one) => one.label === label)?.plan;
            const own = visits.filter((visit) => ofCase(visit) && visit.candidate === candidate);
            return summarize({ label, hand, plan, info }, own, best);
          }),
      };
    }),
  };
}

/** The plan whose time is held against the target: rows in registers, specialized, one row per packet, widest. */
export function headlines({ cases }) {
  return cases
    .filter(({ op, columns, isa }) => op === 'rms_norm' && columns <= 256 && isa === 'x86-64-v4')
    .flatMap(({ rows, columns, candidates }) =>
      candidates
        .filter(
          ({ plan, ratio }) =>
            ratio &&
            plan?.mapping === 'packet-local' &&
            plan.fullPacket &&
            plan.materialize === 'registers' &&
            plan.width === 16,
        )
        .map(({ label, ratio }) => ({ shape: `${rows}x${columns}`, label, ratio })),
    );
}

function time(value) {
  if (value === undefined) return '–';
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(4);
}

function fixed(value) {
  return value === undefined ? '–' : value.toFixed(3);
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
}

const heading = ['', 'µs', 'quiet', 'range', 'ratio', 'quiet', 'range', 'lost', 'quiet visits'];

function section({ op, rows, columns, isa, candidates, largestError }) {
  const lines = candidates.map(({ label, time: times, ratio, visits, quietVisits }) => [
    label,
    time(times.median),
    time(times.quiet),
    `${time(times.min)}–${time(times.max)}`,
    fixed(ratio?.median),
    fixed(ratio?.quiet),
    ratio ? `${fixed(ratio.min)}–${fixed(ratio.max)}` : '–',
    ratio ? `${ratio.lost}/${visits}` : '–',
    `${quietVisits}/${visits}`,
  ]);
  const error =
    largestError === undefined ? '' : `; largest error ${largestError.toPrecision(2)} of the tolerance`;
  return [`${op} ${rows}x${columns}, ${isa}${error}`, ...table([heading, ...lines]), ''];
}

/** The report as lines of text. */
export function render(result) {
  const { machine, cases } = result;
  const lines = [
    `norm_bench on ${machine.cpu}, LLVM ${machine.llvm}, ${machine.core < 0 ? 'not pinned' : `core ${machine.core}`}`,
    'Microseconds per native-entry call, median over all visits and over the quiet ones; ratio to the first',
    'hand-written kernel from samples that alternate with its own (its own line is the noise floor); lost: visits',
    'in which it was faster. Every output had the bits of the hand-written kernel and the accuracy of FP64.',
    '',
    ...cases.flatMap(section),
  ];
  for (const { shape, label, ratio } of headlines(result)) {
    const value = ratio.quiet ?? ratio.median;
    const basis = ratio.quiet === undefined ? 'over all visits, none was quiet' : 'quiet';
    const verdict = value <= target ? `at most ${target.toFixed(2)}` : `ABOVE ${target.toFixed(2)}`;
    lines.push(
      `>>> rms_norm ${shape}, ${label}: ${fixed(value)} of the hand-written code (${basis}), ${verdict}`,
    );
  }
  return lines;
}
