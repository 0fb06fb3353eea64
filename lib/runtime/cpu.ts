// cpu(): what this machine offers to compiled kernels.
import { availableParallelism } from 'node:os';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { widths, type TargetFeatures, type Width } from '../planner/plan.js';

export interface Cpu {
  /** LLVM's name of the CPU; for display and tuning, nothing is decided by it. */
  readonly name: string;
  /** Instruction set extensions, from CPUID and XGETBV feature by feature, in LLVM's spelling. */
  readonly features: readonly string[];
  /** Named levels that this machine has in full: legal values of `plan.features` beside `native`. */
  readonly levels: readonly Exclude<TargetFeatures, 'native'>[];
  /** Packet widths that kernels can have; those above `maxWidth` take several registers per vector. */
  readonly widths: readonly Width[];
  /** f32 lanes of the widest vector register. */
  readonly maxWidth: number;
  /** Cores that this process may use at the same time. */
  readonly cores: number;
}

/** Describes this machine. @throws ERR_NATIVE_LOAD */
export function cpu(): Cpu {
  const { name, features, levels, maxWidth } = fromNative(() => native().cpu());
  return {
    name,
    features: [...features],
    levels: [...levels] as Exclude<TargetFeatures, 'native'>[],
    widths,
    maxWidth,
    cores: availableParallelism(),
  };
}
