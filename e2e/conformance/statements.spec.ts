import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { MOMENTS } from './holds.ts';
import { LOOKS } from './looks.ts';
import { STATEMENTS } from './statements.ts';
import { readTable } from './write-table.ts';

test('every statement is tried, and the table in the docs says that each holds', () => {
  const source = ['acts', 'calls']
    .map((name) => readFileSync(new URL(`./${name}.spec.ts`, import.meta.url), 'utf8'))
    .join();
  const looked = new Set(LOOKS.flatMap(({ shows }) => Object.keys(shows)));
  const tried = (id: string) => looked.has(id) || source.includes(`'${id}'`);
  expect(Object.keys(STATEMENTS).filter((id) => !tried(id))).toEqual([]);
  const rows = readTable();
  expect(rows.map(({ id, says }) => [id, says])).toEqual(Object.entries(STATEMENTS));
  for (const { id, outcomes } of rows) {
    expect(outcomes.length, id).toBe(MOMENTS.length);
    expect(outcomes, `${id}; npm run conformance writes the table`).toContain('holds');
    expect(outcomes, id).not.toContain('differs');
  }
});
