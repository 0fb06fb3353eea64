// Output for people: columns, colour and a progress line on a terminal; plain lines everywhere else.
import { createColors } from 'picocolors';

/** Text of one cell, and how it is coloured; padding goes by the text alone. */
export interface Cell {
  readonly text: string;
  readonly color?: ((text: string) => string) | undefined;
}

export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

export type Colors = ReturnType<typeof createColors>;

/** A place for lines; the last one of a terminal shows progress. */
export class Output {
  readonly colors: Colors;
  readonly #stream: NodeJS.WriteStream;
  readonly #isTerminal: boolean;
  #progress = '';

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
    this.#isTerminal = Boolean(stream.isTTY); // undefined in a pipe
    // Node looks at NO_COLOR, FORCE_COLOR and TERM; without a terminal there is no colour, whatever they say.
    this.colors = createColors(this.#isTerminal && stream.hasColors());
  }

  /** Prints a line above the progress line. */
  line(text = ''): void {
    this.#stream.write(`${this.#erase()}${text}\n${this.#progress}`);
  }

  /** Columns of the terminal; elsewhere lines may be as long as they are. */
  get width(): number {
    return this.#isTerminal ? this.#stream.columns : Infinity;
  }

  /** Prints cells under their columns. */
  row(columns: readonly Column[], cells: readonly Cell[]): void {
    const parts = columns.map(({ width, align = 'left' }, i) => {
      const { text, color = String } = cells[i];
      const padding = ' '.repeat(Math.max(0, width - text.length));
      if (align === 'right') return padding + color(text);
      return color(text) + (i === columns.length - 1 ? '' : padding);
    });
    this.line(`  ${parts.join('  ')}`);
  }

  /** The titles of the columns. */
  titles(columns: readonly Column[]): void {
    this.row(
      columns,
      columns.map(({ title }) => ({ text: title, color: this.colors.dim })),
    );
  }

  /** Replaces the progress line; only on a terminal. An empty text removes it. */
  progress(text: string): void {
    if (!this.#isTerminal) return;
    const erase = this.#erase();
    this.#progress = text === '' ? '' : this.colors.dim(text.slice(0, this.#stream.columns - 1));
    this.#stream.write(erase + this.#progress);
  }

  #erase(): string {
    return this.#progress === '' ? '' : '\r\x1b[2K';
  }
}

/** 182 ns, 5.33 µs, 1.12 ms: three digits. */
export function formatTime(nanoseconds: number): string {
  const units = ['ns', 'µs', 'ms', 's'];
  let value = nanoseconds;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; value /= 1000) ++unit;
  return `${threeDigits(value)} ${units[unit]}`;
}

/** Three digits, without an exponent: 0.25, 1.5, 12.3, 456. */
export function threeDigits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
