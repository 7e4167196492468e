import type { Outcomes } from '@quorate/contract/performance';

export const OUTCOME_KEYS = [
  'p5',
  'p25',
  'p50',
  'p75',
  'p95',
] as const satisfies readonly (keyof Outcomes)[];

/** @example outcomeWords('p50') // 'Middle' */
export function outcomeWords(key: keyof Outcomes): string {
  return key === 'p50' ? 'Middle' : `${key.slice(1)}%`;
}
