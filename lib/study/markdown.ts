// The summary as Markdown: the figures, no more.
import type { NativeRow, ReportData } from './report-data.js';

const three = (value: number): string =>
  value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toFixed(3);

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line), ''];
}

function time(row: NativeRow, label: string): string {
  if (row.times[label] !== undefined) return three(row.times[label].median);
  return row.missing.some((one) => one.label === label) ? '**missing**' : '–';
}

function ratio({ ratios }: NativeRow, of: string, to: string): string {
  const found = ratios.find((one) => one.of === of && one.to === to);
  if (found === undefined) return '–';
  return `${found.median.toFixed(3)} (${three(found.low)}–${three(found.high)}, ${found.lost}/${found.rounds})`;
}

const cellOf = ({ operator, rows, columns, level }: NativeRow): string =>
  `${operator} ${rows}×${columns}${level === 'native' ? '' : ' v3'}`;

function published(rows: readonly NativeRow[]): string[] {
  const plan = ({ mapping, fuse }: NativeRow) =>
    mapping === undefined ? 'auto' : `${mapping} F${Number(fuse)}`;
  return table(
    [
      'cell',
      'plan',
      'P0 µs',
      'P1 µs',
      'Inductor µs',
      'P1 / P0',
      'P0 / Inductor',
      'P1 / Inductor',
      'P0 folded',
    ],
    rows.map((row) => [
      cellOf(row),
      plan(row),
      ...['p0', 'p1', 'inductor'].map((label) => time(row, label)),
      ratio(row, 'p1', 'p0'),
      ratio(row, 'p0', 'inductor'),
      ratio(row, 'p1', 'inductor'),
      row.folded === undefined ? '–' : row.folded ? 'yes' : 'no',
    ]),
  );
}

function rivals(rows: readonly NativeRow[]): string[] {
  return table(
    ['cell', 'ours µs', 'C µs', 'oneDNN µs', 'Inductor, whole call µs', 'ours / C', 'ours / oneDNN'],
    rows.map((row) => [
      cellOf(row),
      ...['p1', 'hand', 'onednn'].map((label) => time(row, label)),
      row.call === undefined ? '**missing**' : three(row.call),
      ratio(row, 'p1', 'hand'),
      ratio(row, 'p1', 'onednn'),
    ]),
  );
}

function effects({ effects: all, noise }: ReportData): string[] {
  const claimed = all.filter(({ claimed: is }) => is);
  const count = (name: string) => {
    const own = all.filter((effect) => effect.switch === name);
    const known = own.filter(({ claimed: is }) => is);
    const faster = known.filter(({ ratios }) => ratios[0] < 1).length;
    return [
      name,
      String(own.length),
      String(faster),
      String(known.length - faster),
      String(own.length - known.length),
    ];
  };
  return [
    `Noise of equal code (${noise.pairs} pairs): a factor of ${noise.factor.toFixed(3)}. ` +
      `${claimed.length} of ${all.length} effects are outside of it in both orders.`,
    '',
    ...table(
      ['switch', 'cells', 'faster with', 'slower with', 'within the noise'],
      ['P', 'F', 'mapping'].map(count),
    ),
  ];
}

function profile({ profile: rows }: ReportData): string[] {
  const classes = ['buffer', 'snapshot', 'spill', 'math', 'mask', 'shuffle', 'address', 'control'] as const;
  return table(
    ['instructions per element', ...classes],
    rows.map(({ label, perElement }) => [label, ...classes.map((name) => perElement[name].toFixed(3))]),
  );
}

/** The whole summary. */
export function markdown(data: ReportData): string {
  const { mode, native, provenance, audit } = data;
  const { cpu, versions, missingRivals } = provenance;
  const of = (...sets: readonly NativeRow['set'][]) => native.filter(({ set }) => sets.includes(set));
  const lines = [
    '# Study: summary',
    '',
    `${cpu.model} (${cpu.name}), ${cpu.cores} cores${cpu.hypervisor ? ', hypervisor' : ''}; LLVM ${versions.llvm}, Node ` +
      `${versions.node}, torch ${versions.torch ?? '–'}; ${provenance.started}.`,
    ...(mode === 'quick' ? ['', '**Quick run: samples are short, figures are a look and no result.**'] : []),
    ...(data.only === undefined ? [] : ['', `**Partial: ${data.only.join(', ')} alone.**`]),
    '',
    audit === undefined
      ? '**Not audited.**'
      : `Audit: ${audit.passed ? 'passed' : '**FAILED**'}, ${audit.checks} checks, ${audit.outputs} outputs read again.`,
    '',
    ...missingRivals.map(({ rival, reason }) => `**Missing: ${rival}: ${reason}.**\n`),
    'Times: median of six rounds’ medians, one thread. Ratios: median of the rounds’ ratios, their range, and rounds lost.',
    '',
    '## The published table',
    '',
    ...published(of('published', 'auto')),
    '## By default: the later table',
    '',
    ...published(of('later')),
    '## Rivals',
    '',
    ...rivals(of('rivals')),
    '## End to end',
    '',
    ...effects(data),
    ...(data.profile.length === 0 ? [] : ['## What is executed', '', ...profile(data)]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
