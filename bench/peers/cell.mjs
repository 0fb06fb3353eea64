// One cell in a process of its own, so that what V8 learned of another shape does not count here. Reads a request from
// stdin and writes events, one JSON object a line, as kernel_bench does.
//
// Everybody is verified before anything is timed, and again after each visit. A peer whose result is wrong is reported
// and not timed; a wrong result of ours ends the process with status 1.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from '../../scripts/lib/host.mjs';
import { Candidate, JsTimer } from '../lib/js-timer.mjs';
import { check, dataOf } from './data.mjs';
import { entryLabel, entryOf } from './entry.mjs';
import { MissingPeer } from './installed.mjs';
import { oursOf, pivotLabel } from './ours.mjs';
import { makers } from './peers.mjs';

const emit = (event, fields) => process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
const request = JSON.parse(readFileSync(0, 'utf8'));
const { cell, peers, threads, timing, rounds, core, generated } = request;

/** What `make` gives; nothing and a `missing` event where it cannot. */
async function orMissing(label, make) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof MissingPeer)) process.stderr.write(`${label}: ${error.stack}\n`);
    emit('missing', { label, reason: error.message });
    return undefined;
  }
}

/** Runs once on a cleared output, and compares all of it. */
async function verify({ run, clear, output, label, kind }, expected) {
  clear();
  await run();
  const result = check(output(), expected);
  if (kind === 'ours' && result.bad > 0)
    throw new Error(`${label}: ${result.bad} wrong values, the first ${JSON.stringify(result.first)}`);
  return result;
}

/** A candidate as the rounds see it: `visit` gives the fields of a visit. */
function visited(description, pivot, timer, expected) {
  const candidate = new Candidate(description.label, description.run, description);
  return async () => {
    const visit = await timer.visit(candidate, pivot());
    return { ...visit, check: await verify(description, expected) };
  };
}

async function main() {
  const library = createRequire(import.meta.url)(root);
  const data = dataOf(library, cell);
  const timer = new JsTimer(timing);
  const descriptions = oursOf(library, data);
  for (const name of peers)
    descriptions.push(...((await orMissing(name, () => makers[name](data, { threads }))) ?? []));

  const visits = [];
  let pivot;
  for (const description of descriptions) {
    const { label, kind, detail } = description;
    const result = await verify(description, data.expected);
    emit('candidate', { label, kind, ...(detail && { detail }), pivot: label === pivotLabel, check: result });
    if (label === pivotLabel) pivot = new Candidate(label, description.run);
    if (result.bad === 0)
      visits.push({ label, visit: visited(description, () => pivot, timer, data.expected) });
  }
  if (generated !== undefined) {
    const entry = await orMissing(entryLabel, () => entryOf(cell, generated, timing, core));
    if (entry !== undefined) {
      emit('candidate', { label: entryLabel, kind: 'ours', isNative: true, pivot: false });
      visits.push({ label: entryLabel, visit: () => entry(timer, pivot) });
    }
  }
  for (let round = 0; round < rounds; ++round)
    for (const { label, visit } of orderOf(visits, round))
      emit('visit', { label, ...(await visit()), round });
}

/** Rotated from round to round, and every second round backwards. */
function orderOf(list, round) {
  const first = (round * (Math.floor(list.length / 2) + 1)) % list.length;
  const order = [...list.slice(first), ...list.slice(0, first)];
  return round % 2 === 0 ? order : order.reverse();
}

main().catch((error) => {
  process.stderr.write(`bench:peers: ${cell.name}: ${error.stack}\n`);
  process.exitCode = 1;
});
