// What is executed, and how near that comes to what the machine can do.
import * as Plot from '@observablehq/plot';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ProfileRow, ReportData, RoofPoint } from '../report-data.js';
import { Chart, seriesColors } from './chart.js';
import { digits, useText } from './context.js';
import { Table, type Column } from './table.js';

const classes = [
  'buffer',
  'snapshot',
  'spill',
  'stack',
  'math',
  'mask',
  'shuffle',
  'address',
  'control',
  'outside',
] as const;

export function Profile({ data }: { readonly data: ReportData }): JSX.Element | null {
  const text = useText();
  const { profile, counters } = data;
  const draw = useMemo(() => {
    const bars = profile.flatMap(({ label, perElement }) =>
      classes.map((name) => ({ label, name: text(name), count: perElement[name] })),
    );
    const labels = profile.map(({ label }) => label);
    return (width: number): Plot.PlotOptions => ({
      height: 60 + 20 * labels.length,
      marginLeft: Math.min(
        width < 600 ? 160 : 360,
        26 + 7 * Math.max(1, ...labels.map(({ length }) => length)),
      ),
      x: { label: null, grid: true },
      y: { label: null, domain: labels, tickSize: 0 },
      color: { domain: classes.map((name) => text(name)), range: seriesColors, legend: true },
      marks: [
        Plot.barX(bars, { x: 'count', y: 'label', fill: 'name', tip: true }),
        Plot.ruleX([0], { stroke: 'currentColor' }),
      ],
    });
  }, [profile, text('math')]);
  if (profile.length === 0) return null;
  const columns: Column<ProfileRow>[] = [
    { title: text('cell'), value: ({ label }) => label, cell: ({ label }) => label },
    ...classes.map((name): Column<ProfileRow> => ({
      title: text(name),
      value: ({ perElement }) => perElement[name],
      cell: ({ perElement }) => perElement[name].toFixed(3),
    })),
  ];
  return (
    <section id="profile">
      <h2>{text('profile')}</h2>
      <p>
        {text('profileText')} {counters}
      </p>
      <Chart draw={draw} label={text('profile')} />
      <Table columns={columns} rows={profile} label={text('profile')} />
    </section>
  );
}

/** Lines of the roofs: the levels of memory as slopes, arithmetic as a ceiling. */
function roofLines({ bandwidth, arithmetic }: ReportData['roofline'], from: number, to: number) {
  const peak = Math.max(...arithmetic.map(({ rate }) => rate));
  const sizes = bandwidth.filter(({ kind }) => kind === 'cached');
  const chosen = [sizes[0], sizes[Math.floor(sizes.length / 2)], sizes[sizes.length - 1]];
  const size = (bytes: number) => (bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 10} KiB`);
  return chosen.flatMap(({ bytes, rate }) => {
    const knee = Math.min(to, peak / rate);
    return [from, knee, to].map((x) => ({ roof: size(bytes), x, y: Math.min(peak, x * rate) }));
  });
}

export function Roofline({ data }: { readonly data: ReportData }): JSX.Element | null {
  const text = useText();
  const { roofline } = data;
  const draw = useMemo(
    () =>
      (width: number): Plot.PlotOptions => {
        const at = roofline.points.map(({ intensity }) => intensity);
        const lines = roofLines(roofline, Math.min(...at) / 2, Math.max(...at) * 2);
        return {
          height: Math.min(460, Math.max(300, width / 2)),
          marginLeft: 50,
          x: { type: 'log', label: 'operations / byte →', ticks: 5, tickFormat: '~g' },
          y: { type: 'log', label: `↑ ${text('rate')}`, grid: true, ticks: 5, tickFormat: '~g' },
          color: { range: seriesColors, legend: true },
          marks: [
            Plot.line(lines, { x: 'x', y: 'y', z: 'roof', stroke: 'var(--muted)', strokeWidth: 1.5 }),
            Plot.text(
              lines,
              Plot.selectFirst({
                x: 'x',
                y: 'y',
                z: 'roof',
                text: 'roof',
                dx: 6,
                dy: -8,
                textAnchor: 'start',
                fill: 'var(--muted)',
              }),
            ),
            Plot.dot(roofline.points, {
              x: 'intensity',
              y: 'rate',
              fill: 'label',
              r: 4,
              channels: { cell: 'cell', share: 'share' },
              tip: true,
            }),
          ],
        };
      },
    [roofline, text('rate')],
  );
  if (roofline.points.length === 0 || roofline.bandwidth.length === 0) return null;
  const columns: Column<RoofPoint>[] = [
    { title: text('cell'), value: ({ cell }) => cell, cell: ({ cell }) => cell },
    { title: '', value: ({ label }) => label, cell: ({ label }) => label },
    {
      title: text('bandwidth'),
      value: ({ bandwidth }) => bandwidth,
      cell: ({ bandwidth }) => digits(bandwidth),
    },
    { title: text('rate'), value: ({ rate }) => rate, cell: ({ rate }) => digits(rate) },
    {
      title: text('share'),
      value: ({ share }) => share,
      cell: ({ share }) => `${(100 * share).toFixed(0)} %`,
    },
  ];
  return (
    <section id="roofline">
      <h2>{text('roofline')}</h2>
      <p>{text('rooflineText')}</p>
      <Chart draw={draw} label={text('roofline')} />
      <Table columns={columns} rows={roofline.points} label={text('roofline')} />
    </section>
  );
}
