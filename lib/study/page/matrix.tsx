// End to end: what P, F and the mapping are worth, against the noise of equal code.
import * as Plot from '@observablehq/plot';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { MatrixCellRow, ReportData } from '../report-data.js';
import { Chart, seriesColors } from './chart.js';
import { digits, micro, useText } from './context.js';
import { cellOf } from './native.js';
import { Table, type Column } from './table.js';

type Effect = ReportData['effects'][number];

const meanOf = ({ ratios }: Effect) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

export function Matrix({ data }: { readonly data: ReportData }): JSX.Element {
  const text = useText();
  const { effects, noise, matrix } = data;
  const draw = useMemo(() => {
    const dots = effects.map((effect) => ({
      ...effect,
      ratio: meanOf(effect),
      cell: `${cellOf(effect)} ${effect.at}`,
    }));
    return (width: number): Plot.PlotOptions => ({
      height: 260,
      marginLeft: width < 600 ? 64 : 80,
      x: {
        type: 'log',
        label: `← ${text('faster')}    ${text('slower')} →`,
        grid: true,
        ticks: width < 600 ? 4 : 8,
        tickFormat: '~g',
      },
      y: { label: null, domain: ['P', 'F', 'mapping'], padding: 0.4 },
      color: {
        domain: [text('claimed'), text('withinNoise')],
        range: [seriesColors[0], 'var(--muted)'],
        legend: true,
      },
      marks: [
        Plot.barX(['P', 'F', 'mapping'], {
          x1: 1 / noise.factor,
          x2: noise.factor,
          y: (name: string) => name,
          fill: 'var(--muted)',
          fillOpacity: 0.15,
        }),
        Plot.ruleX([1], { stroke: 'currentColor' }),
        Plot.dot(dots, {
          x: 'ratio',
          y: 'switch',
          stroke: ({ claimed }: Effect) => text(claimed ? 'claimed' : 'withinNoise'),
          strokeWidth: 1.5,
          r: 4,
          channels: { cell: 'cell' },
          tip: true,
        }),
      ],
    });
  }, [effects, text('claimed')]);
  const columns: Column<Effect>[] = [
    { title: text('switch'), value: (effect) => effect.switch, cell: (effect) => effect.switch },
    { title: text('cell'), value: cellOf, cell: cellOf },
    { title: text('at'), value: ({ at }) => at, cell: ({ at }) => at },
    {
      title: text('ratio'),
      value: meanOf,
      cell: (effect) => (
        <span>
          {meanOf(effect).toFixed(3)}
          <small> {effect.ratios.map(digits).join(', ')}</small>
        </span>
      ),
    },
    {
      title: text('verdict'),
      value: ({ claimed }) => text(claimed ? 'claimed' : 'withinNoise'),
      cell: ({ claimed, ratios }) => (
        <span class={claimed ? (ratios[0] < 1 ? 'good' : 'bad') : 'quiet'}>
          {claimed ? text(ratios[0] < 1 ? 'faster' : 'slower') : text('withinNoise')}
        </span>
      ),
    },
  ];
  const cells: Column<MatrixCellRow>[] = [
    { title: text('cell'), value: cellOf, cell: cellOf },
    { title: text('plan'), value: ({ plan }) => plan, cell: ({ plan }) => plan },
    { title: text('time'), value: ({ median }) => median, cell: ({ median }) => micro(median) },
    {
      title: text('range'),
      value: ({ low, high }) => high / low,
      cell: ({ low, high }) => `${digits(low)}–${digits(high)}`,
    },
    { title: text('tasks'), value: ({ tasks }) => tasks, cell: ({ tasks }) => tasks },
    { title: text('workers'), value: ({ workers }) => workers, cell: ({ workers }) => workers },
  ];
  return (
    <section id="matrix">
      <h2>{text('matrix')}</h2>
      <p>{text('matrixText')}</p>
      <p class="figure">
        {text('noise')}: <strong>± {(100 * (noise.factor - 1)).toFixed(1)} %</strong> ({noise.pairs}{' '}
        {text('pairs')})
      </p>
      <Chart draw={draw} label={text('matrix')} />
      <Table columns={columns} rows={effects} label={text('matrix')} />
      <details>
        <summary>{text('matrixCells')}</summary>
        <Table columns={cells} rows={matrix} label={text('matrixCells')} />
      </details>
    </section>
  );
}
