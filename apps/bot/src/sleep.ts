/**
 * Waits, or returns at once when the signal is aborted. Being stopped is no fault of a wait.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Lets timers, sockets and signals have their turn in a loop that would not stop for them. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
