import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readNamedTests } from './named-tests.ts';

/** Every test of a file as 'group / test', the skipped ones marked. */
function namesIn(text: string): string[] {
  return readNamedTests({ path: 'a.test.tsx', text }).map(
    ({ titles, skipped }) =>
      titles.map((title) => title.text).join(' / ') + (skipped ? ' (skipped)' : ''),
  );
}

describe('the names of tests', () => {
  it('stand under those of the groups around them', () => {
    const names = namesIn(`
      test('alone', () => {});
      describe('a list', () => {
        it("is empty at first", () => {});
        describe('of one', () => { it('is short', async (t) => {}); });
        it('ends', () => {});
      });
      it('comes after', () => {});
    `);
    assert.deepEqual(names, [
      'alone',
      'a list / is empty at first',
      'a list / of one / is short',
      'a list / ends',
      'comes after',
    ]);
  });

  it('are as written, where they come from a table or a template', () => {
    const [each, table, plain, filled, led] = readNamedTests({
      path: 'a.test.ts',
      text: `
        test.each([['/a'], ['/b']])('%s leads home', () => {});
        test.each\`path\`('is "\${path}"', () => {});
        it(\`stands alone\`, () => {});
        for (const what of faults) it(\`refuses \${what.name} at \${at()}\`, () => {});
        it(\`\${path} is read\`, () => {});
      `,
    }).map(({ titles }) => titles[0]);
    assert.deepEqual(each, { text: '%s leads home', opening: null });
    assert.deepEqual(table, { text: `is "\${path}"`, opening: null });
    assert.deepEqual(plain, { text: 'stands alone', opening: null });
    assert.deepEqual(filled, { text: `refuses \${what.name} at \${at()}`, opening: 'refuses ' });
    assert.deepEqual(led, { text: `\${path} is read`, opening: '' });
  });

  it('hold what the source had to escape', () => {
    assert.deepEqual(namesIn(String.raw`test('one\'s "own"', () => {});`), [`one's "own"`]);
  });

  it('are not found in words, in steps, in hooks or in other calls', () => {
    const names = namesIn(`
      const text = "test('in a string', () => {})";
      // test('in a comment', () => {});
      test.beforeEach(() => {});
      test.describe.configure({ timeout: 1 });
      it(name, () => {});
      other.test('a method', () => {});
      pattern.test('a text');
      test('a journey', async ({ page }) => {
        test.skip(!there, 'not on this machine');
        await test.step('a step', () => {});
        await t.test('a subtest', () => {});
      });
    `);
    assert.deepEqual(names, ['a journey']);
  });

  it('say so when the test never runs, alone or with its group', () => {
    const names = namesIn(`
      test.skip('left out', () => {});
      it.todo('planned');
      test.fixme('broken', () => {});
      it('off', { skip: true }, () => {});
      it('later', { todo: 'soon' }, () => {});
      it('on', { skip: false }, () => {});
      it('on some machines', { skip: !there }, () => {});
      describe.skip('off', () => { it('inside', () => {}); });
      test.describe('a journey', () => { test('runs', () => {}); });
      test.only('first', () => {});
    `);
    assert.deepEqual(names, [
      'left out (skipped)',
      'planned (skipped)',
      'broken (skipped)',
      'off (skipped)',
      'later (skipped)',
      'on',
      'on some machines',
      'off / inside (skipped)',
      'a journey / runs',
      'first',
    ]);
  });

  it('of a file that cannot be parsed are refused by its name', () => {
    assert.throws(() => namesIn('test('), /a\.test\.tsx cannot be parsed/);
  });
});
