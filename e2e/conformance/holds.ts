import { inspect } from 'node:util';
import { expect, test as journey } from '../support/test.ts';
import { STATEMENTS, type StatementId } from './statements.ts';

/**
 * When a statement is tried: on the page as it is served, with scripts off; on one whose scripts do not
 * come; on one whose scripts have run. Calls are tried without a page.
 */
export const MOMENTS = ['served', 'blocked', 'ready', 'call'] as const;
export type Moment = (typeof MOMENTS)[number];

/** Tries a statement. What does not hold is told at the end of the test, beside all the others. */
export type Holds = (
  id: StatementId,
  moment: Moment,
  check: () => Promise<unknown>,
) => Promise<void>;

/** What the reporter reads: the outcome of one try. */
export const OUTCOME = 'statement';

export const test = journey.extend<{ holds: Holds }>({
  holds: async ({ browserName: _ }, use, testInfo) => {
    const differing: string[] = [];
    await use(async (id, moment, check) => {
      let fault: unknown;
      try {
        await check();
      } catch (error) {
        fault = error;
      }
      const outcome = fault === undefined ? 'holds' : 'differs';
      testInfo.annotations.push({ type: OUTCOME, description: `${id} ${moment} ${outcome}` });
      if (fault === undefined) return;
      const why = fault instanceof Error ? fault.message : inspect(fault);
      differing.push(`${id} (${moment}) ${STATEMENTS[id]}\n${why}`);
    });
    expect(differing.join('\n\n'), 'statements that do not hold').toBe('');
  },
});

export { expect };
