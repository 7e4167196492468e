import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import { parseCalendar } from './calendar-file.ts';
import { ruleSetFromJson } from './rule-set-json.ts';

/** The examples of one kind that a page of the reference shows. */
function examples(page: string, kind: string): string[] {
  const path = new URL(`../../../../docs/reference/${page}.md`, import.meta.url);
  const blocks = readFileSync(path, 'utf8').matchAll(/```(\w+)\n([\s\S]*?)```/g);
  return [...blocks].filter((block) => block[1] === kind).map((block) => block[2] ?? '');
}

test('the rule set that the reference shows can be used as it stands', () => {
  const [example] = examples('rule-sets', 'json');
  const { ruleSet, faults } = ruleSetFromJson(JSON.parse(example ?? ''));
  assert.equal(faults, null);
  assert.equal(ruleSet?.lines.length, 2);
});

test('the calendars that the reference shows can be read', () => {
  const texts = [...examples('calendar', 'csv'), ...examples('calendar', 'json')];
  const read = texts.map((text) => parseCalendar(text, instant(0)));
  assert.deepEqual(
    read.map(({ calendar }) => calendar?.count),
    [2, 1],
  );
});
