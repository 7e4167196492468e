const PER_CALL = 0.2;
const MOST = 5;

/** Keeps retries to a fifth of the calls, so that a provider in trouble is not asked three times as often. */
export type RetryBudget = Readonly<{
  noteCall(): void;
  /** Takes one retry; false where none is left. */
  take(): boolean;
}>;

export function createRetryBudget(): RetryBudget {
  let left = MOST;
  return {
    noteCall() {
      left = Math.min(MOST, left + PER_CALL);
    },
    take() {
      // Five fifths must come to one, whatever binary fractions make of them.
      if (left < 1 - 1e-9) return false;
      left -= 1;
      return true;
    },
  };
}
