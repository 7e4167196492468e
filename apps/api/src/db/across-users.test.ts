import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { acrossUsers } from './across-users.ts';

const SOURCE = join(import.meta.dirname, '..');
const PAGE = join(SOURCE, '../../../docs/scaling.md');

/** Every reason that is given in the service, with the file that gives it. */
function given(): { file: string; why: string }[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(SOURCE, file), 'utf8').replaceAll(/^ \*.*$/gm, '');
      return [...text.matchAll(/acrossUsers\(\s*'([^']+)'/g)].map(([, why = '']) => ({
        file: file.replaceAll('\\', '/'),
        why,
      }));
    });
}

describe('statements over all users', () => {
  it('are listed in docs/scaling.md, each with its reason, and no others', () => {
    const rows = given()
      .map(({ file, why }) => `| \`${file}\` | ${why} |`)
      .sort();
    const page = readFileSync(PAGE, 'utf8');
    const listed = page.match(/^\| `[^`]+\.ts` \| .* \|$/gm) ?? [];
    assert.ok(rows.length > 0);
    assert.deepEqual([...listed].sort(), rows);
  });

  it('carry a reason that cannot end their comment', () => {
    for (const why of ['', 'a */ b', "it's", 'a\nb'])
      assert.throws(() => acrossUsers(why), /a reason in plain words/);
  });
});
