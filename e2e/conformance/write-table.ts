import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { fromRoot } from '../../tools/root.ts';
import { type Moment, OUTCOME } from './holds.ts';
import type { StatementId } from './statements.ts';
import { type Outcome, writeTable } from './table.ts';

/** Playwright's reporter behind `npm run conformance`: gathers the outcomes of all tries into the table. */
export default class TableReporter implements Reporter {
  readonly #outcomes = new Map<StatementId, Map<Moment, Outcome>>();

  onTestEnd(test: TestCase): void {
    for (const { type, description = '' } of test.annotations) {
      if (type !== OUTCOME) continue;
      const [id, moment, outcome] = description.split(' ') as [StatementId, Moment, Outcome];
      const moments = this.#outcomes.get(id) ?? new Map<Moment, Outcome>();
      // One try that differs is a statement that differs.
      if (moments.get(moment) !== 'differs') moments.set(moment, outcome);
      this.#outcomes.set(id, moments);
    }
  }

  onEnd(): void {
    writeFileSync(fromRoot('docs/reference/statements.md'), writeTable(this.#outcomes));
  }
}
