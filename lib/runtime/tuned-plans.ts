// Plans that tune() found to be faster on this machine than those of the planner, in this process and on disk: one file
// per program, shape and fixed switches, in a folder per CPU and version of this library. Such a plan decides no result, only
// a choice; a file that is damaged, of no use any more or not this user's own is left alone with a warning.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TileSimdError } from '../errors.js';
import { encodeProgram } from '../ir/json.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import type { TunedPlan } from '../planner/explain.js';
import { optionsOf } from '../planner/neighbours.js';
import { checkPlanOptions, planKey } from '../planner/plan.js';
import {
  decideFullPacket,
  isFullPacketFree,
  resolvePlan,
  type Environment,
  type ResolvedPlan,
} from '../planner/resolve.js';
import { cacheFolder } from './cache-directory.js';
import { readOwnFile, writeOwnFile } from './own-file.js';
import type { PlannedShape } from './plan-cache.js';
import { hostCaches, hostCpu } from './planning.js';

const format = 1;

/** Rows that a plan may serve which was tuned for others: at most so many times as many, or as few. */
const furthest = 2;

/** By digest: plans, the one tuned last first. */
const known = new Map<string, readonly TunedPlan[]>();
/** Digests that have none; forgotten now and then, for a service may meet any number of shapes. */
const absent = new Set<string>();
const mostAbsent = 1024;
const listeners: (() => void)[] = [];

/** Has `listener` run whenever a plan was tuned in this process: what was compiled by older choices may go then. */
export function onTuned(listener: () => void): void {
  listeners.push(listener);
}

let folderKey = '';
let folderOfMachine = '';

/** The folder for this CPU and version; empty where nothing is kept on disk. */
function tunedFolder(environment: Environment): string {
  const base = cacheFolder('tuned', environment);
  if (base === '' || base === folderKey) return base === '' ? '' : folderOfMachine;
  const { library } = fromNative(() => native().version());
  const { name, features } = hostCpu();
  const facts = JSON.stringify([format, library, name, features, hostCaches()]);
  folderKey = base;
  return (folderOfMachine = join(base, createHash('sha256').update(facts).digest('hex').slice(0, 16)));
}

/** What a plan was tuned for, but for the rows. */
function digestOf({ program, extents, options, flat }: PlannedShape, environment: Environment): string {
  const { fullPacket, required } = decideFullPacket(options.fullPacket, environment);
  const isFree = isFullPacketFree(options.fullPacket, environment);
  const { grain, workers } = options;
  const facts = [
    encodeProgram(program, extents, flat),
    planKey({ ...options, rows: 'auto' }),
    [grain, workers, fullPacket, required, isFree],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

function warn(which: string, problem: string): void {
  process.emitWarning(`the tuned plan ${which} is ignored: ${problem}`, {
    type: 'TileSimdWarning',
    code: 'TILE_SIMD_TUNED',
    detail: 'tune() measures this shape again; tile-simd works without it',
  });
}

/** @throws Error saying what is wrong with it. */
function checkTuned(value: unknown): TunedPlan {
  const { rows, plan, ratio } = (value ?? {}) as Partial<TunedPlan>;
  if (!Number.isSafeInteger(rows) || (rows as number) < 0) throw new Error('rows are no number of rows');
  if (typeof ratio !== 'number') throw new Error('ratio is no number');
  const checked = checkPlanOptions(plan ?? null);
  for (const [key, setting] of Object.entries(checked))
    if (setting === 'auto' && !['grain', 'workers', 'rows'].includes(key))
      throw new Error(`the plan says nothing of ${key}`);
  return value as TunedPlan;
}

/** Plans of a digest, from memory or else from disk. */
function plansOf(digest: string, environment: Environment): readonly TunedPlan[] {
  const here = known.get(digest);
  if (here !== undefined || absent.has(digest)) return here ?? [];
  const folder = tunedFolder(environment);
  if (folder === '' || !existsSync(folder)) return [];
  const file = join(folder, `${digest}.json`);
  let plans: readonly TunedPlan[] = [];
  try {
    const content = readOwnFile(file) as { plans?: unknown } | null | undefined;
    if (content !== undefined) {
      if (!Array.isArray(content?.plans)) throw new Error('it holds no plans');
      plans = content.plans.map(checkTuned);
    }
  } catch (error) {
    warn(`in ${file}`, (error as Error).message);
  }
  if (absent.size >= mostAbsent) absent.clear();
  if (plans.length > 0) known.set(digest, plans);
  else absent.add(digest);
  return plans;
}

const distanceOf = (a: number, b: number) => Math.abs(Math.log(Math.max(a, 1) / Math.max(b, 1)));

/**
 * The plan that was tuned for a shape: the one of the nearest number of rows, if that is at most twice as many or as few;
 * where nobody knows the rows, the one tuned last.
 */
export function findTuned(shape: PlannedShape, environment: Environment): TunedPlan | undefined {
  if (known.size === 0 && isIdle(environment)) return undefined;
  const plans = plansOf(digestOf(shape, environment), environment);
  const { rows } = shape.options;
  if (rows === 'auto') return plans.at(0);
  const distance = (plan: TunedPlan) => distanceOf(plan.rows, rows);
  const near = plans.filter((plan) => distance(plan) <= Math.log(furthest));
  return near.sort((a, b) => distance(a) - distance(b)).at(0);
}

/** Whether nothing was ever tuned here, which costs one look per process and folder to know. */
let idleFolder: string | undefined;
function isIdle(environment: Environment): boolean {
  const base = cacheFolder('tuned', environment);
  if (base === idleFolder) return true;
  if (base !== '' && existsSync(base)) return false;
  idleFolder = base;
  return true;
}

/** A tuned plan for a request that it was found for; undefined, with a warning, where it is no longer legal. */
export function resolveTuned(
  { program, extents, options, flat }: PlannedShape,
  { plan, rows }: TunedPlan,
  environment: Environment,
): ResolvedPlan | undefined {
  try {
    return resolvePlan(program, extents, optionsOf(plan, options), hostCpu(), environment, flat);
  } catch (error) {
    if (!(error instanceof TileSimdError)) throw error;
    warn(`of ${program.name} at ${rows} rows`, error.message);
    return undefined;
  }
}

/**
 * Has a plan decide from now on, in this process and, with `store`, in later ones.
 * @returns the file; undefined if none was written.
 */
export function rememberTuned(
  shape: PlannedShape,
  tuned: TunedPlan,
  environment: Environment,
  store: boolean,
): string | undefined {
  const digest = digestOf(shape, environment);
  const others = plansOf(digest, environment).filter(({ rows }) => rows !== tuned.rows);
  const plans = [tuned, ...others];
  known.set(digest, plans);
  for (const listener of listeners) listener();
  const folder = tunedFolder(environment);
  if (!store || folder === '') return undefined;
  const file = join(folder, `${digest}.json`);
  writeOwnFile(file, { format, program: shape.program.name, shape: shape.extents, plans });
  return file;
}
