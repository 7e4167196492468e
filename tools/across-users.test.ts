import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statementsAcrossUsers } from './across-users.ts';
import { readSourceFiles } from './check/modules.ts';
import { ROOT } from './root.ts';

const file = (text: string) => [{ path: 'apps/api/src/features/a.ts', text }];

describe('the statements that are about all users', () => {
  it('say why, where, and what of them one shard alone can do', () => {
    const across = (why: string) => `$\{acrossUsers('${why}')}`.replace('\\', '');
    const text = [
      `async function first() {\n  sql\`${across('old rows go')} delete from a where b < 1\`;\n}\n`,
      `async function second() {\n  sql\`${across('some are taken')} update a set b = 1 where c in`,
      ' (select c from a limit 5 for update skip locked)`;\n}\n',
      `async function third() {\n  sql\`with gone as ${across('a job')} (delete from a) select\`;\n}\n`,
    ].join('');
    assert.deepEqual(statementsAcrossUsers(file(text)), [
      { why: 'old rows go', file: 'features/a.ts', rewrites: [] },
      {
        why: 'some are taken',
        file: 'features/a.ts',
        rewrites: [
          'locks rows (`for update`)',
          'takes some of all shards (`limit` within a change)',
        ],
      },
      { why: 'a job', file: 'features/a.ts', rewrites: ['changes rows within `with`'] },
    ]);
  });

  it('are all found', () => {
    const files = readSourceFiles(ROOT).filter(
      ({ path }) => path.startsWith('apps/api/src/') && !path.endsWith('.test.ts'),
    );
    const calls = files
      .filter(({ path }) => !path.endsWith('across-users.ts'))
      .flatMap(({ text }) => text.match(/acrossUsers\(/g) ?? []);
    assert.ok(calls.length > 40);
    assert.equal(statementsAcrossUsers(files).length, calls.length);
  });
});
