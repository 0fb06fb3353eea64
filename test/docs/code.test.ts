// Every block of JavaScript and TypeScript in the documents is run, through the built package under its own name; what
// its comments say that it prints, it prints.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ts from 'typescript';
import { blocksOf, pages, printedBy, programsOf, root, type Block } from './pages.js';

/** Languages of blocks, and what is done with them: everything that is not listed is an error. */
const programs = ['js', 'ts'];
const others = ['sh', 'text', 'json', 'dockerfile', 'c', ''];

const blocks = pages.flatMap(blocksOf);
const cases = programsOf(blocks.filter(({ language }) => programs.includes(language))).map(
  (program) => [`${program.page}:${program.line}`, program] as const,
);

// Within the package, so that its own name leads to it, and nowhere else.
let folder: string;
beforeAll(() => {
  mkdirSync(join(root, 'build'), { recursive: true });
  folder = mkdtempSync(join(root, 'build', 'docs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(code: string, extension: string, name: string) {
  const file = join(folder, `${name.replace(/\W/g, '-')}.${extension}`);
  writeFileSync(file, code);
  const env = { ...process.env, TILE_SIMD_DISABLE_CACHE: '', TILE_SIMD_CACHE_DIR: join(folder, 'cache') };
  return spawnSync(process.execPath, [file], { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
}

/** JavaScript of a TypeScript block that has no type errors. */
function compiled(program: Block, name: string): string {
  const file = join(folder, `${name.replace(/\W/g, '-')}.mts`);
  writeFileSync(file, program.code);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node20,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const checked = ts.createProgram([file], options);
  const problems = ts.getPreEmitDiagnostics(checked).map(({ messageText, start, file: at }) => {
    const line = at === undefined ? 0 : at.getLineAndCharacterOfPosition(start ?? 0).line;
    return `line ${program.line + 1 + line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  expect(problems).toEqual([]);
  return ts.transpileModule(program.code, { compilerOptions: { ...options, noEmit: false } }).outputText;
}

describe('blocks of code', () => {
  it('are found, and in languages that are known', () => {
    expect(cases.length).toBeGreaterThan(20);
    const unknown = blocks.filter(({ language }) => ![...programs, ...others].includes(language));
    expect(unknown.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([]);
  });

  it.each(cases)('%s', (name, program) => {
    const isTypeScript = program.language === 'ts';
    const code = isTypeScript ? compiled(program, name) : program.code;
    const extension = /^import /m.test(code) ? 'mjs' : 'cjs';
    const { status, stdout, stderr } = run(code, extension, name);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const printed = printedBy(program.code);
    if (printed.length > 0) expect(stdout.trimEnd().split('\n')).toEqual(printed);
  });
});
