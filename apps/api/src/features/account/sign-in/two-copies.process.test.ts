import assert from 'node:assert/strict';
import { it } from 'node:test';
import { login } from '@quorate/contract/account';
import { freshStorage } from '../../../../test/helpers/fresh-database.ts';
import { postTo, signInTo } from '../../../../test/helpers/server-calls.ts';
import { freePort, startServer } from '../../../../test/helpers/server-process.ts';

it('two copies of the service let forty right sign-ins in at once, try ten wrong ones, and know a browser of the other', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL: npm test does it',
}, async (t) => {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const start = async () => {
    const server = await startServer({ ...env, PORT: await freePort(), PADDLE_ENVIRONMENT: 'off' });
    t.after(server.kill);
    return server;
  };
  const copies = [await start(), await start()];
  const urls = copies.map(({ url }) => url);
  await signInTo(copies[0] ?? assert.fail());
  const signIn = (place: number, password: string, cookie = '') =>
    postTo(urls[place % 2] ?? '', login.path, { username_or_email: 'amina', password }, undefined, {
      cookie,
    });
  const statuses = async (password: string) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => signIn(place, password)),
    );
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const PASSWORD = 'correct horse battery';
  assert.deepEqual(await statuses(PASSWORD), { 200: 40 });
  const first = await signIn(0, PASSWORD);
  const cookie = first.headers.getSetCookie()[0]?.split(';', 1)[0];
  assert.deepEqual(await statuses('wrong'), { 401: 10, 429: 30 });
  assert.equal((await signIn(1, PASSWORD)).status, 429);
  assert.equal((await signIn(1, PASSWORD, cookie)).status, 200);
});
