// What `tile-simd run` will do: the program that fits the files, which file goes to which parameter, and how the rows
// are cut into blocks. Nothing here knows an operator: parameters are matched by name, rank and extent.
import { invalidValue } from '../errors.js';
import type { DType, OutputDType, OutputParam, Param } from '../ir/types.js';
import type { TileProgram } from '../ir/program.js';
import { dtypes } from '../ir/dtype.js';
import { badFile, elementsOf } from './formats/array-info.js';
import { openArray, type ArrayFile } from './formats/open-array.js';
import { programOf } from './operator-name.js';

/** What the user asks for, read from the command line. */
export interface RunRequest {
  readonly op: string;
  readonly input: string;
  /** Files by parameter: weight, bias, residual, ... */
  readonly files: Readonly<Record<string, string>>;
  readonly scalars: Readonly<Record<string, unknown>>;
  readonly dims: Readonly<Record<string, unknown>>;
  /** Options of the operator's program. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of further outputs that are to be saved. */
  readonly outputs: readonly string[];
  readonly dtype: 'f16' | 'bf16' | undefined;
  /** Wanted size of a block of the largest file, in bytes. */
  readonly blockBytes: number;
}

/** A buffer that goes through block by block. */
export interface StreamedInput {
  readonly name: string;
  readonly file: ArrayFile;
  readonly extent: number;
  /** Rows of the launch that one row of this input serves: more than 1 where rows are shared by groups. */
  readonly rowsPerRow: number;
}

export interface RunPlan {
  readonly program: TileProgram;
  readonly shape: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly blockRows: number;
  readonly blocks: number;
  readonly streamed: readonly StreamedInput[];
  /** Inputs that all rows share, read as a whole. */
  readonly whole: readonly { readonly name: string; readonly file: ArrayFile; readonly length: number }[];
  readonly scalars: Readonly<Record<string, number>>;
  readonly outputs: readonly RunOutput[];
}

export interface RunOutput {
  readonly name: string;
  readonly dtype: OutputDType;
  /** Of the file. */
  readonly shape: readonly number[];
  readonly extent: number;
}

/** Names of the option that says what dtype a parameter of its own has. */
const dtypeOptions: Readonly<Record<string, string>> = {
  weight: 'weightDtype',
  bias: 'biasDtype',
  mask: 'maskDtype',
  cos: 'tableDtype',
  sin: 'tableDtype',
};

/** Values of scalars where nothing is said. */
const usualScalars: Readonly<Record<string, number>> = { eps: 1e-5 };

/**
 * Opens the files and plans the run. Files that were opened are added to `opened`, and the caller closes them.
 * @throws ERR_FILE_ACCESS, ERR_FILE_FORMAT, ERR_INVALID_ARG_VALUE, ERR_INVALID_ARG_TYPE.
 */
export async function planRun(request: RunRequest, opened: ArrayFile[]): Promise<RunPlan> {
  const openFile = async (spec: string) => {
    const file = await openArray(spec, request.dtype);
    opened.push(file);
    return file;
  };
  const input = await openFile(request.input);
  const files: Record<string, ArrayFile> = {};
  for (const [name, spec] of Object.entries(request.files)) files[name] = await openFile(spec);

  const program = programFor(request, input.dtype, files);
  const first = program.params.find((param) => param.kind === 'input' && param.access === 'row');
  if (first === undefined) throw invalidValue('OP', 'a program with an input that has rows', program.name);
  if (program.grid !== undefined)
    throw invalidValue(
      'OP',
      `a program that runs along the last axis (this one has a grid of ${program.grid})`,
      program.name,
    );
  expectNames(request, program, first);
  files[first.name] = input;

  const { shape: sizes, spec } = input;
  if (sizes.length === 0) throw badFile(spec, 'has no axis (a single number)', 'an array of rows');
  const extents = extentsOf(program, sizes[sizes.length - 1], request.dims);
  const leading = sizes.slice(0, -1);
  const rows = elementsOf(leading) as number;
  const scalars = scalarsOf(program, request.scalars);
  const parts = inputsOf(program, extents, rows, files, scalars);
  const outputs = program.params
    .filter((param): param is OutputParam => param.kind === 'output')
    .map(({ name, dtype, dim }): RunOutput => {
      const extent = dim === 'one' ? 1 : extents[dim];
      return { name, dtype, extent, shape: dim === 'one' ? leading : [...leading, extent] };
    });
  const { blockRows, blocks } = cut(
    program,
    rows,
    [...parts.streamed, ...outputs],
    parts.streamed,
    files,
    request,
  );
  return { program, shape: extents, rows, blockRows, blocks, ...parts, scalars, outputs };
}

/** The variant of the operator that has these files and outputs, in their storage types. */
function programFor(
  request: RunRequest,
  dtype: DType,
  files: Readonly<Record<string, ArrayFile>>,
): TileProgram {
  const options: Record<string, unknown> = { dtype, ...request.options };
  for (const [name, file] of Object.entries(files)) {
    const option = dtypeOptions[name];
    if (option !== undefined && file.dtype !== dtype && options[option] === undefined)
      options[option] = file.dtype;
  }
  const has = (program: TileProgram, name: string) => program.params.some((param) => param.name === name);
  let program = programOf(request.op, options);
  // A variant that lacks a vector for which there is no file, or has an output that is wanted.
  const absent = program.params.filter(
    (param) => param.kind === 'input' && param.access === 'column' && !(param.name in files),
  );
  const wanted = request.outputs.filter((name) => !has(program, name));
  for (const [name, value] of [
    ...absent.map(({ name }) => [name, false] as const),
    ...wanted.map((name) => [name, true] as const),
  ]) {
    try {
      program = programOf(request.op, { ...options, [name]: value });
      options[name] = value;
    } catch {
      // This operator has no such variant: what is missing is named below.
    }
  }
  return program;
}

function expectNames(request: RunRequest, program: TileProgram, first: Param): void {
  const list = (kind: Param['kind']) =>
    program.params.filter((param) => param.kind === kind).map(({ name }) => name);
  const expectKnown = (argument: string, names: readonly string[], known: readonly string[]) => {
    for (const name of names) {
      if (!known.includes(name))
        throw invalidValue(
          argument,
          `a parameter of ${program.name}${known.length > 0 ? ` (${known.join(', ')})` : ', which has none of this kind'}`,
          name,
        );
    }
  };
  const inputs = list('input');
  expectKnown(
    '--param',
    Object.keys(request.files),
    inputs.filter((name) => name !== first.name),
  );
  expectKnown('--set', Object.keys(request.scalars), list('scalar'));
  expectKnown('--save', request.outputs, list('output').slice(1));
  const missing = inputs.find((name) => name !== first.name && !(name in request.files));
  if (missing !== undefined)
    throw invalidValue('--param', `a file for the input ${missing}: --param ${missing}=FILE`, undefined);
}

function extentsOf(
  program: TileProgram,
  cols: number,
  given: Readonly<Record<string, unknown>>,
): Record<string, number> {
  const extents: Record<string, number> = {};
  for (const dim of program.dims) {
    const value = dim === 'cols' ? cols : (given[dim] ?? (dim === 'half' ? cols / 2 : undefined));
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
      throw invalidValue(dim === 'cols' ? '--input' : '--dim', `${dim}, an extent from 1 on`, value);
    extents[dim] = value;
  }
  return extents;
}

function scalarsOf(program: TileProgram, given: Readonly<Record<string, unknown>>): Record<string, number> {
  const scalars: Record<string, number> = {};
  for (const { name, kind } of program.params) {
    if (kind !== 'scalar') continue;
    const value = given[name] ?? usualScalars[name];
    if (typeof value !== 'number')
      throw invalidValue('--set', `a number for ${name}: --set ${name}=NUMBER`, value);
    scalars[name] = value;
  }
  return scalars;
}

function inputsOf(
  program: TileProgram,
  extents: Readonly<Record<string, number>>,
  rows: number,
  files: Readonly<Record<string, ArrayFile>>,
  scalars: Readonly<Record<string, number>>,
): Pick<RunPlan, 'streamed' | 'whole'> {
  const streamed: StreamedInput[] = [];
  const whole: { name: string; file: ArrayFile; length: number }[] = [];
  for (const param of program.params) {
    if (param.kind !== 'input') continue;
    const { name, access, dim, by } = param;
    const file = files[name];
    if (file.dtype !== param.dtype)
      throw badFile(file.spec, `holds ${file.dtype}`, `${param.dtype} for ${name}`);
    const extent = dim === 'one' ? 1 : extents[dim];
    const { shape } = file;
    const text = `has shape (${shape.join(', ')})`;
    if (access === 'column' || access === 'gather') {
      const fits =
        access === 'column'
          ? shape.length === 1 && shape[0] === extent
          : shape.length === 2 && shape[1] === extent;
      if (!fits)
        throw badFile(
          file.spec,
          `${text}, and ${name} is ${access === 'column' ? `a vector of ${extent}` : `a table with rows of ${extent}`}`,
          `(${access === 'column' ? extent : `N, ${extent}`})`,
        );
      whole.push({ name, file, length: elementsOf(shape) as number });
      continue;
    }
    const rowsPerRow = access === 'group' ? scalars[by as string] : 1;
    const wanted = Math.ceil(rows / rowsPerRow);
    const elements = elementsOf(shape) as number;
    // Values of single elements need no axis of length 1 behind the others.
    const fits = elements === wanted * extent && (extent === 1 || shape[shape.length - 1] === extent);
    if (!fits)
      throw badFile(
        file.spec,
        `${text}, and ${name} is ${wanted} rows of ${extent}`,
        `(${wanted}, ${extent})`,
      );
    streamed.push({ name, file, extent, rowsPerRow });
  }
  return { streamed, whole };
}

function cut(
  program: TileProgram,
  rows: number,
  buffers: readonly { readonly name: string; readonly extent: number }[],
  streamed: readonly StreamedInput[],
  files: Readonly<Record<string, ArrayFile>>,
  { blockBytes }: RunRequest,
): { blockRows: number; blocks: number } {
  const typeOf = (name: string) => program.params.find((param) => param.name === name)?.dtype as DType;
  const widest = Math.max(
    ...buffers.map(({ name, extent }) => extent * dtypes[files[name]?.dtype ?? typeOf(name)].bytes),
  );
  // Groups of rows that share one are not cut; and 64 rows are whole packets of every width.
  const unit = streamed.reduce((least, { rowsPerRow }) => (least * rowsPerRow) / gcd(least, rowsPerRow), 1);
  const wanted = Math.max(1, Math.floor(blockBytes / widest));
  const even = wanted >= 64 ? wanted - (wanted % 64) : wanted;
  let blockRows = Math.max(unit, even - (even % unit));
  if (program.ops.some(({ op }) => op === 'rowIndex')) blockRows = Math.max(rows, 1); // rows know their number
  return { blockRows, blocks: Math.ceil(rows / blockRows) };
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
