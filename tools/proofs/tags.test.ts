import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTags } from './tags.ts';

const read = (text: string) =>
  readTags('a.test.ts', text).map(({ tag, id, title }) => `${tag} ${id} ${title}`);

describe('the statements that a test names', () => {
  it('are those of the comments above it, with its name as it is in the source', () => {
    const text = [
      '// @spec 4.12, 5.3',
      '// @promise 1.1',
      "test('refuses', () => {});",
      'for (const each of LIST) {',
      '  // @spec 2.1',
      `  it(\`takes \${each}\`, () => {});`,
      '}',
      '// @spec 3.9',
      'test.each([1, 2])("counts %s", () => {});',
    ].join('\n');
    assert.deepEqual(read(text), [
      'spec 4.12 refuses',
      'spec 5.3 refuses',
      'promise 1.1 refuses',
      `spec 2.1 takes \${each}`,
      'spec 3.9 counts %s',
    ]);
  });

  for (const [text, fault] of [
    ['// @spec 1.1\nconst a = 1;\ntest("b", () => {});', /a\.test\.ts:1 tags no test/],
    ['test("b", () => {});\n// @spec 1.1\n', /a\.test\.ts:2 tags no test/],
    ['// @spec 1.1\ntest.skip("b", () => {});', /skipped/],
    ['// @spec 1.1\ntest(name, () => {});', /not in quotes/],
  ] as const) {
    it(`are refused where they prove nothing: ${JSON.stringify(text)}`, () => {
      assert.throws(() => read(text), fault);
    });
  }
});
