// The captures: everything that must be there, once; artifacts under their digests; objects that say of themselves what
// the capture says of them; inputs as the seed makes them.
import {
  autoId,
  autoWithoutP,
  expectedCaptures,
  fixedId,
  mappingNames,
  matrixShapes,
  publishedPlan,
  publishedShapes,
} from './experiment.js';
import type { Part } from './experiment.js';
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import { sha256 } from './folder.js';
import { array, digest, flag, integer, object, text, type Json } from './json.js';
import { readObject, type ObjectFacts } from './object-file.js';
import { makeInputs, type Shape } from './oracle.js';

/** What the other checks need of a capture. */
export interface CaptureFacts {
  readonly id: string;
  readonly shape: Shape;
  readonly level: string;
  readonly object: string;
  readonly output: string;
  readonly plan: Json;
  /** What was asked for. */
  readonly options: Json;
  /** Its machine code; empty where artifacts are not read. */
  readonly code: Buffer;
  readonly folding: unknown;
}

const allowedImports = new Set(['memcpy', 'memset']);

/** `readsRaw`: whether artifacts are read, and not only their digests. */
export function checkCaptures(
  folder: Folder,
  seed: string,
  part: Part,
  readsRaw: boolean,
  findings: Findings,
): Map<string, CaptureFacts> {
  const found = new Map<string, CaptureFacts>();
  const inputs = new Map<string, string>();
  const given = array(folder.document('captures').captures, 'captures');
  given.forEach((value, i) => {
    const one = object(value, `captures[${i}]`);
    const id = text(one.id, `captures[${i}].id`);
    if (!findings.expect(!found.has(id), id, 'is captured twice')) return;
    const facts = checkOne(folder, one, id, readsRaw, findings);
    checkInputs(one, facts.shape, seed, inputs, findings);
    found.set(id, facts);
  });
  const expected = expectedCaptures(part);
  for (const id of expected) findings.expect(found.has(id), id, 'is not captured');
  for (const id of found.keys()) findings.expect(expected.has(id), id, 'is no cell of the experiment');
  checkTwins(found, part.levels, findings);
  return found;
}

function checkOne(
  folder: Folder,
  one: Json,
  id: string,
  readsRaw: boolean,
  findings: Findings,
): CaptureFacts {
  const where = `captures ${id}`;
  const shape = {
    operator: text(one.operator, `${where}.operator`),
    rows: integer(one.rows, `${where}.rows`, 1),
    columns: integer(one.columns, `${where}.columns`, 1),
  };
  const level = text(one.level, `${where}.level`);
  const artifacts = object(one.artifacts, `${where}.artifacts`);
  let code = Buffer.alloc(0);
  if (readsRaw) {
    for (const name of ['tile', 'llvm', 'optimized', 'assembly'])
      folder.stored(artifacts[name], `${where}.artifacts.${name}`);
    const stored = folder.stored(artifacts.object, `${where}.artifacts.object`);
    const facts = stored && readObject(stored.content);
    findings.expect(facts !== undefined, where, 'its object is none');
    if (facts !== undefined) {
      checkObject(one, facts, where, findings);
      code = Buffer.concat([...facts.code.values()]);
    }
  }
  const plan = object(one.plan, `${where}.plan`);
  const options = object(one.options, `${where}.options`);
  const specialization = object(one.specialization, `${where}.specialization`);
  const applied = flag(specialization.applied, `${where}.specialization.applied`);
  findings.expect(!applied || plan.fullPacket === true, where, 'was specialized without P in its plan');
  const output = object(one.output, `${where}.output`);
  findings.equal(output.bytes, shape.rows * shape.columns * 4, `${where}.output.bytes`);
  return {
    ...{ id, shape, level, plan, options },
    object: digest(object(artifacts.object, where).sha256, where),
    output: digest(output.sha256, `${where}.output`),
    code,
    folding: one.folding,
  };
}

/** The object itself against what is said of it. */
function checkObject(one: Json, facts: ObjectFacts, where: string, findings: Findings): void {
  findings.equal(JSON.stringify(one.imports), JSON.stringify(facts.imports), `${where}.imports`);
  for (const name of facts.imports)
    findings.expect(allowedImports.has(name), where, `its object imports ${name}`);
  const entry = text(one.entry, `${where}.entry`);
  findings.expect(facts.exports.has(entry), where, `its object has no function ${entry}`);
  const sections = array(one.sections, `${where}.sections`).map((section) =>
    object(section, `${where}.sections`),
  );
  findings.equal(sections.length, facts.code.size, `${where}: sections of code`);
  for (const { name, bytes } of sections)
    findings.equal(bytes, facts.code.get(String(name))?.length, `${where}: bytes of ${String(name)}`);
}

function checkInputs(
  one: Json,
  shape: Shape,
  seed: string,
  known: Map<string, string>,
  findings: Findings,
): void {
  const key = JSON.stringify(shape);
  let expected = known.get(key);
  if (expected === undefined) {
    const made = [...makeInputs(shape, seed)].map(([name, data]) => ({
      name,
      elements: data.length,
      sha256: sha256(new Uint8Array(data.buffer)),
    }));
    known.set(key, (expected = JSON.stringify(made)));
  }
  findings.equal(JSON.stringify(one.inputs), expected, `captures ${String(one.id)}: inputs`);
}

/** P alone is toggled: twins differ in nothing else, give the same bits, and follow the published plan. */
function checkTwins(
  found: ReadonlyMap<string, CaptureFacts>,
  levels: readonly string[],
  findings: Findings,
): void {
  const check = (id0: string, id1: string, fixed: Readonly<Record<string, unknown>>) => {
    const [p0, p1] = [found.get(id0), found.get(id1)];
    if (p0 === undefined || p1 === undefined) return;
    findings.equal(p0.output, p1.output, `${id1}: output beside that without P`);
    const keys = new Set([...Object.keys(p0.plan), ...Object.keys(p1.plan)]);
    for (const key of keys)
      if (key !== 'fullPacket') findings.equal(p1.plan[key], p0.plan[key], `${id1}: plan.${key} beside P0`);
    findings.equal(p0.plan.fullPacket, false, `${id0}: plan.fullPacket`);
    if (p0.code.length > 0 && p0.folding !== undefined)
      findings.equal(
        object(p0.folding, id0).sameTextAsP1,
        p0.code.equals(p1.code),
        `${id0}: folding.sameTextAsP1`,
      );
    for (const [key, value] of Object.entries(fixed))
      for (const [id, one] of [
        [id0, p0],
        [id1, p1],
      ] as const)
        findings.equal(one.options[key], value, `${id}: options.${key}`);
  };
  const fixedShapes = new Map(levels.map((level) => [level, publishedShapes]));
  fixedShapes.set('native', matrixShapes);
  for (const [level, shapes] of fixedShapes)
    for (const shape of shapes)
      for (const mapping of mappingNames)
        for (const fuse of [false, true])
          check(fixedId(shape, mapping, fuse, false, level), fixedId(shape, mapping, fuse, true, level), {
            ...publishedPlan,
            mapping,
            fuse,
          });
  for (const { shape, level } of found.values()) check(autoWithoutP(shape, level), autoId(shape, level), {});
}
