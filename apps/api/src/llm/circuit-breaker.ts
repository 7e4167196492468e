import type { Clock } from '../clock.ts';

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
 * rest is twice the last, five minutes at the most.
 */
export function createBreaker({ clock }: { clock: Clock }): Breaker {
  let failures = 0;
  let restMs = 0;
  let restsUntil = 0;
  let probing = false;

  const isOpen = () => restMs > 0;
  const isResting = () => isOpen() && (probing || clock.now() < restsUntil);

  function open(): void {
    restMs = Math.min(LONGEST_REST_MS, restMs === 0 ? FIRST_REST_MS : restMs * 2);
    restsUntil = clock.now() + restMs;
    failures = 0;
  }

  return {
    isResting,
    admit() {
      if (isResting()) return null;
      const isProbe = isOpen();
      probing = isProbe;
      return {
        succeeded() {
          if (isProbe) {
            probing = false;
            restMs = 0;
          }
          failures = 0;
        },
        failed() {
          if (isProbe) {
            probing = false;
            open();
          } else if (!isOpen()) {
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
