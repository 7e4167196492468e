import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.ts';
import type { CheckGroup } from './check.ts';
import { foundBefore, measuredBefore } from './earlier.ts';
import { reliabilityFaults } from './faults.ts';
import { goalWords } from './goal-words.ts';
import type { Goal } from './goals.ts';
import { reliabilityPage } from './page.ts';
import { type SuiteRun, verdictsOf } from './verdicts.ts';

const FILE = 'tools/reliability/reliability.test.ts';
const HELD = `${FILE} › is named with its check where a test is gone`;
const GROUPS: readonly CheckGroup[] = [
  { title: 'Things', checks: [{ id: '1', promise: 'It holds', tests: [HELD] }] },
];
const GOALS: readonly Goal[] = [{ name: 'things/hold', promise: 'All hold', checks: ['1'] }];

function ran(name: string, problems: string[] = [], failed = problems.length): SuiteRun {
  return { name, files: [FILE], tally: { passed: 1, failed, skipped: 0, problems } };
}

describe('a fault of the lists', () => {
  it('is named with its check where a test is gone', () => {
    assert.deepEqual(reliabilityFaults(GROUPS, GOALS, ROOT), []);
    const wrong = (test: string) =>
      reliabilityFaults(
        [{ title: '', checks: [{ id: '1', promise: '', tests: [test] }] }],
        GOALS,
        ROOT,
      );
    assert.deepEqual(wrong(`${FILE} › was never written`), [
      `1: ${FILE} has no test named 'was never written'`,
    ]);
    assert.deepEqual(wrong('apps/nothing.test.ts › is'), [
      '1: apps/nothing.test.ts does not exist',
    ]);
  });

  it('is a check without a test, one that stands twice, and a name of none', () => {
    const check = { id: '1', promise: '', tests: [] };
    const goal: Goal = { name: 'a/b', promise: '', checks: ['2'], benches: ['no.such'] };
    assert.deepEqual(reliabilityFaults([{ title: '', checks: [check, check] }], [goal], ROOT), [
      '1 is listed twice',
      '1 names no test',
      '1 names no test',
      'a/b: there is no check 2',
      'there is no benchmark no.such',
    ]);
  });
});

describe('what came of a check', () => {
  const [check] = GROUPS[0]?.checks ?? [];
  assert.ok(check);
  const found = (run: SuiteRun) => verdictsOf(check, [run]).get('api-postgres');

  it('is told of each suite that ran its tests', () => {
    const runs = [ran('api-embedded'), ran('api-postgres', [`failed: ${HELD.split(' › ')[1]}`])];
    assert.deepEqual(
      [...verdictsOf(check, runs)],
      [
        ['api-embedded', 'held'],
        ['api-postgres', 'broken'],
      ],
    );
  });

  it('is no success where the suite broke without naming a test, or another skipped it', () => {
    assert.equal(found(ran('api-postgres', [], 1)), 'broken');
    assert.equal(found(ran('api-postgres', ['api-postgres ended with code 1'], 1)), 'broken');
    const skipped = `skipped: ${HELD.split(' › ')[1]} (no such tool)`;
    assert.equal(found(ran('api-postgres', [skipped], 0)), 'skipped');
    assert.equal(found(ran('api-postgres', ['skipped: another (no such tool)'], 0)), 'held');
  });

  it('stands on the page, and so does what was not run', () => {
    const page = reliabilityPage(GROUPS, GOALS, [ran('api-postgres')], []);
    assert.match(
      page,
      /\| 1 \| It holds \| .*\(`reliability\.test\.ts`\) \| held \(PostgreSQL\) \|/,
    );
    assert.match(page, /\| things\/hold \| All hold \| 1: held \|/);
    const unknown = reliabilityPage(GROUPS, GOALS, [], []);
    assert.match(unknown, /\| not run \|/);
    assert.match(unknown, /\| things\/hold \| All hold \| 1: not run \|/);
  });

  it('is read from what an earlier run wrote, and from nothing else', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-earlier-'));
    test.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'results.json');
    const write = (value: unknown) => writeFileSync(file, JSON.stringify(value));
    write([ran('api-postgres')]);
    assert.match(reliabilityPage(GROUPS, GOALS, foundBefore(file), []), /1: held/);
    const measured = { name: 'x', holds: true, measurement: null, error: 'away' };
    write({ holds: true, results: [measured] });
    assert.deepEqual(measuredBefore(file), [measured]);
    assert.throws(() => foundBefore(file), /results\.json is not what npm test/);
    write([{ name: 'api' }]);
    assert.throws(() => foundBefore(file), /is not what npm test/);
    assert.throws(() => measuredBefore(file), /is not what npm run bench/);
  });
});

it('a goal’s name stands for the files of its tests', () => {
  assert.deepEqual(goalWords(['api', 'things/hold'], GROUPS, GOALS), ['api', FILE]);
  assert.deepEqual(goalWords(['things'], GROUPS, GOALS), ['things']);
});
