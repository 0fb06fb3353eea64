// `tile-simd inspect`: what an operator, or a program in its text form, compiles to.
import { lint, type Finding } from '../inspect/lint.js';
import { realization, type FunctionRealization, type Realization } from '../inspect/realization.js';
import type { PlanOptions } from '../planner/plan.js';
import { compile } from '../runtime/compile.js';
import type { Kernel } from '../runtime/kernel.js';
import { readAssignments } from './assignments.js';
import { programOf } from './operator-name.js';
import { shapeOf, type ShapeOptions } from './shape.js';
import { Output, type Column } from './terminal.js';

export interface InspectOptions extends ShapeOptions {
  /** Switches of the plan: `width=8`. */
  readonly plan?: readonly string[];
  /** Options of the operator's program: `dtype=bf16`. */
  readonly option?: readonly string[];
  readonly tile?: true;
  readonly llvm?: true;
  readonly optimized?: true;
  readonly asm?: true;
  readonly json?: true;
}

/** Compiles and prints. */
export function inspect(name: string, options: InspectOptions): void {
  const program = programOf(name, readAssignments(options.option, '--option'));
  const plan = readAssignments(options.plan, '--plan') as PlanOptions;
  const kernel = compile(program, shapeOf(program, options), plan);
  const parts = (['tile', 'llvm', 'optimized'] as const).filter((part) => options[part]);
  const texts = parts.map((part) => [part, kernel.asm[part]] as const);
  const assembly = options.asm ? [['assembly', kernel.asm.assembly] as const] : [];
  const artifacts = Object.fromEntries([...texts, ...assembly]);
  if (options.json) {
    const { plan: chosen, shape, info } = kernel;
    const summary = { program: program.name, shape, plan: chosen, info };
    const document = { ...summary, realization: realization(kernel), findings: lint(kernel), ...artifacts };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  const asked = Object.values(artifacts);
  if (asked.length > 0) {
    process.stdout.write(`${asked.map((text) => text.trimEnd()).join('\n\n')}\n`);
    return;
  }
  printSummary(kernel, realization(kernel), lint(kernel));
}

const columns: readonly Column[] = [
  { title: 'function', width: 28 },
  ...[
    'instructions',
    'contiguous',
    'masked',
    'gathered',
    'streamed',
    'broadcast',
    'stack',
    'spills',
    'calls',
    'branches',
    'divisions',
  ].map((title): Column => ({ title, width: Math.max(6, title.length), align: 'right' })),
];

function cellsOf(code: FunctionRealization): string[] {
  const both = (kind: keyof FunctionRealization['vectorLoads']) =>
    `${code.vectorLoads[kind]}/${code.vectorStores[kind]}`;
  return [
    code.name,
    String(code.instructions),
    both('contiguous'),
    both('masked'),
    both('gathered'),
    both('streamed'),
    String(code.vectorLoads.broadcast),
    `${code.stackLoads}/${code.stackStores}`,
    String(code.vectorSpills),
    String(code.calls),
    String(code.branches),
    String(code.divisions),
  ];
}

function printSummary(kernel: Kernel, code: Realization, findings: readonly Finding[]): void {
  const out = new Output();
  const { info, plan, program } = kernel;
  const { applied, reason, clonedInstructions, fullCallSites, tailCallSites } = info.specialization;
  const extents = kernel.flat
    ? 'every length'
    : Object.entries(kernel.shape)
        .map(([dim, extent]) => `${dim} ${extent}`)
        .join(', ');
  out.line(`${program.name} for ${extents}, ${code.architecture}`);
  out.line();
  for (const [key, value] of Object.entries(plan)) out.line(`  ${key.padEnd(14)} ${value}`);
  out.line();
  out.line(
    applied
      ? `  full packets run a clone of ${clonedInstructions} instructions (${fullCallSites} full and ${tailCallSites} tail call sites)`
      : `  no full-packet clone: ${reason ?? 'not asked for'}`,
  );
  out.line(
    `  ${info.objectBytes} bytes of object, ${code.snapshotBytes} of snapshots, ${info.workspaceBytes} of workspace; ` +
      `compiled in ${(info.compileMicroseconds / 1000).toFixed(1)} ms`,
  );
  out.line();
  out.line('  Vector accesses as loads/stores, each instruction once; spills are slots of vectors.');
  out.titles(columns);
  for (const part of code.functions)
    out.row(
      columns,
      cellsOf(part).map((text) => ({ text })),
    );
  out.line();
  if (findings.length === 0) out.line('  lint finds nothing');
  for (const finding of findings)
    out.line(`  lint: ${finding.function}: ${finding.message} (${finding.kind}, ${finding.count})`);
}
