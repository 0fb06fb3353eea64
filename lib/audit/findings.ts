// What the audit found: every difference by its place. Nothing ends it early, so that one look shows all of it.

export interface Finding {
  readonly where: string;
  readonly what: string;
}

export class Findings {
  readonly failures: Finding[] = [];
  /** What is no failure and must be known: a rival that was not to be had. */
  readonly notes: Finding[] = [];
  checks = 0;

  /** Counts a check, and keeps what is wrong. Whether it held. */
  expect(holds: boolean, where: string, what: string | (() => string)): boolean {
    ++this.checks;
    if (holds) return true;
    this.fail(where, typeof what === 'string' ? what : what());
    return false;
  }

  equal(got: unknown, expected: unknown, where: string): boolean {
    return this.expect(
      Object.is(got, expected),
      where,
      () => `is ${JSON.stringify(got)}, should be ${JSON.stringify(expected)}`,
    );
  }

  /** Numbers that were computed twice, by different code: equal but for rounding. */
  near(got: unknown, expected: number, where: string, tolerance = 1e-9): boolean {
    const holds =
      typeof got === 'number' && Math.abs(got - expected) <= tolerance * Math.max(1e-12, Math.abs(expected));
    return this.expect(holds, where, () => `is ${String(got)}, comes to ${expected}`);
  }

  fail(where: string, what: string): void {
    this.failures.push({ where, what });
  }

  note(where: string, what: string): void {
    this.notes.push({ where, what });
  }
}
