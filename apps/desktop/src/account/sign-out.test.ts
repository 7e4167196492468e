import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { refusalOf } from '../testing/refusal.ts';
import { ENTITLEMENTS, MIRA, stage } from './testing/account-stage.ts';

describe('signing out', () => {
  it('ends the session at the service and removes every secret', async (t) => {
    const { service, open, saved, file } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    await account.signOut();
    assert.equal(service.sessions.size, 0);
    assert.equal(saved().read(), null);
    assert.equal(account.current(), null);
    assert.equal(account.signedOutBecause(), null);
    assert.ok(!readFileSync(file, 'utf8').includes('mira'));
    await account.signOut();
    assert.equal(open().current(), null);
  });

  it('is refused while bots are at work, by their names', async (t) => {
    const { working, open, service } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    working.add('Main').add('Gold');
    const refusal = await refusalOf(() => account.signOut());
    assert.equal(refusal.code, 'bots_at_work');
    assert.equal(
      refusal.message,
      'The bots of Main, Gold are at work; stop them before signing out.',
    );
    assert.equal(service.sessions.size, 1);
    assert.equal(account.current()?.username, 'mira');
  });

  it('goes through while the service is away, and says what is left to do there', async (t) => {
    const { service, deps, open, saved } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    await service.kill();
    await account.signOut();
    assert.equal(account.current(), null);
    assert.equal(saved().read(), null);
    assert.match(deps.lines.at(-1) ?? '', /end this computer there on the dashboard/);
  });

  it('lets no late answer sign anybody in or out again', async (t) => {
    const { service, open } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    const gate = Promise.withResolvers<void>();
    service.mischief = async ({ path }) => {
      if (path !== ENTITLEMENTS) return 'none';
      await gate.promise;
      return { status: 401, body: JSON.stringify(failureOf401()) };
    };
    const late = account.refresh();
    await account.signOut();
    service.mischief = () => 'none';
    await account.signIn(MIRA);
    gate.resolve();
    await late;
    assert.equal(account.current()?.username, 'mira');
    assert.equal(account.current()?.plan?.name, 'Free');
  });

  it('keeps somebody else out while the bots of whoever was signed in are at work', async (t) => {
    const { service, working, open } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    service.sessions.clear();
    await account.refresh();
    working.add('Main');
    const mira = service.userId;
    service.userId = randomUUID();
    service.credentials = { user: 'otto', password: 'battery' };
    const otto = { username_or_email: 'otto', password: 'battery' };
    const refusal = await refusalOf(() => account.signIn(otto));
    assert.equal(refusal.message, 'The bot of Main is at work; stop it before signing in as otto.');
    assert.equal(service.sessions.size, 0);
    service.userId = mira;
    service.credentials = { user: 'mira', password: 'correct horse' };
    assert.deepEqual(await account.signIn(MIRA), { kind: 'signed-in' });
  });
});

function failureOf401() {
  const message = 'Please sign in.';
  return { success: false, code: 'unauthorized', message, error: message };
}
