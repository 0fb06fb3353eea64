// What was met how often, by group and name, and what must be met at least once.
export class Coverage {
  readonly #counts: Record<string, Record<string, number>>;

  constructor(counts: Record<string, Record<string, number>> = {}) {
    this.#counts = counts;
  }

  add(group: string, name: unknown, count = 1): void {
    const names = (this.#counts[group] ??= {});
    names[String(name)] = (names[String(name)] ?? 0) + count;
  }

  get(group: string, name: string): number {
    return this.#counts[group]?.[name] ?? 0;
  }

  merge(other: Coverage): void {
    for (const [group, names] of Object.entries(other.#counts))
      for (const [name, count] of Object.entries(names)) this.add(group, name, count);
  }

  toJSON(): unknown {
    return this.#counts;
  }

  /** What is expected and was never met. */
  missing(expected: Readonly<Record<string, readonly string[]>>): string[] {
    return Object.entries(expected).flatMap(([group, names]) =>
      names.filter((name) => this.get(group, name) === 0).map((name) => `${group} ${name}`),
    );
  }

  /** A line or more per group: expected names first, in their order, then what else was met. */
  table(expected: Readonly<Record<string, readonly string[]>>): string {
    const groups = [...new Set([...Object.keys(expected), ...Object.keys(this.#counts)])];
    return groups
      .map((group) => {
        const names = [...new Set([...(expected[group] ?? []), ...Object.keys(this.#counts[group] ?? {})])];
        const cells = names.map((name) => `${name} ${this.get(group, name)}`);
        return wrap(`${group}:`, cells);
      })
      .join('\n');
  }
}

const lineWidth = 110;

export function wrap(head: string, cells: readonly string[]): string {
  const lines = [head];
  cells.forEach((cell, i) => {
    const text = i + 1 < cells.length ? `${cell},` : cell;
    const line = lines[lines.length - 1];
    if (line.length + 1 + text.length > lineWidth) lines.push(`  ${text}`);
    else lines[lines.length - 1] = `${line} ${text}`;
  });
  return lines.join('\n');
}
