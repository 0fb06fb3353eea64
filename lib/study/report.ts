// `study report`: one HTML page that needs nothing else, and a summary in Markdown, both from the evidence alone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instructionTable, shippedPolicy } from '../planner/policy.js';
import { extentOf } from '../ir/json.js';
import { argsOf, isElementwise } from '../ir/types.js';
import type { Cell } from './cells.js';
import { root } from './checkout.js';
import type { Evidence } from './evidence.js';
import { markdown } from './markdown.js';
import { operators, rowExtent, shapeOf } from './operators.js';
import type {
  AuditResult,
  MatrixCellRow,
  NativeRow,
  ProfileRow,
  ReportData,
  RoofPoint,
} from './report-data.js';
import type { Calls, Capture, ClassCounts, Contest, Limits, MatrixVisit, Summary } from './schema.js';
import { median } from '../statistics.js';

const labels: Readonly<Record<string, string>> = { p0: 'P0', p1: 'P1', inductor: 'Inductor' };

function nativeRow(
  contest: Contest,
  figures: Summary['native'][number],
  captures: ReadonlyMap<string, Capture>,
  calls: Calls | undefined,
): NativeRow {
  const { id, set, operator, rows, columns, level, mapping, fuse, contenders } = contest;
  const p0 = contenders.find(({ label }) => label === 'p0')?.capture;
  const folding = p0 === undefined ? undefined : captures.get(p0)?.folding;
  const call = calls?.cells.find(
    (one) => one.operator === operator && one.rows === rows && one.columns === columns,
  );
  return {
    ...{ id, set, operator, rows, columns, level, mapping, fuse },
    times: figures.times,
    ratios: figures.ratios,
    missing: contenders.flatMap(({ label, missing }) =>
      missing === undefined ? [] : [{ label, reason: missing }],
    ),
    details: Object.fromEntries(
      contenders.flatMap(({ label, detail }) => (detail === undefined ? [] : [[label, detail]])),
    ),
    folded: folding === undefined ? undefined : folding.verdict === 'folded',
    captures: contenders.flatMap(({ capture }) => capture ?? []),
    call: call === undefined ? undefined : median(call.samples) / call.calls / 1000,
  };
}

function matrixRow(
  { capture, median: middle, low, high }: Summary['matrix']['cells'][number],
  visits: readonly MatrixVisit[],
): MatrixCellRow {
  const visit = visits.find((one) => one.capture === capture) as MatrixVisit;
  const { operator, rows, columns, set, mapping, fuse, fullPacket, tasks, workers } = visit;
  const plan = set === 'auto' ? 'auto' : `${mapping} F${Number(fuse)} P${Number(fullPacket)}`;
  return { capture, operator, rows, columns, plan, median: middle, low, high, tasks, workers };
}

function profileRow(capture: Capture, rows: number, classes: ClassCounts): ProfileRow {
  const { id, operator, columns, plan } = capture;
  const elements = rows * columns;
  const isAuto = id.includes('-auto-');
  const what = isAuto ? 'auto' : `${String(plan.mapping)} F${Number(plan.fuse)} P${Number(plan.fullPacket)}`;
  const level = capture.level === 'native' ? '' : ' v3';
  return {
    ...{ capture: id, operator, rows: capture.rows, columns },
    label: `${operator} ${capture.rows}×${columns} ${what}${level}`,
    perElement: Object.fromEntries(
      Object.entries(classes).map(([name, count]) => [name, count / elements]),
    ) as ProfileRow['perElement'],
  };
}

/** Bytes that a launch must read and write at least. */
function bytesOf({ operator, rows, columns }: Cell): number {
  const inputs = operators[operator].inputs.reduce(
    (sum, { extent }) => sum + rowExtent(extent, columns) * (extent === 'columns' ? 1 : rows),
    0,
  );
  return 4 * (inputs + rows * columns);
}

/**
 * Floating-point operations of a launch: an operation counts one; an elementary function as many as the instructions that
 * it comes to per vector, by the planner's table.
 */
function operationsOf({ operator, rows, columns }: Cell): number {
  const program = operators[operator].program();
  const extents = shapeOf(program, columns);
  const { ops: weights } = instructionTable(shippedPolicy(8, true));
  let operations = 0;
  program.ops.forEach((op, i) => {
    const measured = op.op === 'reduce' ? program.types[argsOf(op)[0]] : program.types[i];
    if (measured?.shape !== 'tile' || !(isElementwise(op) || op.op === 'reduce')) return;
    const weight = op.op === 'reduce' ? 1 : Math.max(1, weights[op.op as keyof typeof weights] ?? 1);
    operations += weight * extentOf(measured.dim, extents);
  });
  return operations * rows;
}

/** Bytes per nanosecond of the smallest measured working set that holds so many, by the better way of storing. */
function roofAt({ bandwidth }: Limits, bytes: number): number {
  const sizes = [...new Set(bandwidth.map((one) => one.bytes))].sort((a, b) => a - b);
  const size = sizes.find((one) => one >= bytes) ?? sizes[sizes.length - 1];
  return Math.max(...bandwidth.filter((one) => one.bytes === size).map(({ samples }) => median(samples)));
}

function roofPoints(rows: readonly NativeRow[], limits: Limits): RoofPoint[] {
  return rows
    .filter(({ set }) => set === 'later' || set === 'auto')
    .flatMap((row) => {
      const bytes = bytesOf(row);
      const operations = operationsOf(row);
      const peak = limits.arithmetic.find(({ level }) => level === row.level) ?? limits.arithmetic.at(-1);
      const roof = Math.min(
        peak === undefined ? Infinity : median(peak.samples),
        roofAt(limits, bytes) * (operations / bytes),
      );
      return ['p1', 'inductor'].flatMap((label): RoofPoint[] => {
        const time = row.times[label]?.median;
        if (time === undefined) return [];
        const rate = operations / (1000 * time);
        const level = row.level === 'native' ? '' : ' v3';
        return [
          {
            label: `${labels[label]}${level}`,
            cell: `${row.operator} ${row.rows}×${row.columns}${level}`,
            level: row.level,
            intensity: operations / bytes,
            rate,
            bandwidth: bytes / (1000 * time),
            share: rate / roof,
          },
        ];
      });
    });
}

function roofline(rows: readonly NativeRow[], limits: Limits | undefined): ReportData['roofline'] {
  if (limits === undefined || limits.bandwidth.length === 0)
    return { bandwidth: [], arithmetic: [], points: [] };
  return {
    bandwidth: limits.bandwidth.map(({ bytes, kind, samples }) => ({ bytes, kind, rate: median(samples) })),
    arithmetic: limits.arithmetic.map(({ level, samples }) => ({ level, rate: median(samples) })),
    points: roofPoints(rows, limits),
  };
}

function auditOf(evidence: Evidence): AuditResult | undefined {
  const path = evidence.path('audit.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as AuditResult) : undefined;
}

/** Everything that the page shows. */
export function reportData(evidence: Evidence): ReportData {
  const { mode, levels, only } = evidence.read('experiment');
  const captures = evidence.read('captures').captures;
  const byId = new Map(captures.map((one) => [one.id, one]));
  const summary = evidence.read('summary');
  const figures = new Map(summary.native.map((one) => [one.contest, one]));
  const calls = evidence.has('calls') ? evidence.read('calls') : undefined;
  const { visits } = evidence.read('matrix');
  const profile = evidence.has('profile') ? evidence.read('profile') : undefined;
  const native = evidence
    .read('native')
    .contests.map((contest) =>
      nativeRow(contest, figures.get(contest.id) as Summary['native'][number], byId, calls),
    );
  const limits = evidence.has('limits') ? evidence.read('limits') : undefined;
  return {
    ...{ mode, levels, only },
    provenance: evidence.read('provenance'),
    audit: auditOf(evidence),
    native,
    noise: summary.matrix.noise,
    effects: summary.matrix.effects,
    matrix: summary.matrix.cells.map((cell) => matrixRow(cell, visits)),
    profile: (profile?.cells ?? []).map(({ capture, rows, classes }) =>
      profileRow(byId.get(capture) as Capture, rows, classes),
    ),
    counters: profile?.counters,
    roofline: roofline(native, limits),
    plans: captures.map((one) => {
      const { id, operator, rows, columns, level, plan, specialization, folding, explanation, sections } =
        one;
      const { object } = one.artifacts;
      return {
        ...{ id, operator, rows, columns, level, plan, specialization, folding, explanation, sections },
        objectBytes: object.bytes,
        snapshotBytes: one.snapshotBytes,
      };
    }),
  };
}

/** A script's text within HTML: nothing in it may end its element. */
const embedded = (text: string): string => text.replaceAll('<', '\\u003c');

function page(data: ReportData): string {
  const folder = join(root, 'dist', 'study', 'page');
  const [script, style] = ['index.js', 'style.css'].map((file) => readFileSync(join(folder, file), 'utf8'));
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="icon" href="data:,">',
    '<title>tile-simd: the study</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="app"></div>',
    `<script type="application/json" id="data">${embedded(JSON.stringify(data))}</script>`,
    `<script>${script.replaceAll('</script', '<\\/script')}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Writes report.html and summary.md. */
export function report(evidence: Evidence): void {
  const data = reportData(evidence);
  evidence.writeText('report.html', page(data));
  evidence.writeText('summary.md', markdown(data));
}
