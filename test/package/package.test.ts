// The package as a user gets it: packed, installed into an empty folder without scripts, and run there where neither a
// compiler nor LLVM is on the path, under every Node that is supported.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thisHost } from '../../scripts/lib/host.mjs';
import { nodeOfMajor } from '../../scripts/lib/nodes.mjs';

/** What is looked at of `tile-simd doctor --json`. */
interface DoctorReport {
  passed: boolean;
  checks: unknown[];
  binary: { path: string };
  cpu: { levels: string[] };
  operators: unknown[];
}

const root = resolve(__dirname, '..', '..');
const platform = `${process.platform}-${process.arch}`;
let folder: string;
let tarball: string;

function execute(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(status, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

const tool = (name: string) => join(root, 'node_modules', '.bin', name);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-package-')));
  const binary = join(root, 'prebuilds', platform, 'tile_simd.node');
  expect(existsSync(binary), `${binary} is missing: npm run prebuild`).toBe(true);
  const [{ filename }] = JSON.parse(
    execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root),
  ) as [{ filename: string }];
  tarball = join(folder, filename);
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app', 'package.json'), '{ "private": true }\n');
  execute('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], join(folder, 'app'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tarball', () => {
  it('has what is used, and nothing else', () => {
    const files = execute('tar', ['tzf', tarball], folder).trim().split('\n');
    const unexpected = files.filter(
      (file) =>
        !/^package\/(package\.json|README(\.zh-CN)?\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY\.md)$/.test(file) &&
        !/^package\/dist\/.*\.(js|mjs|d\.ts|d\.mts)$/.test(file) &&
        !/^package\/dist\/study\/page\/style\.css$/.test(file) &&
        !/^package\/prebuilds\/(README\.md|(linux|darwin)-(x64|arm64)\/tile_simd\.node)$/.test(file) &&
        !/^package\/scripts\/(install|lib\/(host|binary))\.mjs$/.test(file) &&
        !/^package\/test\/data\/onnx\/(NOTICE\.md|\w+\.json)$/.test(file),
    );
    expect(unexpected).toEqual([]);
    expect(files).toContain(`package/prebuilds/${platform}/tile_simd.node`);
    expect(statSync(tarball).size).toBeLessThan(40 * 2 ** 20);
  });

  it('has the right types for CommonJS and ES modules', () => {
    execute(tool('attw'), [tarball], root);
    execute(tool('publint'), ['--strict', tarball], root);
  });

  it('brings its dependencies and no others', () => {
    const installed = readdirSync(join(folder, 'app', 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(installed.sort()).toEqual(['commander', 'node-gyp-build', 'picocolors', 'tile-simd']);
  });

  it('names the licences of what comes with it, and each is there', () => {
    const modules = join(folder, 'app', 'node_modules');
    const notices = readFileSync(join(modules, 'tile-simd', 'THIRD-PARTY.md'), 'utf8');
    for (const name of ['commander', 'node-gyp-build', 'picocolors']) {
      const { license } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
        license: string;
      };
      expect(notices).toContain(`\`${name}\` (${license})`);
      expect(readdirSync(join(modules, name)).some((file) => /^licen[cs]e/i.test(file))).toBe(true);
    }
    expect(readFileSync(join(modules, 'tile-simd', 'LICENSE'), 'utf8')).toContain('Apache License');
  });
});

describe.each([20, 22, 24])('under Node %i', (major) => {
  let node: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(() => {
    node = nodeOfMajor(thisHost(), major);
    // No compiler, no cmake, no LLVM: nothing at all.
    env = { PATH: join(folder, 'nothing'), HOME: folder, TMPDIR: folder };
  });

  const program = `
    const y = rmsNorm(new Float32Array([1, 2, 3, 4]), new Float32Array([1, 1, 1, 1]), { eps: 0 });
    const centred = program('centred', (b) => {
      const row = b.input('x');
      b.output('y').store(row.sub(row.mean()));
    });
    const kernel = compile(centred, { cols: 4 });
    const z = new Float32Array(8);
    const record = kernel.record({ x: new Float32Array([1, 2, 3, 6, 5, 5, 5, 5]), y: z });
    kernel.launch(record);
    console.log(JSON.stringify({ node: process.versions.node, y: [...y], z: [...z], passed: verify(kernel, record).passed }));`;

  function expectRight(stdout: string) {
    const result = JSON.parse(stdout) as { node: string; y: number[]; z: number[]; passed: boolean };
    expect(Number(result.node.split('.')[0])).toBe(major);
    result.y.forEach((value, i) => expect(value).toBeCloseTo((i + 1) / Math.sqrt(7.5), 6));
    expect(result.z).toEqual([-2, -1, 0, 3, 0, 0, 0, 0]);
    expect(result.passed).toBe(true);
  }

  it('runs rmsNorm and a program of its own, as CommonJS', () => {
    const script = `const { rmsNorm, program, compile, verify } = require('tile-simd');${program}`;
    expectRight(execute(node, ['-e', script], join(folder, 'app'), env));
  });

  it('runs them as an ES module', () => {
    const script = `import { rmsNorm, program, compile, verify } from 'tile-simd';${program}`;
    expectRight(execute(node, ['--input-type=module', '-e', script], join(folder, 'app'), env));
  });

  it('passes doctor', () => {
    const command = join(folder, 'app', 'node_modules', 'tile-simd', 'dist', 'cli', 'index.js');
    const output = execute(node, [command, 'doctor', '--json'], join(folder, 'app'), env);
    const report = JSON.parse(output) as DoctorReport;
    expect(report.passed).toBe(true);
    expect(report.binary.path).toContain(join('prebuilds', platform, 'tile_simd.node'));
  });
});

// A process under user-mode emulation can start no arm64 program, for the kernel knows no way to run one; a script that
// starts the emulator again it can start. So that script is what it takes for its Node.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on arm64, under emulation', () => {
  const sysroot = '/usr/aarch64-linux-gnu'; // Debian's libstdc++6-arm64-cross and libc6-arm64-cross

  it('passes doctor with the cross-built addon', () => {
    const node = nodeOfMajor(thisHost(), 22, 'arm64');
    const emulated = join(folder, 'emulated-node');
    const preload = join(folder, 'emulated.cjs');
    writeFileSync(preload, `process.execPath = ${JSON.stringify(emulated)};\n`);
    const command = ['qemu-aarch64', '-L', sysroot, node, '--require', preload].map((word) => `'${word}'`);
    writeFileSync(emulated, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, { mode: 0o755 });
    const app = join(folder, 'app');
    const doctor = join(app, 'node_modules', 'tile-simd', 'dist', 'cli', 'index.js');
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
    const report = JSON.parse(execute(emulated, [doctor, 'doctor', '--json'], app, env)) as DoctorReport;
    expect(report.passed, JSON.stringify(report.checks)).toBe(true);
    expect(report.binary.path).toContain(join('prebuilds', 'linux-arm64', 'tile_simd.node'));
    expect(report.cpu.levels).toContain('neon');
    expect(report.operators).toHaveLength(13);
  });
});
