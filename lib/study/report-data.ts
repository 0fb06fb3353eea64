// What the page is given: figures and what explains them, no samples. The page's own code knows these types and nothing
// else of the study.
import type { Capture, ClassCounts, Level, OperatorName, Provenance, Summary } from './schema.js';

export interface AuditResult {
  readonly passed: boolean;
  readonly raw: boolean;
  readonly checks: number;
  readonly outputs: number;
  readonly failed: number;
  readonly failures: readonly { readonly where: string; readonly what: string }[];
}

/** A cell of one of the native tables. */
export interface NativeRow {
  readonly id: string;
  readonly set: 'published' | 'auto' | 'later' | 'rivals';
  readonly operator: OperatorName;
  readonly rows: number;
  readonly columns: number;
  readonly level: Level;
  readonly mapping?: string | undefined;
  readonly fuse?: boolean | undefined;
  readonly times: Summary['native'][number]['times'];
  readonly ratios: Summary['native'][number]['ratios'];
  /** Those that were not to be had, with the reason. */
  readonly missing: readonly { readonly label: string; readonly reason: string }[];
  /** Form of hand-written code, version of a rival. */
  readonly details: Readonly<Record<string, string>>;
  /** Whether LLVM folded P0; undefined where P does not apply. */
  readonly folded?: boolean | undefined;
  /** Ids of the captures behind p0 and p1. */
  readonly captures: readonly string[];
  /** Microseconds of TorchInductor's whole call, Python included. */
  readonly call?: number | undefined;
}

export type PlanRow = Pick<
  Capture,
  | 'id'
  | 'operator'
  | 'rows'
  | 'columns'
  | 'level'
  | 'plan'
  | 'specialization'
  | 'folding'
  | 'explanation'
  | 'sections'
> & { readonly objectBytes: number; readonly snapshotBytes: number };

export interface MatrixCellRow {
  readonly capture: string;
  readonly operator: OperatorName;
  readonly rows: number;
  readonly columns: number;
  readonly plan: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
  readonly workers: number;
}

export interface ProfileRow {
  readonly capture: string;
  readonly operator: OperatorName;
  readonly rows: number;
  readonly columns: number;
  readonly label: string;
  /** Executed instructions per element. */
  readonly perElement: Readonly<Record<keyof ClassCounts, number>>;
}

export interface RoofPoint {
  readonly label: string;
  readonly cell: string;
  readonly level: Level;
  /** Operations per byte, operations per nanosecond, bytes per nanosecond. */
  readonly intensity: number;
  readonly rate: number;
  readonly bandwidth: number;
  /** Share of the lower roof at this place. */
  readonly share: number;
}

export interface ReportData {
  readonly mode: 'quick' | 'full';
  readonly levels: readonly Level[];
  /** Shapes that alone were measured. */
  readonly only?: readonly string[] | undefined;
  readonly provenance: Provenance;
  readonly audit?: AuditResult | undefined;
  readonly native: readonly NativeRow[];
  readonly noise: Summary['matrix']['noise'];
  readonly effects: Summary['matrix']['effects'];
  readonly matrix: readonly MatrixCellRow[];
  readonly profile: readonly ProfileRow[];
  readonly counters?: string | undefined;
  readonly roofline: {
    /** Bytes per nanosecond by size of the working set, and operations per nanosecond. */
    readonly bandwidth: readonly { readonly bytes: number; readonly kind: string; readonly rate: number }[];
    readonly arithmetic: readonly { readonly level: Level; readonly rate: number }[];
    readonly points: readonly RoofPoint[];
  };
  readonly plans: readonly PlanRow[];
}
