import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freshStorage } from '../test/helpers/fresh-database.ts';
import { startMailServer } from '../test/helpers/mail-server.ts';
import { freePort, mailboxOf, startAndFail, startServer } from '../test/helpers/server-process.ts';
import { lockFolder } from './db/folder-lock.ts';

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate server '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function post(url: string, body: object, token?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

// @promise 2.9
it('a session that ends at one service is refused within a second by every other on its database', async (t) => {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const first = await startServer({ ...env, PORT: await freePort() });
  t.after(first.kill);
  // The embedded database is one service's own: there is no other to ask.
  const second = env.DATABASE_URL ? await startServer({ ...env, PORT: await freePort() }) : first;
  t.after(second.kill);
  const amina = { username: 'amina', email: 'amina@example.com', password: 'correct horse' };
  await post(`${first.url}/signup`, amina);
  const [mail] = await mailboxOf(second.url, amina.email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  assert.equal((await post(`${second.url}/verify-email`, { token })).status, 200);
  const signedIn = await post(`${first.url}/login`, {
    username_or_email: 'amina',
    password: amina.password,
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const dashboard = `${second.url}/api/user/dashboard`;
  assert.equal((await fetch(dashboard, { headers })).status, 200);
  assert.equal((await post(`${first.url}/api/logout`, {}, access_token)).status, 200);
  const endedAt = performance.now();
  // The other one may have looked a moment before. How long an answer is under way does not count.
  for (let askedAt = endedAt; ; askedAt = performance.now()) {
    if ((await fetch(dashboard, { headers })).status === 401) break;
    assert.ok(askedAt - endedAt < 1_000, 'the session is believed for over a second');
  }
});

describe('starting the service', () => {
  // @promise 8.2
  it('is refused on a data folder in use, naming the first process', async (t) => {
    const DATA_DIR = tempFolder(t);
    const first = await startServer({ DATA_DIR, PORT: await freePort() });
    t.after(first.kill);
    const second = await startAndFail({ DATA_DIR, PORT: await freePort() });
    assert.equal(second.code, 1);
    assert.match(
      second.stderr,
      new RegExp(`is in use by process ${first.pid}, which runs ${first.url} since \\d{4}-`),
    );
    assert.match(second.stderr, /set DATA_DIR to another folder/);
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200, 'the first is unharmed');
  });

  // @promise 8.5
  it('works again on the folder of a service that was killed, with what it had', async (t) => {
    const DATA_DIR = tempFolder(t);
    const first = await startServer({ DATA_DIR, PORT: await freePort() });
    await fetch(`${first.url}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'amina',
        email: 'amina@example.com',
        password: 'correct horse',
      }),
    });
    await first.kill();
    const second = await startServer({ DATA_DIR, PORT: await freePort() });
    t.after(second.kill);
    const mails = await mailboxOf(second.url, 'amina@example.com');
    assert.equal(mails.length, 1, 'what was asked for before the end is mailed after it');
    assert.equal(await second.stop(), 0, 'and stops cleanly when asked');
  });

  it('with a mail server, mails leave by it and the embedded mailbox does not exist', async (t) => {
    const { received, url: SMTP_URL } = await startMailServer(t);
    const env = { DATA_DIR: tempFolder(t), PORT: await freePort(), SMTP_URL };
    const server = await startServer(env);
    t.after(server.kill);
    await fetch(`${server.url}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'amina',
        email: 'amina@example.com',
        password: 'correct horse',
      }),
    });
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(received[0]?.to?.[0]?.address, 'amina@example.com');
    assert.match(received[0]?.text ?? '', /\/verify-email\?token=/);
    assert.equal((await fetch(`${server.url}/dev/mailbox.json`)).status, 404);
  });

  it('names the port that is taken', async (t) => {
    const PORT = await freePort();
    const first = await startServer({ DATA_DIR: tempFolder(t), PORT });
    t.after(first.kill);
    const second = await startAndFail({ DATA_DIR: tempFolder(t), PORT });
    assert.equal(second.code, 1);
    assert.equal(
      second.stderr,
      `Port ${PORT} is in use by another program. Stop it, or set PORT to a free port.\n`,
    );
  });

  it('names a data folder that cannot be written', async (t) => {
    const file = join(tempFolder(t), 'file');
    writeFileSync(file, '');
    const refused = await startAndFail({ DATA_DIR: join(file, 'data'), PORT: await freePort() });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /The data folder .*file\/data cannot be written \(ENOTDIR\)\. Set DATA_DIR/,
    );
    assert.equal(refused.stderr.trim().split('\n').length, 1, refused.stderr);
  });

  it('names a key file that others may read, and what mends it', async (t) => {
    const DATA_DIR = tempFolder(t);
    const file = join(DATA_DIR, 'secret.key');
    writeFileSync(file, randomBytes(32).toString('base64'));
    chmodSync(file, 0o644);
    const refused = await startAndFail({ DATA_DIR, PORT: await freePort() });
    assert.equal(refused.code, 1);
    assert.equal(
      refused.stderr,
      `The key file ${file} may be read by other users (mode 0644). Run: chmod 600 ${file}\n`,
    );
  });

  for (const [where, place] of [
    ['127.0.0.1:9/quorate', '127.0.0.1:9'],
    ['localhost:9/quorate?host=/no/such/folder', '/no/such/folder'],
  ])
    it(`names a database that cannot be reached at ${place}, without its password`, async (t) => {
      const refused = await startAndFail({
        DATA_DIR: tempFolder(t),
        PORT: await freePort(),
        DATABASE_URL: `postgresql://quorate:geheim@${where}`,
      });
      assert.equal(refused.code, 1);
      const words = `The database quorate at ${place} cannot be reached. Check DATABASE_URL`;
      assert.ok(refused.stderr.includes(words), refused.stderr);
      assert.doesNotMatch(refused.stderr, /geheim/);
    });

  it('lists every fault of its configuration', async (t) => {
    const refused = await startAndFail({
      DATA_DIR: tempFolder(t),
      PORT: 'x',
      NODE_ENV: 'production',
      SMTP_URL: 'nope',
    });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /PORT must be a port number/);
    assert.match(refused.stderr, /SMTP_URL must look like/);
  });

  it('in production makes no embedded database in place of an address that was lost', async (t) => {
    const DATA_DIR = tempFolder(t);
    const production = {
      DATA_DIR,
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://quorate.example',
      PADDLE_ENVIRONMENT: 'off',
      PORT: await freePort(),
    };
    const refused = await startAndFail({ ...production, DATABASE_URL: '' });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /DATABASE_URL is needed in production/);
    assert.deepEqual(readdirSync(DATA_DIR), []);
  });

  it('says that its folder was last used with another database, and with which', async (t) => {
    const DATA_DIR = tempFolder(t);
    const used = 'the PostgreSQL database quorate at db.example:5432';
    writeFileSync(join(DATA_DIR, 'database-used.txt'), `${used}\n`);
    // The folder is in use, so that nothing is made: the sentence comes before.
    const lock = lockFolder(DATA_DIR, { pid: 7, started_at: 'noon', address: 'a test' });
    t.after(() => lock.release());
    const { stderr } = await startAndFail({ DATA_DIR, PORT: await freePort() });
    assert.ok(stderr.includes(`The data folder ${DATA_DIR} was last used with ${used}`), stderr);
    assert.match(stderr, /and this is the embedded database in .*look at DATABASE_URL/);
  });
});
