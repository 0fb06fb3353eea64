// The profile, where there is one: the classes of each cell add up to the instructions that the trace has.
import type { CaptureFacts } from './captures.js';
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import { array, integer, object, text } from './json.js';

export function checkProfile(
  folder: Folder,
  captures: ReadonlyMap<string, CaptureFacts>,
  readsRaw: boolean,
  findings: Findings,
): void {
  if (!folder.has('profile')) return;
  for (const value of array(folder.document('profile').cells, 'profile.cells')) {
    const cell = object(value, 'profile.cells');
    const capture = text(cell.capture, 'profile.cells.capture');
    const where = `profile ${capture}`;
    findings.expect(captures.has(capture), where, 'is no capture');
    if (!readsRaw) continue;
    const stored = folder.stored(cell.trace, `${where}.trace`);
    if (stored === undefined) continue;
    const trace = object(JSON.parse(stored.content.toString('utf8')), `${where}.trace`);
    const places = array(trace.places, `${where}.trace`);
    const traced = places.reduce<number>((sum, place) => sum + integer(array(place, where)[2], where, 1), 0);
    const { outside, ...inside } = object(cell.classes, `${where}.classes`);
    const counted = Object.values(inside).reduce<number>((sum, count) => sum + integer(count, where), 0);
    findings.equal(counted, traced, `${where}: instructions of all classes`);
    findings.equal(outside, trace.outside, `${where}: instructions outside`);
  }
}
