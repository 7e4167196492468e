/** Why a question ended before its answer. */
export type Ending = 'timeout' | 'cancelled';

/** Ends calls after a time, or with the caller's own signal. */
export type TimeLimit = Readonly<{
  signal: AbortSignal;
  /** Settles when the time is over or the caller has gone; never after `stop`. */
  ended: Promise<Ending>;
  /** What a call that is aborted now was ended by. */
  ending(): Ending;
  /** Forgets the timer: nothing is under way any more. */
  stop(): void;
}>;

/** Not AbortSignal.timeout and any: their timers stay until they fire, for every vote. */
export function startTimeLimit(milliseconds: number, caller: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  const end = (ending: Ending) => {
    resolve(ending);
    stop();
    controller.abort();
  };
  const cancel = () => end('cancelled');
  const timer = setTimeout(() => end('timeout'), Math.max(0, milliseconds));
  caller.addEventListener('abort', cancel, { once: true });
  function stop(): void {
    clearTimeout(timer);
    caller.removeEventListener('abort', cancel);
  }
  if (caller.aborted) cancel();
  return {
    signal: controller.signal,
    ended,
    ending: () => (caller.aborted ? 'cancelled' : 'timeout'),
    stop,
  };
}
