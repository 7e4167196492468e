import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MEASURES } from './catalogue.ts';
import { GROUP_WORDS, type MeasureGroup, type MeasureText, SAMPLE_WORDS } from './measure.ts';

const DOCUMENT = new URL('../../../../../docs/formulas.md', import.meta.url);

test('docs/formulas.md lists every measure with the formula that the page shows', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const listed = /<!-- measures -->\n([\s\S]*?)<!-- end of measures -->/.exec(text)?.[1]?.trim();
  const groups = Object.keys(GROUP_WORDS) as MeasureGroup[];
  assert.equal(listed, groups.map(tableOf).join('\n\n'));
});

test('every measure has a key of its own, a name of its own and words', () => {
  assert.equal(new Set(MEASURES.map(({ key }) => key)).size, MEASURES.length);
  assert.equal(new Set(MEASURES.map(({ name }) => name)).size, MEASURES.length);
  assert.ok(MEASURES.length >= 30);
  for (const { key, formula, meaning, least, interval } of MEASURES) {
    assert.ok(formula.length > 5 && meaning.endsWith('.'), key);
    // A figure with an interval is an estimate, and an estimate needs a sample.
    assert.ok(least >= (interval === null ? 1 : 20), key);
  }
});

function tableOf(group: MeasureGroup): string {
  return [
    `### ${GROUP_WORDS[group]}`,
    '',
    '| Measure | Key | Formula | At least | Interval |',
    '|---|---|---|---|---|',
    ...MEASURES.filter((measure) => measure.group === group).map(rowOf),
  ].join('\n');
}

function rowOf({ name, key, formula, least, sample, interval }: MeasureText): string {
  const [one, many] = SAMPLE_WORDS[sample];
  const sampleWords = `${least} ${least === 1 ? one : many}`;
  const cells = [name, `\`${key}\``, formula.replaceAll('|', '\\|'), sampleWords, interval ?? '-'];
  return `| ${cells.join(' | ')} |`;
}
