import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { lockFolder } from '../apps/api/src/db/folder-lock.ts';
import { DEMO_ACCOUNT } from './demo/account.ts';
import { makeAccount } from './demo/make-account.ts';
import { fromRoot, ROOT } from './root.ts';
import { run } from './run.ts';
import { cleanEnvironment } from './service-environment.ts';

const { username, email } = DEMO_ACCOUNT;

function storage(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-operator-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function operator(dataDir: string, ...args: string[]) {
  const result = await run(process.execPath, [fromRoot('tools/operator.ts'), ...args, '--yes'], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir },
    output: 'keep',
  });
  // Which settings and which database it works with comes first.
  const output = result.output.replace(/^Settings: .*\n(Database: .*\n)?/, '');
  return { ...result, output };
}

describe('the operator command', () => {
  // @spec 10.52
  it('gives the role, lists who has it, and takes it away, each time saying what is so', async (t) => {
    const dataDir = storage(t);
    await makeAccount({ dataDir });
    const steps: [args: string[], code: number, said: RegExp][] = [
      [['list'], 0, /^Nobody is an operator\.\n$/],
      [['grant', username.toUpperCase()], 0, new RegExp(`^${username} is an operator now\\. `)],
      [['grant', email], 0, new RegExp(`^${username} is an operator already\\.\n$`)],
      [['list'], 0, new RegExp(`^${username} ${email}\n$`)],
      [['reset-factor', username], 0, new RegExp(`^${username} has no second factor\\. `)],
      [['revoke', username], 0, new RegExp(`^${username} is no operator any more\\.\n$`)],
      [['revoke', username], 0, new RegExp(`^${username} is no operator\\.\n$`)],
      [['reset-factor', username], 1, new RegExp(`^${username} is no operator\\.\n$`)],
      [['list'], 0, /^Nobody/],
      [['grant', 'nobody-here'], 1, /^There is no account "nobody-here"\.\n$/],
    ];
    for (const [args, code, said] of steps) {
      const result = await operator(dataDir, ...args);
      assert.match(result.output, said, args.join(' '));
      assert.equal(result.code, code, args.join(' '));
    }
  });

  it('names the service that has the database, and changes nothing', async (t) => {
    const dataDir = storage(t);
    await makeAccount({ dataDir });
    const lock = lockFolder(dataDir, { pid: 77, started_at: 'noon', address: 'http://here:3000' });
    const { code, output } = await operator(dataDir, 'grant', username);
    lock.release();
    assert.equal(code, 1);
    assert.match(
      output,
      /in use by process 77, which runs http:\/\/here:3000 since noon\. Stop it/,
    );
    assert.match((await operator(dataDir, 'list')).output, /^Nobody/);
  });

  it('makes no database where there is none', async (t) => {
    const dataDir = storage(t);
    const { code, output } = await operator(dataDir, 'list');
    assert.equal(code, 1);
    assert.match(output, /^There is no database in .*Start the service once/);
    assert.match((await operator(dataDir, 'list')).output, /^There is no database/);
  });

  it('shows how it is used when it is not understood', async (t) => {
    const dataDir = storage(t);
    for (const args of [
      [],
      ['grant'],
      ['reset-factor'],
      ['list', 'x'],
      ['grant', 'a', 'b'],
      ['promote', 'a'],
    ]) {
      const { code, output } = await operator(dataDir, ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(output, /npm run operator -- grant USERNAME/);
    }
  });
});
