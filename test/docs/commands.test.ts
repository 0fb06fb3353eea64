// Every command of the documents is run: here, by continuous integration, or by another test that is named.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNpyHeader } from '../../lib/cli/formats/npy.js';
import {
  commandsOf,
  elsewhere,
  isInCi,
  isInstalledByCi,
  placeholders,
  shortForms,
  type Command,
} from './commands.js';
import { pages, root } from './pages.js';

const scriptsOf = (folder: string) =>
  (
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    }
  ).scripts;
const scripts = scriptsOf('.');
const exampleScripts = scriptsOf('examples');

const all = pages.flatMap(commandsOf);
const unique = [...new Map(all.map((command) => [command.text, command])).values()];
const scriptOf = ({ text }: Command) => /^npm run ([\w:-]+)/.exec(text)?.[1];
const isCommandLine = ({ text }: Command) => /^(npx )?tile-simd /.test(text);

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  // A project of its own that has the package, with the files that the commands name.
  folder = mkdtempSync(join(tmpdir(), 'tile-simd-docs-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  execute('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', root]);
  symlinkSync(join(root, 'build'), join(folder, 'build'));
  const bin = join(folder, 'node_modules', '.bin');
  env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    XDG_CACHE_HOME: join(folder, 'cache'),
    TILE_SIMD_DISABLE_CACHE: '',
  };
  const floats = (length: number) => Buffer.from(Float32Array.from({ length }, (_, i) => Math.sin(i)).buffer);
  for (const name of ['x', 'r'])
    writeFileSync(join(folder, `${name}.npy`), Buffer.concat([writeNpyHeader('f32', [10, 64]), floats(640)]));
  const header = Buffer.from(
    JSON.stringify({
      'norm.weight': { dtype: 'F32', shape: [64], data_offsets: [0, 256] },
      'norm.bias': { dtype: 'F32', shape: [64], data_offsets: [256, 512] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  writeFileSync(join(folder, 'model.safetensors'), Buffer.concat([length, header, floats(128)]));
  mkdirSync(join(folder, 'cache'));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function execute(command: string, args: string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 280_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

describe('npm scripts', () => {
  const named = unique.filter((command) => scriptOf(command) !== undefined);

  it('that are named are there, and run somewhere', () => {
    const unknown = named.filter((command) => {
      const script = scriptOf(command) as string;
      const isThere = script in scripts || script in exampleScripts;
      return !isThere || !(isInCi(script) || script in shortForms || script in elsewhere);
    });
    expect(unknown).toEqual([]);
  });

  it('are all described', () => {
    const hooks = /^(pre|post)|^(install|prepare)$/;
    const names = new Set(named.map(scriptOf));
    const silent = [...Object.keys(scripts), ...Object.keys(exampleScripts)].filter(
      (script) => !(hooks.test(script) && script !== 'prebuild') && script !== 'test' && !names.has(script),
    );
    expect(silent).toEqual([]);
  });

  it('that are said to run elsewhere do not run in continuous integration', () => {
    expect(Object.keys(elsewhere).filter((script) => script in scripts && isInCi(script))).toEqual([]);
  });

  it.each(Object.entries(shortForms))('%s, in short', { timeout: 300_000 }, (script, args) => {
    execute('npm', ['run', '--silent', script, '--', ...args], root);
  });
});

describe('the command line', () => {
  const lines = [
    ...new Set(
      unique
        .filter(isCommandLine)
        .map(({ text }) => text.replace(/^(npx )?/, 'npx '))
        .map((text) => text.replace(/\b(OP|N|R|C)\b/g, (word) => placeholders[word])),
    ),
  ];

  it('is documented', () => {
    expect(lines.length).toBeGreaterThan(8);
  });

  it.each(lines)('%s', { timeout: 120_000 }, (line) => {
    // A name in a sentence, without what it works on, is the name of its help.
    const isName = /^npx tile-simd (run|inspect|explain|tune|study)$/.test(line);
    execute('sh', ['-c', isName ? `${line} --help` : line]);
  });
});

describe('everything else', () => {
  const others = unique.filter((command) => scriptOf(command) === undefined && !isCommandLine(command));

  it('has a place where it runs', () => {
    const unknown = others.filter(({ text }) => {
      if (text in elsewhere || text === 'npm install' || text.startsWith('npm install PATH')) return false;
      const packages = /^apt-get install (.+)$/.exec(text)?.[1].split(' ');
      if (packages !== undefined) return !packages.every(isInstalledByCi);
      return !/^(mkdir|cp) /.test(text);
    });
    expect(unknown).toEqual([]);
  });

  it('a checkout is installed into a project by its path', () => {
    const script = "const { cpu } = require('tile-simd'); console.log(cpu().levels.length > 0)";
    expect(execute(process.execPath, ['-e', script]).trim()).toBe('true');
  });

  it('an addon is put where the loader looks', () => {
    const commands = others.filter(({ text }) => /^(mkdir|cp) /.test(text)).map(({ text }) => text);
    expect(commands).toHaveLength(2);
    execute('sh', ['-c', commands.join(' && ')]);
  });
});
