import type { ErrorCode } from './errors.ts';

/**
 * Failures with a status from 500 on whose sentence is written for people. What else comes with such a status
 * is a broken server's or a proxy's own. A list by itself: pages need not load every sentence to know them.
 */
export const SPOKEN_FAULTS: readonly string[] = [
  'provider_unreachable',
  'payments_unreachable',
  'imports_busy',
  'pictures_busy',
  'service_unavailable',
  'busy',
  'storage_full',
  'internal',
] satisfies readonly ErrorCode[];
