/** Waits that can be ended, one by one and for good. */
export type Naps = Readonly<{
  /** Aborted once closed. */
  closing: AbortSignal;
  nap(ms: number): Promise<void>;
  /** Ends the naps that are being taken. */
  wake(): void;
  close(): void;
}>;

export function createNaps(sleep: (ms: number, signal: AbortSignal) => Promise<void>): Naps {
  const closing = new AbortController();
  let waking = new AbortController();
  return {
    closing: closing.signal,
    nap: (ms) => sleep(ms, AbortSignal.any([closing.signal, waking.signal])),
    wake() {
      waking.abort();
      waking = new AbortController();
    },
    close: () => closing.abort(),
  };
}
