// Plans and where everything comes from.
import type { JSX } from 'preact';
import type { PlanRow, ReportData } from '../report-data.js';
import { micro, useText } from './context.js';
import { cellOf } from './native.js';
import { Table, type Column } from './table.js';

/** A plan in one line: what differs from plan to plan. */
export function planText(plan: PlanRow['plan']): string {
  const { mapping, width, fullPacket, fuse, materialize, tail, stores, prefetch, unroll, order } = plan;
  return [
    mapping,
    `W${width}`,
    `P${Number(fullPacket)}`,
    `F${Number(fuse)}`,
    materialize,
    tail,
    stores,
    `unroll ${unroll}`,
    ...(prefetch === 0 ? [] : [`prefetch ${prefetch}`]),
    `order ${order}`,
  ].join(' ');
}

export function Plans({ rows }: { readonly rows: readonly PlanRow[] }): JSX.Element {
  const text = useText();
  const full = ({ specialization: { applied, reason, clonedInstructions, fullCallSites } }: PlanRow) =>
    applied ? `${clonedInstructions} (${fullCallSites}×)` : (reason ?? '–');
  const code = ({ sections, objectBytes }: PlanRow) => {
    const instructions = sections.reduce((sum, section) => sum + section.instructions, 0);
    return `${instructions} / ${objectBytes} B`;
  };
  const alternative = ({ explanation }: PlanRow) =>
    explanation === undefined ? '' : `${micro(explanation.bestMicroseconds)}: ${planText(explanation.best)}`;
  const columns: Column<PlanRow>[] = [
    { title: text('cell'), value: cellOf, cell: cellOf },
    { title: text('level'), value: ({ level }) => level, cell: ({ level }) => level },
    { title: text('plan'), value: ({ plan }) => planText(plan), cell: ({ plan }) => planText(plan) },
    { title: text('specialization'), value: full, cell: full },
    {
      title: text('folded'),
      value: ({ folding }) => folding?.verdict,
      cell: ({ folding }) =>
        folding === undefined
          ? '–'
          : `${text(folding.verdict === 'folded' ? 'yes' : 'no')} (${text('mask')} ${folding.maskedAccesses.p0} → ${folding.maskedAccesses.p1})`,
    },
    { title: text('sections'), value: ({ objectBytes }) => objectBytes, cell: code },
    {
      title: text('predicted'),
      value: ({ explanation }) => explanation?.predictedMicroseconds,
      cell: ({ explanation }) =>
        explanation?.predictedMicroseconds === undefined ? '–' : micro(explanation.predictedMicroseconds),
    },
    { title: text('alternatives'), value: alternative, cell: (row) => <small>{alternative(row)}</small> },
  ];
  return (
    <section id="plans">
      <h2>{text('plans')}</h2>
      <p>{text('plansText')}</p>
      <details>
        <summary>{`${rows.length} ${text('rowsShown')}`}</summary>
        <Table columns={columns} rows={rows} label={text('plans')} />
      </details>
    </section>
  );
}

export function Provenance({ data }: { readonly data: ReportData }): JSX.Element {
  const text = useText();
  const { cpu, os, versions, source, binaries, started, finished, commandLine, missingRivals, libraries } =
    data.provenance;
  const caches = cpu.caches
    .map(({ level, type, bytes }) => `L${level} ${type} ${bytes / 1024} KiB`)
    .join(', ');
  const rows: readonly (readonly [string, string])[] = [
    [
      'CPU',
      `${cpu.model} (${cpu.name}), ${cpu.cores} cores, governor ${cpu.governor}${cpu.hypervisor ? ', hypervisor' : ''}`,
    ],
    ['Caches', caches],
    ['Levels', cpu.levels.join(', ')],
    ['OS', os],
    ['LLVM', versions.llvm],
    ['tile-simd', `${versions.library}, ${source.commit.slice(0, 12)}${source.modified ? ' + changes' : ''}`],
    ['Node', versions.node],
    ['Compiler', versions.compiler],
    ['torch', versions.torch ?? '–'],
    ['Sources', `${source.files} files, SHA-256 ${source.sha256}`],
    ...binaries.map(({ name, sha256 }): [string, string] => [name, `SHA-256 ${sha256}`]),
    ['Libraries', libraries.map((path) => path.split('/').at(-1)).join(', ')],
    ['Command', commandLine.join(' ')],
    ['Time', `${started} – ${finished ?? ''}`],
  ];
  return (
    <section id="provenance">
      <h2>{text('provenance')}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missingRivals.length > 0 && (
        <div class="alert">
          <h3>{text('notes')}</h3>
          <ul>
            {missingRivals.map(({ rival, reason }) => (
              <li key={rival + reason}>
                {rival}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
