// Launching again what was launched before, without native code reading the arrays anew: that takes half of a launch.
//
// An array's memory is where it was if the array is the same object and as long as it was. Native code has seen it, so
// it is off the heap of V8, which never takes it back; a buffer that is transferred leaves arrays of length 0, one
// that shrinks leaves them shorter, and resizable memory is reserved at one place for its largest size. Arrays of
// length 0 are never launched. The length is asked of the accessor that every typed array inherits, taken here
// before anybody can put another in its place.
import type { StorageArray } from '../ir/dtype.js';
import { LaunchStatus, type NativeRepeater } from '../native/binding.js';
import type { Call, Slots } from './calls.js';

const { get: lengthGetter } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  'length',
) as { get: () => number };
const lengthOf = Function.prototype.call.bind(lengthGetter) as (array: StorageArray) => number;

/** Whole launches of one record. */
export class RepeatedLaunch {
  readonly #run: NativeRepeater;
  /** What was launched last; empty if that must not be repeated. */
  readonly #arrays: StorageArray[] = [];
  readonly #lengths: number[] = [];

  constructor(run: NativeRepeater) {
    this.#run = run;
  }

  /** Launches programs [0, programs) on the values in `slots`. The status of a launcher. */
  launch(call: Call, rows: number, programs: number, slots: Slots): number {
    if (this.#isUnchanged()) {
      const status = this.#run();
      if (status !== LaunchStatus.notBound) return status;
    }
    this.forget();
    const status = call(this.#run, rows, 0, programs, slots);
    if (status === LaunchStatus.done) this.#remember(slots.all);
    return status;
  }

  /** To be called when other values are bound. */
  forget(): void {
    this.#arrays.length = 0;
  }

  #isUnchanged(): boolean {
    const arrays = this.#arrays;
    for (let i = 0; i < arrays.length; ++i) if (lengthOf(arrays[i]) !== this.#lengths[i]) return false;
    return arrays.length > 0;
  }

  #remember(values: readonly unknown[]): void {
    for (const value of values) {
      if (typeof value !== 'object') continue;
      this.#lengths[this.#arrays.length] = lengthOf(value as StorageArray);
      this.#arrays.push(value as StorageArray);
    }
  }
}
