// What is to happen when a signal is aborted. However many launches share a signal, it has one listener of ours:
// EventTarget warns of a leak from the eleventh on.
//
// Invariant: a signal has the listener exactly while something waits for it, so a signal that outlives its launches
// holds nothing.

interface Waiting {
  readonly actions: Set<() => void>;
  readonly listener: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/** Has `action` run once `signal` is aborted. Returns what takes that back. */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  const waiting = waitingFor.get(signal) ?? listenTo(signal);
  const own = (): void => action(); // the same function twice is two actions
  waiting.actions.add(own);
  return () => {
    waiting.actions.delete(own);
    if (waiting.actions.size > 0 || waitingFor.get(signal) !== waiting) return;
    signal.removeEventListener('abort', waiting.listener);
    waitingFor.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const actions = new Set<() => void>();
  const listener = (): void => {
    waitingFor.delete(signal);
    for (const action of actions) action();
  };
  const waiting = { actions, listener };
  waitingFor.set(signal, waiting);
  signal.addEventListener('abort', listener, { once: true });
  return waiting;
}
