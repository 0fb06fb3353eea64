// From measurements to figures, the same for everybody: medians, paired ratios, noise.

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export interface Range {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function rangeOf(values: readonly number[]): Range {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** The value that `share` of all values do not exceed: the smallest such value of the list itself. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}
