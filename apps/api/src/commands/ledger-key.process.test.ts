import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { readConfig } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { createLogKey } from '../features/records/log/log-key.ts';
import { sequence } from '../features/records/log/sequence.ts';
import { systemClock } from '../process/clock.ts';
import { selfAs } from './command/command-parts.ts';

const TOOL = fileURLToPath(new URL('../../../../tools/ledger-key.ts', import.meta.url));

it('the log goes on under another name only after a plain yes, and has it from then on', async (t) => {
  const storage = await freshStorage();
  t.after(() => storage.remove());
  const secret = randomBytes(32);
  const env = { ...storage.env, SECRET_KEY: secret.toString('base64') };
  const config = readConfig(env);
  const { publicUrl } = config;
  const database = await connect(config, selfAs('a test'));
  await migrateToLatest(database.db);
  const logKey = createLogKey(secret);
  await sequence({ db: database.db, clock: systemClock, logKey, publicUrl });
  await database.close();
  /** As from a script: nobody can answer a question. */
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [TOOL, ...args], { env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  };
  const asked = await run('rename', 'quorate.example/log2');
  assert.equal(asked.code, 1, asked.said);
  assert.match(asked.said, /goes on as quorate\.example\/log2 for good\..* add --yes/s);
  const changed = await run('rename', 'quorate.example/log2', '--yes');
  assert.equal(changed.code, 0, changed.said);
  const [key = ''] = /quorate\.example\/log2\+[0-9a-f]{8}\+\S+/.exec(changed.said) ?? [];
  assert.ok((await run()).said.includes(key) && key !== '');
  assert.match((await run('rename', 'quorate.example/log2')).said, /is called .*log2 already/);
  for (const args of [['rename'], ['rename', 'a.b/c', 'd'], ['rename', 'a.b/c', '--lost']])
    assert.equal((await run(...args)).code, 2, args.join(' '));
});
