// The results as text. What is missing, wrong or faster than our call is red.
import pc from 'picocolors';

function time(value) {
  if (value === undefined) return '–';
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

/** Whether a peer is faster than our call, whatever the noise. */
export const isLoss = ({ kind, interval }) => kind === 'peer' && interval !== undefined && interval[0] > 1;

function ratio(candidate) {
  if (candidate?.ratio === undefined) return '–';
  const [low, high] = candidate.interval;
  const text = `${candidate.ratio.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  return isLoss(candidate) ? `${text} <<<` : text;
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

/** Labels of all candidates, in the order in which they first appear. */
const labelsOf = (cells) => [
  ...new Set(cells.flatMap(({ candidates }) => candidates.map(({ label }) => label))),
];

/** A table with a line per cell and a column per candidate. */
function matrix(heading, cells, labels, textOf) {
  const lines = cells.map(({ cell, candidates }) => [
    `${cell.isPublished ? '*' : ' '} ${cell.op} ${cell.shape}`,
    ...labels.map((label) => textOf(candidates.find((candidate) => candidate.label === label))),
  ]);
  return align([[heading, ...labels], ...lines]).map((line) => line.replaceAll('<<<', pc.red('<<<')));
}

function problems(cells) {
  const found = new Map();
  const add = (text, { name }) => found.set(text, [...(found.get(text) ?? []), name]);
  for (const { cell, missing, candidates } of cells) {
    for (const { label, reason } of missing) add(`MISSING ${label}: ${reason}`, cell);
    for (const { label, wrong } of candidates)
      if (wrong) add(`WRONG ${label}: ${wrong.bad} values, not timed or not to be trusted`, cell);
  }
  return [...found].map(([text, names]) => pc.red(`!!! ${text} (${names.join(', ')})`));
}

export function render({ machine, threads, rounds, cells }) {
  if (cells.length === 0) return ['nothing was measured'];
  const labels = labelsOf(cells);
  return [
    `${machine.cpu}, Node ${machine.node}, V8 ${machine.v8}, ${threads} thread(s), ${rounds} rounds`,
    '*: published cell. Times are medians of the quiet visits where they are half of all or more.',
    ...problems(cells),
    '',
    ...matrix('µs per call', cells, labels, (candidate) => time(candidate?.time)),
    '',
    `Ratios: our call / other, median of paired ratios and its 95 % interval; below 1 our call is faster, <<< it is not.`,
    `The column of the call itself is the noise: the same against the same.`,
    ...matrix('call / other', cells, labels, ratio),
    '',
    `Largest error against FP64`,
    ...matrix('', cells, labels, (candidate) => candidate?.check?.largest?.toExponential(1) ?? '–'),
  ];
}
