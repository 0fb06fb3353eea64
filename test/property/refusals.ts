// The reasons for which plans, shapes and launches are refused. A refusal that fits none of them is a failure: either
// its reason is new and belongs here, or something legal was refused.
import { TileSimdError } from '../../lib/index.js';

interface Reason {
  readonly name: string;
  readonly code: string;
  readonly argument: RegExp;
  readonly says: RegExp;
}

const reasons: readonly Reason[] = [
  plan('mapping of a kernel for every length', 'mapping', /one element per program/),
  plan('registers: too many vectors', 'materialize', /'registers' would take \d+ vectors/),
  plan('output: a row per lane', 'materialize', /under whole-program a lane runs a row/),
  plan('output: double precision', 'materialize', /everything is computed in f64/),
  plan('output: a loop over tiles', 'materialize', /keeps values of whole rows/),
  plan('output: nowhere to wait', 'materialize', /takes an f32 output stored whole/),
  plan('block width: no multiple', 'blockWidth', /a multiple of the width/),
  plan('F off without a snapshot', 'fuse', /copies a row to its snapshot/),
  plan('vectors of lanes with arrays of their own', 'contiguous', /vectors take neighbouring elements/),
  plan('streaming: pieces of rows', 'stores', /under whole-program/),
  plan('streaming: private memory', 'stores', /reads snapshots at any element/),
  plan('streaming: tail', 'stores', /peels both ends of a row/),
  plan('streaming: no vectors', 'stores', /an output whose vectors are/),
  plan('masked: no loop', 'tail', /masks the vectors of loops/),
  plan('overlapping: private memory', 'tail', /reads snapshots at any element/),
  plan('overlapping: short rows', 'tail', /takes rows of at least one vector/),
  plan('overlapping: values in outputs', 'tail', /they are overwritten the first time/),
  plan('accumulators of the fixed order', 'accumulators', /free only under order/),
  { name: 'another machine', code: 'ERR_TARGET', argument: /^plan\.features$/, says: /has not all of/ },
  plan('cooperative: the other switches', '\\w+', /under cooperative: true/),
  plan('cooperative: a loop over tiles', 'cooperative', /goes from tile to tile/),
  plan('cooperative: no row to split', 'cooperative', /expected false/),
  plan('no such switch', '.*', /there is no such switch/),
  plan('no such value', '.*', /expected (one of|'auto' or an integer)/),
  {
    name: 'too many operations',
    code: 'ERR_INVALID_PLAN',
    argument: /^plan$/,
    says: /vector operations under this plan/,
  },
  plan('too much private memory', 'materialize', /over 4 GiB of private memory/),
  require('grid', /cannot be specialized: grid/),
  require('instruction-budget', /cannot be specialized: instruction-budget/),
  require('cooperative', /cannot be specialized: cooperative/),
  require('environment', /TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION=1 is set/),
  shape('slice beyond the row', /ends within the/),
  shape('stored slices meet', /share no element/),
  {
    name: 'output over an input',
    code: 'ERR_BUFFER_OVERLAP',
    argument: /./,
    says: /shares elements with/,
  },
];

function plan(name: string, key: string, says: RegExp): Reason {
  return { name, code: 'ERR_INVALID_PLAN', argument: new RegExp(`^plan\\.${key}$`), says };
}

function require(name: string, says: RegExp): Reason {
  return { name: `require: ${name}`, code: 'ERR_FULL_PACKET_REFUSED', argument: /^plan\.fullPacket$/, says };
}

function shape(name: string, says: RegExp): Reason {
  return { name, code: 'ERR_INVALID_ARG_VALUE', argument: /^shape\./, says };
}

export const refusalNames: readonly string[] = reasons.map(({ name }) => name);

/** The name of a refusal's reason; undefined if the error is none that is known. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof TileSimdError)) return undefined;
  const { code, argument = '', message } = error;
  return reasons.find(
    (reason) => reason.code === code && reason.argument.test(argument) && reason.says.test(message),
  )?.name;
}
