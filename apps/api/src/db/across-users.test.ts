import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { acrossUsers } from './across-users.ts';

const SOURCE = join(import.meta.dirname, '..');
const PAGE = join(SOURCE, '../../../docs/explanation/scaling.md');

/** Every reason that the service gives. */
function reasons(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(SOURCE, file), 'utf8').replaceAll(/^ \*.*$/gm, '');
      return [...text.matchAll(/acrossUsers\(\s*'([^']+)'/g)].map(([, why = '']) => why);
    })
    .sort();
}

describe('statements over all users', () => {
  it('are listed in docs/explanation/scaling.md by their reasons, and no others', () => {
    const [, list = ''] =
      /These are all of them:\n([\s\S]*?)\n\n(?!- )/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const listed = list.match(/(?<=^- ).+$/gm) ?? [];
    assert.deepEqual(listed.sort(), reasons());
  });

  it('carry a reason that cannot end their comment', () => {
    for (const why of ['', 'a */ b', "it's", 'a\nb'])
      assert.throws(() => acrossUsers(why), /a reason in plain words/);
  });
});
