// Format and lint of the C++ sources.
//
//   node scripts/cpp.mjs format [--check]    clang-format 22 over native/, test/native/ and bench/
//   node scripts/cpp.mjs tidy [FILE...]      clang-tidy 22 over native/ with the flags of the last build
//
// The version is fixed: another one formats differently. On Debian: apt-get install clang-format-22 clang-tidy-22.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { isFile, list, output, root, systemPath, thisHost, which } from './lib/host.mjs';

const major = 22;

function findTool(name) {
  const host = thisHost();
  const candidates = [
    `${name}-${major}`,
    systemPath(host, `/usr/lib/llvm-${major}/bin/${name}`),
    name,
  ].flatMap((tool) => which(host, tool));
  const versions = candidates.map((path) => [
    path,
    /version (\d+[0-9.]*)/.exec(output(host, path, ['--version']) ?? '')?.[1],
  ]);
  const found = versions.find(([, version]) => version?.startsWith(`${major}.`));
  if (found) return found[0];
  const seen = versions.map(([path, version]) => `${path} ${version ?? '(does not run)'}`).join(', ');
  console.error(
    `${name} ${major} is missing (found: ${seen || 'none'}). Get it: apt-get install ${name}-${major}`,
  );
  process.exit(1);
}

function walk(folder, pattern) {
  return list(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    return isFile(join(root, path)) ? (pattern.test(name) ? [path] : []) : walk(path, pattern);
  });
}

function format(check) {
  const files = ['native', 'test/native', 'bench'].flatMap((folder) => walk(folder, /\.(c|cpp|h)$/));
  if (files.length === 0) return 0;
  const tool = findTool('clang-format');
  if (!check) return spawnSync(tool, ['-i', ...files], { cwd: root, stdio: 'inherit' }).status ?? 1;
  const { status, stderr } = spawnSync(tool, ['--dry-run', '--Werror', ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // One line per file; what would change, `npm run format` and git show better.
  const bad = new Set([...stderr.matchAll(/^(\S+?):\d+:\d+: error:/gm)].map(([, file]) => file));
  for (const file of bad) console.error(`clang-format: ${file} is not formatted`);
  if (status !== 0 && bad.size === 0) console.error(stderr);
  console.log(
    `clang-format: ${files.length} files, ${bad.size} to format${bad.size > 0 ? ' (npm run format)' : ''}`,
  );
  return status ?? 1;
}

async function tidy(only) {
  const tool = findTool('clang-tidy');
  const tree = join(root, 'build', 'cmake');
  if (!isFile(join(tree, 'compile_commands.json'))) {
    console.error('clang-tidy needs the flags of a build: npm run build:native');
    return 1;
  }
  const commands = JSON.parse(readFileSync(join(tree, 'compile_commands.json'), 'utf8'));
  const wanted = only.map((file) => resolve(file));
  const files = [...new Set(commands.map(({ file }) => file))]
    .filter((file) => file.startsWith(join(root, 'native/')) && file.endsWith('.cpp') && isFile(file))
    .filter((file) => wanted.length === 0 || wanted.includes(file));

  const failed = [];
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const child = spawn(tool, ['--quiet', '-p', tree, file], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      let errors = '';
      child.stdout.on('data', (data) => (text += data));
      child.stderr.on('data', (data) => (errors += data));
      const status = await new Promise((done) => child.on('close', done));
      if (status === 0) continue;
      failed.push(relative(root, file));
      process.stdout.write(text || errors);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  console.log(
    `clang-tidy: ${files.length} files, ${failed.length} with findings${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
  );
  return failed.length === 0 ? 0 : 1;
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'format') process.exitCode = format(rest.includes('--check'));
else if (command === 'tidy') process.exitCode = await tidy(rest);
else {
  console.error('usage: node scripts/cpp.mjs format [--check] | tidy [FILE...]');
  process.exitCode = 2;
}
