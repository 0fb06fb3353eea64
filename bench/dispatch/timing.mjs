// Times of short calls.

export const quantile = (numbers, q) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(q * (numbers.length - 1))];

export const summary = (numbers) => ({
  median: quantile(numbers, 0.5),
  p99: quantile(numbers, 0.99),
  smallest: Math.min(...numbers),
});

/** Microseconds per call, over `calls` of them. */
export function timeOf(action, calls) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; ++i) action();
  return Number(process.hrtime.bigint() - start) / calls / 1000;
}

/** `rounds` samples of each action, side by side: neighbours in time are compared. */
export function inTurn(actions, calls, rounds) {
  const names = Object.keys(actions);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -3; round < rounds; ++round)
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const time = timeOf(actions[name], calls);
      if (round >= 0) times[name].push(time); // the first ones warm up
    }
  return times;
}
