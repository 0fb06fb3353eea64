// A plot as wide as the page lets it be, drawn again when that changes.
import * as Plot from '@observablehq/plot';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export function Chart(props: {
  /** The plot at this width. */
  readonly draw: (width: number) => Plot.PlotOptions;
  readonly label: string;
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    if (width === 0) return undefined;
    const plot = Plot.plot({ ...props.draw(width), width, style: { background: 'none', fontSize: '12px' } });
    place.current?.replaceChildren(plot);
    return () => {
      plot.remove();
    };
  }, [width, props.draw]);
  return <div class="chart" ref={place} role="img" aria-label={props.label} />;
}

/** Colours by name of a series; the style sheet has them for light and dark. */
export const seriesColors = [
  'var(--c1)',
  'var(--c2)',
  'var(--c3)',
  'var(--c4)',
  'var(--c5)',
  'var(--c6)',
  'var(--c7)',
  'var(--c8)',
  'var(--c9)',
  'var(--c10)',
];

export interface RatioBar {
  readonly cell: string;
  readonly series: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Ratios with their ranges, one line per cell, around 1. */
export function ratioPlot(bars: readonly RatioBar[], label: string): (width: number) => Plot.PlotOptions {
  const cells = [...new Set(bars.map(({ cell }) => cell))];
  const series = [...new Set(bars.map((bar) => bar.series))];
  return (width) => {
    const isNarrow = width < 600;
    const margin = Math.min(isNarrow ? 150 : 260, 26 + 7 * Math.max(...cells.map(({ length }) => length)));
    return {
      marginLeft: margin,
      marginRight: 12,
      height: 56 + cells.length * series.length * 13 + cells.length * 6,
      x: { type: 'log', label, grid: true, ticks: isNarrow ? 4 : 8, tickFormat: '~g' },
      y: { axis: null, domain: series },
      fy: { label: null, domain: cells, padding: 0.15, tickSize: 0 },
      color: { domain: series, range: seriesColors, legend: true },
      marks: [
        Plot.axisFy({ anchor: 'left', dx: -4, textOverflow: 'ellipsis', lineWidth: margin / 7 }),
        Plot.ruleX([1], { stroke: 'currentColor', strokeWidth: 1.5 }),
        Plot.ruleY(bars, {
          x1: 'low',
          x2: 'high',
          y: 'series',
          fy: 'cell',
          stroke: 'series',
          strokeWidth: 3,
          strokeOpacity: 0.45,
          strokeLinecap: 'round',
        }),
        Plot.dot(bars, {
          x: 'median',
          y: 'series',
          fy: 'cell',
          fill: 'series',
          r: 4,
          channels: { low: 'low', high: 'high' },
          tip: true,
        }),
      ],
    };
  };
}
