import { STEP } from '../conformance/page.ts';
import type { CheckGroup } from './check.ts';
import type { Goal } from './goals.ts';

/**
 * Words of `npm test` with each goal's name replaced by the files of its tests.
 *
 * @example goalWords(['billing/lost'], CHECK_GROUPS, GOALS) // ['apps/api/src/features/billing/record/reconcile.test.ts']
 */
export function goalWords(
  words: readonly string[],
  groups: readonly CheckGroup[],
  goals: readonly Goal[],
): string[] {
  const replaced = words.flatMap((word) => {
    const goal = goals.find(({ name }) => name === word);
    if (!goal) return [word];
    const files = groups
      .flatMap(({ checks }) => checks)
      .filter(({ id }) => goal.checks.includes(id))
      .flatMap(({ tests }) => tests.map((test) => test.split(STEP)[0] ?? ''));
    return files.length === 0 ? [word] : files;
  });
  return [...new Set(replaced)];
}
