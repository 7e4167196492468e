import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshStorage } from '../test/helpers/fresh-database.ts';
import { postTo, signInTo } from '../test/helpers/server-calls.ts';
import { freePort, mailboxOf, startServer } from '../test/helpers/server-process.ts';
import { until } from '../test/helpers/until.ts';
import { connectPostgres } from './db/connect.ts';

/** A lease of 10 s, and the 3 s between two looks; the rest is for a busy machine. */
const TAKEN_OVER_MS = 20_000;

it('what a killed copy did alone another does, and each is listed while it lives', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL: npm test does it',
}, async (t) => {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const start = async () => {
    const server = await startServer({ ...env, PORT: await freePort(), PADDLE_ENVIRONMENT: 'off' });
    t.after(server.kill);
    return server;
  };
  const { db, close } = await connectPostgres(env.DATABASE_URL ?? '');
  t.after(close);
  const holders = async () => {
    const rows = await db.selectFrom('service_jobs').select('held_by').distinct().execute();
    return rows.map(({ held_by }) => held_by).filter((id) => id !== null);
  };
  const copies = () => db.selectFrom('service_instances').select(['id', 'pid']).execute();

  const first = await start();
  await signInTo(first);
  await until(async () => (await holders()).length === 1);
  const second = await start();
  const listed = await until(async () => (await copies()).length === 2 && (await copies()));
  const idOf = (pid: number) => listed.find((copy) => copy.pid === pid)?.id;
  assert.deepEqual(await holders(), [idOf(first.pid)]);

  await first.kill();
  const killedAt = performance.now();
  const person = { username: 'bela', email: 'bela@example.com', password: 'correct horse battery' };
  assert.ok((await postTo(second.url, '/signup', person)).ok);
  const [mail] = await mailboxOf(second.url, person.email);
  assert.match(mail?.text ?? '', /verify-email/);
  const tookMs = performance.now() - killedAt;
  assert.ok(tookMs < TAKEN_OVER_MS, `the mail came after ${tookMs} ms`);
  assert.deepEqual(await holders(), [idOf(second.pid)]);

  assert.equal(await second.stop(), 0);
  assert.deepEqual(await holders(), [], 'a copy that ends gives everything back');
  assert.deepEqual(
    (await copies()).map(({ pid }) => pid),
    [first.pid],
    'one that was killed is listed for ten minutes more',
  );
});
