import type { Found } from './find-update.ts';

const EVERY_MS = 6 * 3_600_000;
const JITTER_MS = 3_600_000;
const FIRST_RETRY_MS = 60_000;

/**
 * How long until updates are looked for again: six to seven hours, so that computers do not come in one
 * moment; after a failure a minute doubling up to that, of which a random half is taken off. The
 * service may ask for more, six hours at most.
 *
 * @param failures on end, this one included
 * @param random 0 to 1
 */
export function waitAfter(found: Found, failures: number, random: () => number): number {
  if (found.kind !== 'failed') return EVERY_MS + Math.round(random() * JITTER_MS);
  const full = Math.min(EVERY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
  const asked = Math.min(EVERY_MS, found.retryAfterMs ?? 0);
  return Math.max(Math.round(full * (1 - random() / 2)), asked);
}
