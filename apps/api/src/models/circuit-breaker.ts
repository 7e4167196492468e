import type { Clock } from '../process/clock.ts';

const FAILURES_IN_A_ROW = 5;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 300_000;
/** Whoever is asked once a bar sits out the next one at least, and is tried at every ninth at the latest. */
const FIRST_REST_BARS = 1.5;
const LONGEST_REST_BARS = 8;

/** Leave to make one call; whoever has it says how the call ended, once. */
export type Permit = Readonly<{
  succeeded(): void;
  failed(): void;
  /** The call told nothing: it was ended from our side. */
  abandoned(): void;
}>;

/** Keeps calls away from a provider or a voter that fails, so that votes do not wait for it. */
export type Breaker = Readonly<{
  /**
   * null while it rests, and while one call tries whether it is back.
   *
   * @param barMs how long the bars are at whose close it is asked: the rest is longer where that is rare
   */
  admit(barMs?: number): Permit | null;
  /** True where `admit` would refuse a call like the one that failed last. */
  isResting(): boolean;
}>;

/**
 * Opens after some failures in a row, and rests for 30 seconds, or a bar and a half where that is longer; then
 * one call tries. While it fails, each rest is twice the last, five minutes or eight bars at the most. Any
 * success ends the rest.
 */
export function createBreaker(
  { clock }: { clock: Clock },
  { failuresInARow = FAILURES_IN_A_ROW }: { failuresInARow?: number } = {},
): Breaker {
  let failures = 0;
  /** Rests since the last success. */
  let rests = 0;
  let restsSince = 0;
  let lastBarMs = 0;
  let probing = false;
  let successes = 0;

  const isOpen = () => rests > 0;
  const isResting = (barMs = lastBarMs) => isOpen() && (probing || isWithinRest(barMs));

  function isWithinRest(barMs: number): boolean {
    const age = clock.now() - restsSince;
    const firstMs = Math.max(FIRST_REST_MS, FIRST_REST_BARS * barMs);
    const longestMs = Math.max(LONGEST_REST_MS, LONGEST_REST_BARS * barMs);
    // A clock that has been set back is no reason to rest for longer.
    return age >= 0 && age < Math.min(longestMs, firstMs * 2 ** (rests - 1));
  }

  function open(barMs: number): void {
    rests += 1;
    restsSince = clock.now();
    lastBarMs = barMs;
    failures = 0;
  }

  return {
    isResting: () => isResting(),
    admit(barMs = 0) {
      if (isResting(barMs)) return null;
      const isProbe = isOpen();
      probing = isProbe;
      const successesBefore = successes;
      return {
        succeeded() {
          if (isProbe) probing = false;
          successes += 1;
          failures = 0;
          rests = 0;
        },
        failed() {
          if (isProbe) probing = false;
          // It answered others meanwhile: one model fails, not the provider.
          if (successes !== successesBefore) return;
          if (isProbe) open(barMs);
          else if (!isOpen()) {
            // Calls of before the rest that fail during it are no news.
            failures += 1;
            if (failures >= failuresInARow) open(barMs);
          }
        },
        abandoned() {
          if (isProbe) probing = false;
        },
      };
    },
  };
}
