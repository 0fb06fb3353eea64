// Progress with the time left: on a terminal as a line that is replaced, elsewhere as a line now and then. Estimates come
// from what the steps done so far took beside what they were expected to take.
import { Output } from '../cli/terminal.js';

const lineEveryMs = 15_000;

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

export class Progress {
  readonly #out = new Output(process.stderr);
  readonly #started = performance.now();
  /** Expected milliseconds of everything that was announced, and of what is done. */
  #planned = 0;
  #done = 0;
  #lastLine = 0;

  /** Announces work of so many milliseconds. */
  plan(milliseconds: number): void {
    this.#planned += milliseconds;
  }

  /** Work that was announced as so many milliseconds is done. */
  step(milliseconds: number, what: string): void {
    this.#done += milliseconds;
    const elapsed = performance.now() - this.#started;
    const share = Math.min(1, this.#done / Math.max(1, this.#planned));
    const left = share > 0 ? (elapsed * (1 - share)) / share : 0;
    const text = `${String(Math.floor(100 * share)).padStart(3)} %  ${what}, about ${duration(left)} left`;
    this.#out.progress(text);
    if (process.stderr.isTTY || elapsed - this.#lastLine < lineEveryMs) return;
    this.#lastLine = elapsed;
    this.#out.line(`study: ${text}`);
  }

  /** A line that stays. */
  line(text: string): void {
    this.#out.line(`study: ${text}`);
  }

  /** A line in red that stays: something that should be there is not. */
  warn(text: string): void {
    this.#out.line(this.#out.colors.bold(this.#out.colors.red(`study: ${text}`)));
  }

  end(): void {
    this.#out.progress('');
  }
}
