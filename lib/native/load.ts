// Loads the native addon, once per process and environment and not before something native is needed: the reference
// interpreter and the DSL work on machines where the addon does not.
//
// Every candidate binary is tried; if none loads, one error says what was tried, what each attempt ran into, and
// what to do about it.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { missingFunctions, type NativeBinding } from './binding.js';
import { bundledError, loadError, staleBinary, type LoadFailure } from './load-error.js';

/** What this file uses of node-gyp-build, which decides which prebuilt binary fits this platform. */
interface NodeGypBuild {
  readonly resolve: (root: string) => string;
  readonly parseTuple: (name: string) => { readonly name: string } | undefined;
  readonly matchTuple: (platform: string, arch: string) => (tuple: unknown) => boolean;
  readonly compareTuples: (a: unknown, b: unknown) => number;
  readonly parseTags: (file: string) => { readonly file: string } | undefined;
  readonly matchTags: (runtime: string, abi: string) => (tags: unknown) => boolean;
  readonly compareTags: (runtime: string) => (a: unknown, b: unknown) => number;
}

/** The folder of this file. In an ES module, which only a bundler can have made of it, files have no such name. */
const here = typeof __dirname === 'undefined' ? process.cwd() : __dirname;
const requireHere = createRequire(join(here, 'load.js'));

let loaded: NativeBinding | undefined;

/**
 * The addon.
 * @throws ERR_NATIVE_LOAD with every candidate and its error.
 */
export function native(): NativeBinding {
  return (loaded ??= load(ownRoot()));
}

/** The package's folder; there is none around code that a bundler has put into another file. */
function ownRoot(): string {
  const root = packageRoot();
  if (!isOurs(join(root, 'package.json'))) throw bundledError(here);
  return root;
}

/** The folder of this package's package.json: the sources and the built files stand at different depths. */
export function packageRoot(from: string = here): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return from;
  }
}

function isOurs(file: string): boolean {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name === 'tile-simd';
  } catch {
    return false;
  }
}

/** Tries the candidates under `root` in turn. */
export function load(root: string): NativeBinding {
  const failures: LoadFailure[] = [];
  for (const candidate of candidatesUnder(root, failures)) {
    try {
      const module: unknown = requireHere(candidate);
      const missing = missingFunctions(module);
      if (missing.length === 0) return module as NativeBinding;
      failures.push({
        candidate,
        error: `${staleBinary}: it lacks ${missing.join(', ')}`,
      });
    } catch (error) {
      failures.push({ candidate, error: messageOf(error).replace(`${candidate}: `, '') });
    }
  }
  throw loadError(root, failures);
}

/** First what node-gyp-build prefers (a local build), then the prebuilt binary, should the build not load. */
function candidatesUnder(root: string, failures: LoadFailure[]): string[] {
  const candidates = new Set<string>();
  try {
    const gyp = requireHere('node-gyp-build') as NodeGypBuild;
    try {
      candidates.add(gyp.resolve(root));
    } catch (error) {
      failures.push({ candidate: root, error: firstLine(error) });
    }
    for (const file of prebuilt(root, gyp)) candidates.add(file);
  } catch (error) {
    failures.push({ candidate: 'node-gyp-build', error: firstLine(error) });
  }
  return [...candidates];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n')[0];
}

function prebuilt(root: string, gyp: NodeGypBuild): string[] {
  const folder = join(root, 'prebuilds');
  const [tuple] = list(folder)
    .map((name) => gyp.parseTuple(name))
    .filter((parsed) => parsed !== undefined)
    .filter(gyp.matchTuple(process.platform, process.arch))
    .sort(gyp.compareTuples);
  if (tuple === undefined) return [];
  return list(join(folder, tuple.name))
    .map((file) => gyp.parseTags(file))
    .filter((tags) => tags !== undefined)
    .filter(gyp.matchTags('node', process.versions.modules))
    .sort(gyp.compareTags('node'))
    .map((tags) => join(folder, tuple.name, tags.file));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
