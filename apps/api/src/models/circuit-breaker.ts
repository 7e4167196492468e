import type { Clock } from '../process/clock.ts';

const FAILURES_IN_A_ROW = 5;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 300_000;

/** Leave to make one call; whoever has it says how the call ended, once. */
export type Permit = Readonly<{
  succeeded(): void;
  failed(): void;
  /** The call told nothing: it was ended from our side. */
  abandoned(): void;
}>;

/** Keeps calls away from a provider that fails, so that votes do not wait for it. */
export type Breaker = Readonly<{
  /** null while the provider rests, and while one call tries whether it is back. */
  admit(): Permit | null;
  /** True where `admit` would refuse. */
  isResting(): boolean;
}>;

/**
 * Opens after five failures in a row, and rests for 30 seconds; then one call tries. While it fails, each
 * rest is twice the last, five minutes at the most. Any success ends the rest.
 */
export function createBreaker({ clock }: { clock: Clock }): Breaker {
  let failures = 0;
  let restMs = 0;
  let restsSince = 0;
  let probing = false;
  let successes = 0;

  const isOpen = () => restMs > 0;
  const isResting = () => isOpen() && (probing || isWithinRest());

  function isWithinRest(): boolean {
    const age = clock.now() - restsSince;
    // A clock that has been set back is no reason to rest for longer.
    return age >= 0 && age < restMs;
  }

  function open(): void {
    restMs = Math.min(LONGEST_REST_MS, restMs === 0 ? FIRST_REST_MS : restMs * 2);
    restsSince = clock.now();
    failures = 0;
  }

  return {
    isResting,
    admit() {
      if (isResting()) return null;
      const isProbe = isOpen();
      probing = isProbe;
      const successesBefore = successes;
      return {
        succeeded() {
          if (isProbe) probing = false;
          successes += 1;
          failures = 0;
          restMs = 0;
        },
        failed() {
          if (isProbe) probing = false;
          // It answered others meanwhile: one model fails, not the provider.
          if (successes !== successesBefore) return;
          if (isProbe) open();
          else if (!isOpen()) {
            // Calls of before the rest that fail during it are no news.
            failures += 1;
            if (failures >= FAILURES_IN_A_ROW) open();
          }
        },
        abandoned() {
          if (isProbe) probing = false;
        },
      };
    },
  };
}
