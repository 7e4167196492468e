import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { fromRoot } from '../../tools/root.ts';
import { MOMENTS, type Moment, OUTCOME } from './holds.ts';
import { STATEMENTS, type StatementId } from './statements.ts';

type Outcome = 'holds' | 'differs';

const PAGE = fromRoot('docs/reference/conformance.md');
const PART = /(?<=<!-- tried -->\n)[\s\S]*?(?=<!-- end -->)/;
const NOT_TRIED = '–';

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
    const rows = (Object.entries(STATEMENTS) as [StatementId, string][]).map(([id, says]) => {
      const at = MOMENTS.map((moment) => this.#outcomes.get(id)?.get(moment) ?? NOT_TRIED);
      return { id, says, at };
    });
    const tries = rows.flatMap(({ at }) => at).filter((outcome) => outcome !== NOT_TRIED);
    const missing = rows.filter(({ at }) => at.every((outcome) => outcome === NOT_TRIED));
    const differing = rows.filter(({ at }) => at.includes('differs'));
    const part = `
${rows.length} statements, ${tries.length} tries: ${differing.length} differing, ${missing.length} missing.

| Id | Statement | ${MOMENTS.join(' | ')} |
|---|---|${MOMENTS.map(() => '---|').join('')}
${rows.map(({ id, says, at }) => `| ${id} | ${says.replaceAll('|', '\\|')} | ${at.join(' | ')} |`).join('\n')}

`;
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(PART, () => part),
    );
  }
}

/** The table as it was last written. */
export function readTable(): { id: string; says: string; outcomes: string[] }[] {
  return (PART.exec(readFileSync(PAGE, 'utf8'))?.[0] ?? '')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [id = '', says = '', ...outcomes] = line.slice(2, -2).split(' | ');
      return { id, says, outcomes };
    });
}
