// What the planner knows of a target: the widest register and how many there are. Everything else about a machine
// (caches, costs) belongs to a target policy, which this planner does not need yet.
import { TileSimdError } from '../errors.js';
import type { NativeCpu } from '../native/binding.js';
import type { TargetFeatures } from './plan.js';

export interface Target {
  /** f32 lanes of the widest register. */
  readonly lanes: number;
  /** Architectural vector registers. */
  readonly vectorRegisters: 16 | 32;
}

const levels: Readonly<Record<Exclude<TargetFeatures, 'native'>, Target>> = {
  'x86-64-v2': { lanes: 4, vectorRegisters: 16 },
  'x86-64-v3': { lanes: 8, vectorRegisters: 16 },
  'x86-64-v4': { lanes: 16, vectorRegisters: 32 },
  neon: { lanes: 4, vectorRegisters: 32 },
};

/**
 * The target that `features` stands for on this machine.
 * @throws ERR_TARGET if the machine lacks the level.
 */
export function targetOf(features: TargetFeatures, cpu: NativeCpu): Target {
  if (features === 'native') {
    // AVX-512 brings 32 registers along with its width, AArch64 has 32 narrow ones.
    const many = cpu.maxWidth >= 16 || cpu.features.includes('neon');
    return { lanes: cpu.maxWidth, vectorRegisters: many ? 32 : 16 };
  }
  if (!cpu.levels.includes(features)) {
    const expected = `'native'${cpu.levels.map((level) => `, '${level}'`).join('')}`;
    throw new TileSimdError(
      'ERR_TARGET',
      `plan.features: this machine (${cpu.name}) has not all of ${features}, expected ${expected}`,
      {
        argument: 'plan.features',
        given: features,
        expected,
      },
    );
  }
  return levels[features];
}
