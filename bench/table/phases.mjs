// The two phases of a cell. Chosen is in one run, judged in fresh rounds of another: what was lucky in the choosing is
// not lucky twice.
import { measure } from '../lib/kernel-bench.mjs';
import { levels, PlanMaker, refinements, structures } from './plans.mjs';

/** Milliseconds and rounds. A choice is a look; the verdict is what the table stands for. */
const timings = {
  choose: { rounds: 3, samples: 3, sampleMs: 8, warmMs: 4, waitMs: 20 },
  judge: { rounds: 12, samples: 5, sampleMs: 10, warmMs: 10, waitMs: 100 },
};
export const repeatRounds = 36;

/** The fastest of these by its ratio to the pivot. */
function fastest(candidates) {
  const byRatio = candidates.filter(({ ratio }) => ratio !== undefined).sort((a, b) => b.ratio - a.ratio);
  return byRatio[0];
}

function caseOf({ op, rows, columns }, level, generated, more) {
  const { isa } = levels[level];
  const sent = generated.map(({ label, request, flat, inCache }) => ({ label, request, flat, inCache }));
  return { op, rows, columns, isa, eps: 1e-5, generated: sent, ...more };
}

/** Without the request, which the options make again. */
const keep = ({ request: _, ...rest }) => rest;

/** Chooses the best plan, and the best form of hand-written code. Both stages are kept with every visit. */
export async function choose(cell, { library, level, core }) {
  const maker = new PlanMaker(library, cell, level);
  const timing = { ...timings.choose, core };
  const first = structures(maker, cell, level);
  const pivot = first[0].label;
  const one = await measure(caseOf(cell, level, first, { pivot }), timing);
  const measured = (stage, kind) => stage.candidates.filter((candidate) => candidate.kind === kind);
  const structure = first.find(({ label }) => label === fastest(measured(one, 'generated')).label);
  const second = [...new Set([first[0], structure, ...refinements(maker, cell, structure)])];
  const two = await measure(caseOf(cell, level, second, { pivot, hand: [] }), timing);
  const best = second.find(({ label }) => label === fastest(measured(two, 'generated')).label);
  return {
    default: keep(first[0]),
    best: keep(best),
    hand: fastest(measured(one, 'hand'))?.label,
    fused: fastest(measured(one, 'fused'))?.label,
    stages: [
      { plans: first.map(keep), ...one },
      { plans: second.map(keep), ...two },
    ],
  };
}

/** Fresh rounds of the chosen beside hand-written code, rivals and the stream limit, all paired with the best plan. */
export async function judge(cell, chosen, { library, level, core, rivals, rounds = timings.judge.rounds }) {
  const maker = new PlanMaker(library, cell, level);
  const make = ({ options, flat }) => maker.make(options, { flat });
  const best = make(chosen.best);
  const plans = [best, make(chosen.default)].filter((plan) => plan !== undefined);
  const hand = [chosen.hand, chosen.fused].filter((label) => label !== undefined);
  const inductor = rivals?.inductor(cell);
  const request = caseOf(cell, level, plans, {
    pivot: best.label,
    hand,
    streams: true,
    ...(rivals && { onednn: rivals.onednn }),
    ...(inductor && { inductor }),
  });
  const result = await measure(request, { ...timings.judge, rounds, core }, rivals);
  if (!inductor) result.missing.push({ label: 'TorchInductor', reason: 'it is not set up' });
  if (!rivals) result.missing.push({ label: 'oneDNN', reason: 'it is not set up' });
  return { rounds, best: best.label, default: (plans[1] ?? best).label, ...result };
}
