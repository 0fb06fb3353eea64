// The native tables: the published one, the later one by the defaults, and rivals.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { NativeRow } from '../report-data.js';
import { Chart, ratioPlot, type RatioBar } from './chart.js';
import { digits, micro, useText } from './context.js';
import { Table, type Column } from './table.js';
import type { TextKey } from './texts.js';

type Text = (key: TextKey) => string;

const names: Readonly<Record<string, string>> = {
  p0: 'P0',
  p1: 'P1',
  inductor: 'Inductor',
  hand: 'C',
  onednn: 'oneDNN',
};

export function cellOf({
  operator,
  rows,
  columns,
}: Pick<NativeRow, 'operator' | 'rows' | 'columns'>): string {
  return `${operator} ${rows}×${columns}`;
}

function time(label: string, text: Text): Column<NativeRow> {
  return {
    title: names[label],
    value: ({ times }) => times[label]?.median,
    cell: ({ times, missing }) => {
      if (times[label] !== undefined) return micro(times[label].median);
      const reason = missing.find((one) => one.label === label)?.reason;
      return reason === undefined ? (
        '–'
      ) : (
        <strong class="missing" title={reason}>
          {text('missing')}
        </strong>
      );
    },
  };
}

function ratio(of: string, to: string): Column<NativeRow> {
  const find = ({ ratios }: NativeRow) => ratios.find((one) => one.of === of && one.to === to);
  return {
    title: `${names[of]} / ${names[to]}`,
    value: (row) => find(row)?.median,
    cell: (row) => {
      const found = find(row);
      if (found === undefined) return '–';
      return (
        <span
          class={found.median < 1 ? 'good' : 'bad'}
          title={`${digits(found.low)} – ${digits(found.high)}`}
        >
          {found.median.toFixed(3)}
          <small>
            {' '}
            {digits(found.low)}–{digits(found.high)}
          </small>
        </span>
      );
    },
  };
}

function lost(of: string, to: string, text: Text): Column<NativeRow> {
  const find = ({ ratios }: NativeRow) => ratios.find((one) => one.of === of && one.to === to);
  return {
    title: text('lost'),
    value: (row) => find(row)?.lost,
    cell: (row) => {
      const found = find(row);
      return found === undefined ? '–' : `${found.lost} / ${found.rounds}`;
    },
  };
}

const about = (text: Text): Column<NativeRow>[] => [
  { title: text('cell'), value: cellOf, cell: cellOf },
  { title: text('level'), value: ({ level }) => level, cell: ({ level }) => level },
];

function folded(text: Text): Column<NativeRow> {
  const say = ({ folded: is }: NativeRow) => (is === undefined ? '–' : text(is ? 'yes' : 'no'));
  return { title: text('folded'), value: say, cell: say };
}

/** Bars of some ratios, one line per cell. */
function barsOf(
  rows: readonly NativeRow[],
  wanted: readonly (readonly [string, string])[],
  cell: (row: NativeRow) => string,
): RatioBar[] {
  return rows.flatMap((row) =>
    row.ratios
      .filter(({ of, to }) => wanted.some(([a, b]) => a === of && b === to))
      .map(({ of, to, median, low, high }) => ({
        ...{ cell: cell(row), median, low, high },
        series: `${names[of]} / ${names[to]}`,
      })),
  );
}

function RatioChart(props: {
  readonly rows: readonly NativeRow[];
  readonly wanted: readonly (readonly [string, string])[];
  readonly cell: (row: NativeRow) => string;
  readonly label: string;
}): JSX.Element | null {
  const { rows, wanted, cell, label } = props;
  const draw = useMemo(() => {
    const bars = barsOf(rows, wanted, cell);
    return bars.length === 0 ? undefined : ratioPlot(bars, label);
  }, [rows, label]);
  return draw === undefined ? null : <Chart draw={draw} label={label} />;
}

const shortMapping = (mapping: string | undefined) =>
  mapping === undefined ? 'auto' : mapping.split('-')[0];

function publishedCell(row: NativeRow): string {
  const plan = row.mapping === undefined ? 'auto' : `${shortMapping(row.mapping)} F${Number(row.fuse)}`;
  return `${row.rows}×${row.columns} ${plan}${row.level === 'native' ? '' : ' v3'}`;
}

const publishedRatios = [
  ['p1', 'p0'],
  ['p0', 'inductor'],
  ['p1', 'inductor'],
] as const;

export function Published({ rows }: { readonly rows: readonly NativeRow[] }): JSX.Element {
  const text = useText();
  const own = useMemo(() => rows.filter(({ set }) => set === 'published' || set === 'auto'), [rows]);
  const columns: Column<NativeRow>[] = [
    ...about(text),
    {
      title: text('mapping'),
      value: ({ mapping }) => mapping ?? 'auto',
      cell: ({ mapping }) => mapping ?? 'auto',
    },
    {
      title: 'F',
      value: ({ fuse }) => (fuse === undefined ? 'auto' : Number(fuse)),
      cell: ({ fuse }) => (fuse === undefined ? 'auto' : Number(fuse)),
    },
    ...['p0', 'p1', 'inductor'].map((label) => time(label, text)),
    ...publishedRatios.map(([of, to]) => ratio(of, to)),
    lost('p1', 'p0', text),
    folded(text),
  ];
  return (
    <section id="published">
      <h2>{text('published')}</h2>
      <p>{text('publishedText')}</p>
      <RatioChart
        rows={own}
        wanted={publishedRatios}
        cell={publishedCell}
        label={`← ${text('faster')}    ${text('slower')} →`}
      />
      <Table columns={columns} rows={own} label={text('published')} />
    </section>
  );
}

const laterRatios = [
  ['p0', 'inductor'],
  ['p1', 'inductor'],
] as const;

export function Later({ rows }: { readonly rows: readonly NativeRow[] }): JSX.Element {
  const text = useText();
  const own = useMemo(() => rows.filter(({ set }) => set === 'later'), [rows]);
  const columns = [
    ...about(text),
    ...['p0', 'p1', 'inductor'].map((label) => time(label, text)),
    ...publishedRatios.map(([of, to]) => ratio(of, to)),
    lost('p1', 'inductor', text),
    folded(text),
  ];
  const native = useMemo(() => own.filter(({ level }) => level === 'native'), [own]);
  return (
    <section id="later">
      <h2>{text('later')}</h2>
      <p>{text('laterText')}</p>
      <RatioChart
        rows={native}
        wanted={laterRatios}
        cell={cellOf}
        label={`← ${text('faster')}    ${text('slower')} →`}
      />
      <Table columns={columns} rows={own} label={text('later')} />
    </section>
  );
}

const rivalRatios = [
  ['p1', 'hand'],
  ['p1', 'onednn'],
] as const;

export function Rivals({ rows }: { readonly rows: readonly NativeRow[] }): JSX.Element {
  const text = useText();
  const own = useMemo(() => rows.filter(({ set }) => set === 'rivals'), [rows]);
  const columns: Column<NativeRow>[] = [
    about(text)[0],
    ...['p1', 'hand', 'onednn'].map((label) => time(label, text)),
    {
      title: text('call'),
      value: ({ call }) => call,
      cell: ({ call }) =>
        call === undefined ? <strong class="missing">{text('missing')}</strong> : micro(call),
    },
    ...rivalRatios.map(([of, to]) => ratio(of, to)),
    { title: text('best'), value: ({ details }) => details.hand, cell: ({ details }) => details.hand ?? '–' },
  ];
  return (
    <section id="rivals">
      <h2>{text('rivals')}</h2>
      <p>{text('rivalsText')}</p>
      <RatioChart
        rows={own}
        wanted={rivalRatios}
        cell={cellOf}
        label={`← ${text('faster')}    ${text('slower')} →`}
      />
      <Table columns={columns} rows={own} label={text('rivals')} />
    </section>
  );
}
