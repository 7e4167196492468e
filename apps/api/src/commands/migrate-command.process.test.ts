import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { freePort, startAndFail, startServer } from '../../test/helpers/server-process.ts';
import { NEWEST_MIGRATION } from '../db/migrate.ts';
import { runDatabase } from './database-command.ts';

it('a service that does not migrate automatically starts once the command has', async (t) => {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const settings = { ...env, PORT: await freePort(), MIGRATE: 'off' };
  if (!env.DATABASE_URL) {
    // From nothing, as a first start.
    rmSync(join(env.DATA_DIR ?? '', 'database'), { recursive: true });
    const refused = await startAndFail(settings);
    assert.match(refused.stderr, /schema is at none .*Run "npm run database -- migrate"/);
  }
  const migrate = async () => {
    const said: string[] = [];
    const output = {
      say: (line: string) => said.push(line),
      fail: (line: string) => said.push(line),
    };
    assert.equal(await runDatabase(['migrate'], output, { ...env }), 0, said.join('\n'));
    assert.match(said.shift() ?? '', /^Database: the (embedded|PostgreSQL) database /);
    return said;
  };
  await migrate();
  assert.deepEqual(await migrate(), [`The schema is at ${NEWEST_MIGRATION}.`]);
  const server = await startServer(settings);
  t.after(server.kill);
  assert.equal(await server.stop(), 0);
});
