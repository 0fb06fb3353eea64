// The compile requests that norm_bench times: every plan of interest for a shape, as the planner completes it.
//
// Only the public API is used: a plan is what `kernel.plan` reports, so the benchmark measures what users get.

/** Shapes of the comparison: rows of a quarter and of a full kilobyte, one long row, and a matrix beyond the caches. */
export const shapes = [
  { rows: 64, columns: 256 },
  { rows: 17, columns: 65 },
  { rows: 1, columns: 4096 },
  { rows: 1024, columns: 4096 },
];

/** By instruction set of the hand-written code: what generated code may use, and its packet widths. */
export const instructionSets = {
  'x86-64-v4': { features: 'native', widths: [4, 8, 16], registersAt: 16 },
  'x86-64-v3': { features: 'x86-64-v3', widths: [4, 8], registersAt: 8 },
};

/** JSON has no NaN, no infinities and no -0: these constants travel as strings. */
function encodeOp(op) {
  if (op.op !== 'const' || (Number.isFinite(op.value) && !Object.is(op.value, -0))) return op;
  return { ...op, value: Object.is(op.value, -0) ? '-0' : String(op.value) };
}

/** The request that compiled this kernel. */
function requestOf({ program, shape, plan }) {
  const { features, ...switches } = plan;
  const { name, params, ops } = program;
  const ir = { format: 'tile-simd/ir@1', name, dims: shape, params, ops: ops.map(encodeOp) };
  return JSON.stringify({ ir, plan: switches, target: { features } });
}

/** Label, request and plan of one choice of switches; undefined where `registers` is not to be had. */
function candidate(tileSimd, program, columns, options) {
  let kernel;
  try {
    kernel = tileSimd.compile(program, { cols: columns }, options);
  } catch (error) {
    if (options.materialize === 'registers' && error.code === 'ERR_INVALID_PLAN') return undefined;
    throw error;
  }
  const { plan, specialization } = kernel;
  const label = `${plan.mapping} W${plan.width} ${plan.fullPacket ? 'P1' : 'P0'} ${plan.materialize}`;
  const request = requestOf(kernel);
  kernel.dispose();
  return { label, request, plan, specialization };
}

/** P0 and P1, both mappings, all widths as planned; beside them the rows in registers where they were not chosen. */
export function candidates(tileSimd, program, columns, isa) {
  const { features, widths, registersAt } = instructionSets[isa];
  const found = new Map();
  const add = (options) => {
    // 'require' and not true: an environment variable that switches P off must not pass for a measurement of P1.
    for (const fullPacket of [false, 'require']) {
      const one = candidate(tileSimd, program, columns, { features, fullPacket, ...options });
      if (one) found.set(one.label, one);
    }
  };
  for (const mapping of ['packet-local', 'whole-program'])
    for (const width of widths) add({ mapping, width });
  add({ mapping: 'packet-local', width: registersAt, materialize: 'registers' });
  return [...found.values()];
}

/** Cases of norm_bench, one per instruction set, operator and shape. */
export function casesOf(tileSimd, { operators, isas, wanted }) {
  const programs = { rms_norm: tileSimd.rmsNorm.program(), layer_norm: tileSimd.layerNorm.program() };
  return isas.flatMap((isa) =>
    operators.flatMap((op) =>
      shapes
        .filter(({ rows, columns }) => wanted.length === 0 || wanted.includes(`${rows}x${columns}`))
        .map(({ rows, columns }) => {
          const generated = candidates(tileSimd, programs[op], columns, isa);
          return { op, rows, columns, eps: 1e-5, isa, generated };
        }),
    ),
  );
}
