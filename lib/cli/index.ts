#!/usr/bin/env node
// The command line `tile-simd`. Exit code 0: done; 1: a check failed or the command could not run; commander gives 1
// for wrong usage as well.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { TileSimdError } from '../index.js';
import { calibrateCommand, type CalibrateCommandOptions } from './calibrate.js';
import { demo, type DemoOptions } from './demo.js';
import { doctor, type DoctorOptions } from './doctor.js';
import { explainCommand, type ExplainCommandOptions } from './explain.js';
import { inspect, type InspectOptions } from './inspect.js';
import { run, type RunOptions } from './run.js';
import { tuneCommand, type TuneCommandOptions } from './tune.js';
import type { AuditOptions, StudyOptions } from '../study/index.js';

const { version, description } = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'),
) as { version: string; description: string };

const cli = new Command('tile-simd').description(description).version(version);

cli
  .command('demo')
  .description('run RMSNorm and LayerNorm on real rows: check every result, and time it beside a plain loop')
  .option('--json', 'print one JSON document')
  .action((options: DemoOptions) => {
    if (!demo(options)) process.exitCode = 1;
  });

cli
  .command('doctor')
  .description(
    'find out whether this installation works: binary, CPU, quota, every operator against the oracle',
  )
  .option('--json', 'print one JSON document')
  .addOption(new Option('--probe').hideHelp())
  .action(async (options: DoctorOptions) => {
    if (!(await doctor(options))) process.exitCode = 1;
  });

cli
  .command('inspect')
  .description('compile an operator, or a program in its text form, and print what it comes to')
  .argument('<op>', 'name of an operator, or a file with the text of a program')
  .option(
    '--cols <n>',
    'columns of a row; without it an elementwise operator gives its kernel for every length',
  )
  .option('--dim <name=n...>', 'further extents of the program')
  .option('--plan <switch=value...>', 'switches of the plan to fix')
  .option('--option <key=value...>', "options of the operator's program, such as dtype=bf16")
  .option('--tile', 'print the Tile IR')
  .option('--llvm', 'print the LLVM IR before the pipeline')
  .option('--optimized', 'print the LLVM IR after it')
  .option('--asm', 'print the disassembly of the object')
  .option('--json', 'print one JSON document')
  .action((op: string, options: InspectOptions) => {
    inspect(op, options);
  });

cli
  .command('run')
  .description('run an operator over the rows of a file, block by block: .npy and .safetensors in, .npy out')
  .argument('<op>', 'name of an operator, or a file with the text of a program')
  .requiredOption('--input <file>', 'the rows: FILE.npy, or FILE.safetensors:NAME')
  .requiredOption('--out <file>', 'where the result goes, a .npy file; it appears when it is whole')
  .option('--weight <file>', 'the weight, a vector')
  .option('--bias <file>', 'the bias, a vector')
  .option('--param <name=file...>', "files of the operator's other inputs, such as residual=r.npy")
  .option('--set <name=number...>', 'its scalars, such as eps=1e-6')
  .option('--save <name=file...>', 'where its other outputs go; those not named are not kept')
  .option('--dim <name=n...>', 'further extents of the program')
  .option('--option <key=value...>', "options of the operator's program, such as approximate=tanh")
  .option('--plan <switch=value...>', 'switches of the plan to fix')
  .option('--dtype <type>', 'what 16 bits mean that a .npy file does not explain: bf16 or f16')
  .option('--block-mib <n>', 'size of a block of rows in MiB', '4')
  .addOption(new Option('--copy').hideHelp())
  .option('--verify', 'compare rows of every block with the FP64 reference, and write nothing if they differ')
  .option('--json', 'print one JSON document')
  .action(async (op: string, options: RunOptions) => {
    if (!(await run(op, options))) process.exitCode = 1;
  });

cli
  .command('calibrate')
  .description('measure this machine for the planner, and keep what was measured in the cache directory')
  .option('--features <level>', "instruction set to measure; this machine's by default")
  .option('--no-store', 'print the policy and keep nothing')
  .option('--json', 'print the policy as JSON')
  .action(async (options: CalibrateCommandOptions) => {
    await calibrateCommand(options);
  });

cli
  .command('explain')
  .description('print the plans that the planner considers for an operator, with their predicted costs')
  .argument('<op>', 'name of an operator, or a file with the text of a program')
  .option('--rows <n>', 'rows of a launch; 64 where none are given')
  .option('--cols <n>', 'columns of a row')
  .option('--dim <name=n...>', 'further extents of the program')
  .option('--plan <switch=value...>', 'switches of the plan to fix')
  .option('--option <key=value...>', "options of the operator's program, such as dtype=bf16")
  .option('--all', 'print every candidate and every refusal, not only the best')
  .option('--json', 'print one JSON document')
  .action((op: string, options: ExplainCommandOptions) => {
    explainCommand(op, options);
  });

cli
  .command('tune')
  .description('measure plans for an operator beside each other, and keep the fastest for this machine')
  .argument('<op>', 'name of an operator, or a file with the text of a program')
  .option('--rows <n>', 'rows of a launch; 64 where none are given')
  .option('--cols <n>', 'columns of a row')
  .option('--dim <name=n...>', 'further extents of the program')
  .option('--plan <switch=value...>', 'switches of the plan to fix')
  .option('--option <key=value...>', "options of the operator's program, such as dtype=bf16")
  .option('--candidates <n>', 'plans to measure at most', '24')
  .option('--no-store', 'print what was found and keep nothing')
  .option('--json', 'print one JSON document')
  .action(async (op: string, options: TuneCommandOptions) => {
    if (!(await tuneCommand(op, options))) process.exitCode = 1;
  });

const study = cli
  .command('study')
  .description(
    'redo the published experiment: capture, measure, audit, report (in a checkout of the repository)',
  );

/** A stage of the study, with what all of them take. */
function studyStage(name: string, description: string): Command {
  return study
    .command(name)
    .description(description)
    .option('--out <folder>', 'where the evidence is, or goes', 'study-results')
    .option('--quick', 'short samples, for a look: the data says so')
    .option('--only <shapes>', 'cells of these shapes alone, such as 17x65,64x256: the data says so');
}

studyStage('capture', 'compile every cell and keep plan, IR, object, assembly and output').action(
  async (options: StudyOptions) => {
    await (await import('../study/index.js')).runStage('capture', options);
  },
);
studyStage('native', 'time the captured objects in a C++ process beside TorchInductor, oneDNN and C').action(
  async (options: StudyOptions) => {
    await (await import('../study/index.js')).runStage('native', options);
  },
);
studyStage('matrix', 'time every cell end to end, by batches on a worker pool').action(
  async (options: StudyOptions) => {
    await (await import('../study/index.js')).runStage('matrix', options);
  },
);
studyStage('profile', 'count the instructions that the objects execute, by class').action(
  async (options: StudyOptions) => {
    await (await import('../study/index.js')).runStage('profile', options);
  },
);
study
  .command('audit')
  .description('check the evidence by a second program that trusts none of it')
  .argument('[folder]', 'the evidence', 'study-results')
  .option('--raw', 'read every stored output again and compare it with an oracle of its own')
  .option('--seal <sha256>', 'the digest that the run printed')
  .action(async (folder: string, options: AuditOptions) => {
    process.exitCode = (await import('../study/index.js')).audit(folder, options);
  });
studyStage('report', 'write report.html and summary.md from the evidence').action(
  async (options: StudyOptions) => {
    (await import('../study/index.js')).writeReport(options);
  },
);
studyStage('all', 'everything, from the first capture to the report')
  .option('--keep-work', 'keep the inputs, which can be made again')
  .action(async (options: StudyOptions) => {
    if (!(await (await import('../study/index.js')).all(options))) process.exitCode = 1;
  });

cli.parseAsync().catch((error: unknown) => {
  if (!(error instanceof TileSimdError)) throw error;
  // The message is for people; a stack of this package would hide it.
  console.error(`tile-simd: ${error.message} (${error.code})`);
  process.exitCode = 1;
});
