// Calibrated policies on disk: one file per CPU, instruction set and version of this library, in the user's cache
// directory. A policy decides no result, only a choice; a file that is damaged, of another version or not this user's
// own is left alone with a warning, and the shipped policy serves.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { NativeCpu } from '../native/binding.js';
import type { CacheSizes } from '../planner/cost.js';
import { policyProblem, type TargetPolicy } from '../planner/policy.js';
import type { Environment } from '../planner/resolve.js';
import { cacheFolder } from './cache-directory.js';
import { readOwnFile, writeOwnFile } from './own-file.js';

const format = 1;

/** What a policy is good for. */
export interface PolicyKey {
  readonly cpu: NativeCpu;
  readonly caches: CacheSizes;
  readonly library: string;
  readonly name: TargetPolicy['name'];
}

/** The file of a policy; undefined where nothing is kept on disk. */
export function policyFile(
  { cpu, caches, library, name }: PolicyKey,
  environment: Environment,
): string | undefined {
  const folder = cacheFolder('policies', environment);
  if (folder === '') return undefined;
  const facts = JSON.stringify([format, library, cpu.name, cpu.features, caches, name]);
  const digest = createHash('sha256').update(facts).digest('hex').slice(0, 16);
  return join(folder, `${name}-${digest}.json`);
}

function warn(file: string, problem: string): undefined {
  process.emitWarning(`the target policy in ${file} is ignored: ${problem}`, {
    type: 'TileSimdWarning',
    code: 'TILE_SIMD_POLICY',
    detail: 'calibrate() measures this machine again; tile-simd works without it',
  });
  return undefined;
}

/** The policy in a file; undefined if there is none, or, with a warning, none that can be used. */
export function readPolicy(file: string, name: TargetPolicy['name']): TargetPolicy | undefined {
  let content: unknown;
  try {
    content = readOwnFile(file);
  } catch (error) {
    return warn(file, (error as Error).message);
  }
  if (content === undefined) return undefined;
  const { policy }: { policy?: unknown } = content ?? {};
  const problem = policyProblem(policy);
  if (problem !== undefined) return warn(file, problem);
  if ((policy as TargetPolicy).name !== name) return warn(file, `it is for ${(policy as TargetPolicy).name}`);
  return policy as TargetPolicy;
}

/** Writes a policy, whole or not at all. */
export function writePolicy(file: string, policy: TargetPolicy): void {
  writeOwnFile(file, { format, policy });
}
