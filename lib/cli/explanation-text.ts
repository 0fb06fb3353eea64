// An explanation as text: a table of candidates, then what speaks for the runner-up, then refusals by reason.
import type { Explanation, ExplainedCandidate, RefusedCandidate } from '../planner/explain.js';
import type { Plan } from '../planner/plan.js';

/** Candidates that are listed unless all are asked for. */
const listed = 12;

/** A switch of plans as a column of a table. */
export interface PlanColumn {
  readonly title: string;
  readonly width: number;
  readonly cell: (plan: Plan) => string;
}

export const planColumns: readonly PlanColumn[] = [
  { title: 'mapping', width: 15, cell: ({ mapping }) => mapping },
  { title: 'W', width: 3, cell: ({ width }) => String(width) },
  { title: 'P', width: 2, cell: ({ fullPacket }) => String(Number(fullPacket)) },
  { title: 'F', width: 2, cell: ({ fuse }) => String(Number(fuse)) },
  { title: 'materialize', width: 12, cell: ({ materialize }) => materialize },
  { title: 'tail', width: 12, cell: ({ tail }) => tail },
  { title: 'stores', width: 10, cell: ({ stores }) => stores },
  { title: 'unroll', width: 7, cell: ({ unroll }) => String(unroll) },
  { title: 'prefetch', width: 9, cell: ({ prefetch }) => String(prefetch) },
];

const terms = ['accesses', 'arithmetic', 'latency', 'overhead', 'memory', 'launch'] as const;

function isPriced(candidate: ExplainedCandidate | RefusedCandidate): candidate is ExplainedCandidate {
  return candidate.refused === undefined;
}

/** Microseconds in five significant digits at most. */
function micro(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value >= 100 ? value.toFixed(1) : value.toFixed(3);
}

function row({ plan, cost }: ExplainedCandidate): string {
  const switches = planColumns.map(({ width, cell }) => cell(plan).padEnd(width)).join('');
  const costs = [cost.total, ...terms.map((term) => cost[term])].map((value) => micro(value).padStart(11));
  return `  ${switches}${costs.join('')}`;
}

function header(): string {
  const switches = planColumns.map(({ title, width }) => title.padEnd(width)).join('');
  return `  ${switches}${['total', ...terms].map((title) => title.padStart(11)).join('')}`;
}

/**
 * The best candidate of each value of each switch is always listed, so that what a switch costs can be read off:
 * both mappings, every width, P and F on and off.
 */
function shown(candidates: readonly ExplainedCandidate[], all: boolean): ExplainedCandidate[] {
  if (all) return [...candidates];
  const keep = new Set(candidates.slice(0, listed));
  for (const { cell } of planColumns) {
    const seen = new Set<string>();
    for (const candidate of candidates) {
      const value = cell(candidate.plan);
      if (seen.has(value)) continue;
      seen.add(value);
      keep.add(candidate);
    }
  }
  return candidates.filter((candidate) => keep.has(candidate));
}

function refusals(candidates: readonly RefusedCandidate[], all: boolean): string[] {
  const byReason = new Map<string, number>();
  for (const { refused } of candidates) byReason.set(refused, (byReason.get(refused) ?? 0) + 1);
  const reasons = [...byReason].sort((a, b) => b[1] - a[1]);
  const some = all ? reasons : reasons.slice(0, listed);
  return some.map(([reason, count]) => `  ${reason} (${count})`);
}

/** Lines of an explanation of `name` at `shape`. */
export function explanationLines(
  name: string,
  shape: Readonly<Record<string, number>>,
  { candidates, selected, runnerUp, thinned, rows, policy, tuned }: Explanation,
  all: boolean,
): string[] {
  const extents = Object.entries({ rows, ...shape }).map(([dim, extent]) => `${dim} ${extent}`);
  const priced = candidates.filter(isPriced);
  const refused = candidates.filter((candidate): candidate is RefusedCandidate => !isPriced(candidate));
  const lines = [`${name} for ${extents.join(', ')}; policy ${policy}`, ''];
  lines.push(`  ${priced.length} candidates; microseconds of one launch, by what takes them`, '', header());
  lines.push(...shown(priced, all).map(row), '');
  lines.push(`  selected: ${planColumns.map(({ cell }) => cell(selected.plan)).join(' ')}`);
  if (tuned !== undefined)
    lines.push(
      `  tuned: ${planColumns.map(({ cell }) => cell(tuned.plan)).join(' ')}; taken instead, ${tuned.ratio.toFixed(3)} of what it replaced at ${tuned.rows} rows`,
    );
  if (runnerUp !== undefined) {
    const differs = runnerUp.differs.map((key) => `${key} ${String(runnerUp.plan[key])}`).join(', ');
    const distance =
      runnerUp.behind >= 0
        ? `${micro(runnerUp.behind)} us behind`
        : `${micro(-runnerUp.behind)} us ahead, less than the model can tell: the usual plan stays`;
    lines.push(`  runner-up: ${differs}; ${distance}`);
    if (runnerUp.flips !== undefined)
      lines.push(
        `  it would win if ${runnerUp.flips.term} cost more than ${runnerUp.flips.factor.toFixed(2)} times as much`,
      );
  }
  if (thinned.length > 0) lines.push(`  too many combinations: left as usual were ${thinned.join(', ')}`);
  if (refused.length > 0)
    lines.push('', '  refused (number of combinations of the switches before it)', ...refusals(refused, all));
  return lines;
}
