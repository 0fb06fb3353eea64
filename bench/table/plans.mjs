// The plans from which the best is chosen. What the planner makes of the options is what is compiled and measured, so
// the table shows what users get.
import { dimsOf, operators } from './cells.mjs';

/** By level: what generated code may use, what hand-written code must need, and the packet widths worth a try. */
export const levels = {
  native: { features: 'native', isa: 'x86-64-v4', widths: [16, 8, 4] },
  v3: { features: 'x86-64-v3', isa: 'x86-64-v3', widths: [8, 4] },
  v2: { features: 'x86-64-v2', isa: 'x86-64-v2', widths: [4] },
};

/** Bytes of a matrix from which on streaming and prefetching are looked at. */
const largeBytes = 1 << 20;

/** Bytes ahead: within the row, and one row ahead as far as the switch goes. */
function prefetchDistances(columns) {
  return [1024, 4096, Math.min(64 * Math.ceil(columns / 16), 65536)];
}
const mappings = ['packet-local', 'whole-program'];

function labelOf({ flat, plan, program }) {
  const parts = [
    flat ? 'flat' : plan.mapping === 'packet-local' ? 'packet' : 'whole',
    `W${plan.width}`,
    plan.fullPacket ? 'P1' : 'P0',
    plan.materialize,
    `u${plan.unroll}`,
  ];
  if (!plan.fuse) parts.push('F0');
  if (plan.tail !== 'peeled') parts.push(plan.tail);
  if (plan.stores !== 'cached') parts.push(plan.stores);
  if (plan.prefetch > 0) parts.push(`prefetch ${plan.prefetch}`);
  if (plan.blockWidth !== 16 * plan.width) parts.push(`block ${plan.blockWidth}`);
  return program === undefined ? '' : parts.join(' ');
}

/** Makes candidates of one cell; a plan that was made before, or is refused, is undefined. */
export class PlanMaker {
  #library;
  #program;
  #dims;
  #features;
  #made = new Map();

  constructor(library, { op, columns }, level) {
    this.#library = library;
    this.#program = operators[op].program(library);
    this.#dims = dimsOf(op, columns);
    this.#features = levels[level].features;
  }

  /** `flat`: the kernel for every length. `name`: what the candidate is there to show. */
  make(options, { flat = false, name } = {}) {
    const { compile, requestOf, splitOf, hostCaches } = this.#library;
    let kernel;
    try {
      kernel = compile(this.#program, flat ? {} : this.#dims, { ...options, features: this.#features });
    } catch (error) {
      if (error.code === 'ERR_INVALID_PLAN' || error.code === 'ERR_FULL_PACKET_REFUSED') return undefined;
      throw error;
    }
    const request = JSON.stringify(requestOf(kernel.program, kernel.shape, kernel.plan, kernel.flat));
    const label = labelOf(kernel);
    const split = splitOf(kernel.program, kernel.shape, kernel.plan, 0, kernel.plan, hostCaches().l2);
    const { plan, specialization } = kernel;
    kernel.dispose();
    const known = this.#made.get(request);
    if (known !== undefined) {
      if (name !== undefined) known.names.push(name);
      return undefined;
    }
    const made = {
      label,
      names: name === undefined ? [] : [name],
      options,
      flat,
      plan,
      specialization,
      inCache: split[3], // programs of a launch that does not store past the cache, where that is by size
      request,
    };
    this.#made.set(request, made);
    return made;
  }
}

const kept = (candidates) => candidates.filter((one) => one !== undefined);

/**
 * First stage: mapping, width and where values wait, beside the default plan (first, and the pivot) and what it would be
 * without one of P, F and its mapping.
 */
export function structures(maker, { op }, level) {
  const { widths } = levels[level];
  const isElementwise = operators[op].isElementwise === true;
  const first = maker.make({}, { name: 'default', flat: isElementwise });
  const { plan } = first;
  const other = mappings.find((mapping) => mapping !== plan.mapping);
  const found = [
    first,
    maker.make({ fullPacket: false }, { name: 'P off', flat: isElementwise }),
    maker.make({ fuse: false }, { name: 'F off', flat: isElementwise }),
    maker.make({ mapping: other }, { name: 'other mapping' }),
  ];
  if (isElementwise) for (const width of widths) found.push(maker.make({ width }, { flat: true }));
  for (const mapping of mappings) for (const width of widths) found.push(maker.make({ mapping, width }));
  for (const materialize of ['registers', 'snapshot', 'reload', 'recompute', 'output'])
    found.push(maker.make({ mapping: 'packet-local', materialize }));
  return kept(found);
}

/** Second stage: around the best structure, what is written how, how far loops are unrolled, and P. */
export function refinements(maker, { rows, columns }, { options, flat, plan }) {
  const found = [];
  const add = (more) => found.push(maker.make({ ...options, ...more }, { flat }));
  for (const unroll of [1, 2, 4, 8]) add({ unroll });
  for (const tail of ['masked', 'overlapping']) add({ tail });
  add({ fullPacket: !plan.fullPacket });
  for (const packets of [4, 64]) add({ blockWidth: packets * plan.width });
  if (rows * columns * 4 >= largeBytes) {
    for (const stores of ['cached', 'streaming'])
      for (const prefetch of [0, ...prefetchDistances(columns)])
        for (const unroll of ['auto', 2, 8]) add({ stores, prefetch, unroll });
  }
  return kept(found);
}
