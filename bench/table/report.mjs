// The table as text.
import { verdictOf } from './verdict.mjs';

function time(value) {
  if (value === undefined) return '–';
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

function ratio(candidate) {
  if (candidate?.ratio === undefined) return '–';
  const [low, high] = candidate.interval;
  return `${candidate.ratio.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function align(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
}

const marks = { met: '', open: ' ?', failed: ' <<<', missing: ' MISSING' };

/** The run that counts: the repeat where there is one. */
export const lastRun = ({ judge, repeat }) => repeat ?? judge;

function line({ cell, ...phases }) {
  const run = lastRun(phases);
  const by = (test) => run.candidates.find(test);
  const label = (text) => by((candidate) => candidate.label === text);
  const best = by(({ pivot }) => pivot);
  const hand = by(({ kind }) => kind === 'hand');
  const inductor = label('TorchInductor');
  const verdict = verdictOf(run);
  return [
    `${cell.isPublished ? '*' : ' '} ${cell.op} ${cell.shape}`,
    time(best.time),
    time(hand?.time),
    time(by(({ kind }) => kind === 'fused')?.time),
    time(inductor?.time),
    time(label('oneDNN')?.time),
    time(label('stream')?.time),
    time(label('stream past the cache')?.time),
    hand ? ratio(hand) + marks[verdict.hand] : '–',
    ratio(inductor) + (inductor || hand ? marks[verdict.inductor] : ''),
    ratio(label('oneDNN')),
    run.default === run.best ? '=' : ratio(label(run.default)),
    `${best.quietVisits}/${best.visits}${phases.repeat ? ' R' : ''}`,
  ];
}

const heading = [
  'µs per call; ratios: best plan / other',
  'best',
  'hand',
  'fused',
  'Inductor',
  'oneDNN',
  'stream',
  'stream NT',
  '/hand',
  '/Inductor',
  '/oneDNN',
  '/default',
  'quiet',
];

/** What P, F and the mapping are worth: the time without, by that of the default plan. */
function worth({ cell, choose }) {
  const [{ plans, candidates }] = choose.stages;
  const of = (name) => {
    const plan = plans.find(({ names }) => names.includes(name));
    const figures = plan && candidates.find(({ label }) => label === plan.label);
    return figures ? (1 / figures.ratio).toFixed(3) : '–';
  };
  const best = candidates.find(({ label }) => label === choose.default.label);
  return [`  ${cell.op} ${cell.shape}`, time(best.time), of('P off'), of('F off'), of('other mapping')];
}

function missing(cells) {
  const reasons = new Map();
  for (const { cell, ...phases } of cells)
    for (const { label, reason } of lastRun(phases).missing) {
      const text = `${label}: ${reason}`;
      reasons.set(text, [...(reasons.get(text) ?? []), cell.name]);
    }
  return [...reasons].map(([text, names]) => `!!! MISSING ${text} (${names.join(', ')})`);
}

/** The table of what is there, as lines. */
export function render({ level, cells }) {
  const judged = cells.filter(({ judge }) => judge !== undefined);
  const chosen = cells.filter(({ choose }) => choose !== undefined);
  if (chosen.length === 0) return ['nothing was measured'];
  const { machine } = chosen[0].choose.stages[0];
  const lines = [
    `kernel_bench on ${machine.cpu}, LLVM ${machine.llvm}, level ${level}`,
    'Medians of paired ratios with their 95 % interval, from the quiet visits where they are half of all or more.',
    '*: published cell; <<<: fails; ?: median above the limit, interval not; R: repeated with 36 rounds.',
    '',
    ...missing(judged),
  ];
  if (judged.length > 0) {
    lines.push(...align([heading, ...judged.map(line)]), '');
    lines.push('The chosen:');
    const rows = judged.map(({ cell, choose }) => [
      `  ${cell.op} ${cell.shape}`,
      `${choose.best.label}   hand: ${choose.hand?.replace('hand: ', '') ?? '–'}`,
    ]);
    const width = Math.max(...rows.map(([name]) => name.length));
    lines.push(...rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`), '');
  }
  lines.push(
    ...align([['default plan; time without / with', 'µs', 'P', 'F', 'other mapping'], ...chosen.map(worth)]),
  );
  return lines;
}
