import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MIRA, stage, until } from './testing/account-stage.ts';

const FIVE_MINUTES = 5 * 60_000;

describe('the account of this computer', () => {
  it('is signed in again after a restart, also while the service is away, and asks as soon as it is there', async (t) => {
    const { service, deps, open } = await stage(t);
    const first = open();
    await first.signIn(MIRA);
    first.close();

    await service.kill();
    const second = open();
    assert.equal(second.current()?.username, 'mira');
    assert.equal(second.current()?.plan, null);
    await second.refresh();
    assert.equal(second.current()?.reachable, false);
    assert.equal(second.knownLimits()?.terminal_accounts, 1);
    assert.match(deps.lines.at(-1) ?? '', /out of reach/);

    await service.revive();
    let told = 0;
    second.onChange(() => void told++);
    await deps.time.pass(FIVE_MINUTES);
    await until(() => second.current()?.reachable === true);
    assert.equal(second.current()?.plan?.name, 'Free');
    assert.equal(told, 1);
  });

  it('asks for the plan at its start, every five minutes and when it is asked to, once at a time', async (t) => {
    const { deps, open, asked } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    assert.equal(asked(), 1);
    await deps.time.pass(FIVE_MINUTES - 1);
    assert.equal(asked(), 1);
    await deps.time.pass(1);
    await until(() => asked() === 2);
    await account.refresh();
    const before = asked();
    await Promise.all([account.refresh(), account.refresh(), account.refresh()]);
    assert.equal(asked(), before + 1);
    account.close();
    await account.refresh();
    await deps.time.pass(3 * FIVE_MINUTES);
    assert.equal(asked(), before + 1);
  });

  it('tells a change of the plan once, and no change not at all', async (t) => {
    const { service, open } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    let told = 0;
    account.onChange(() => void told++);
    await account.refresh();
    assert.equal(told, 0);
    service.tokensUsed = 9_000;
    await account.refresh();
    assert.equal(told, 1);
    assert.equal(account.current()?.plan?.tokens_used, 9_000);
  });

  it('keeps the plan it knows while the service is busy or answers nonsense', async (t) => {
    const { service, open } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    for (const body of ['', '<html>', '{"success":true}', 'x'.repeat(100_000)]) {
      for (const status of [200, 302, 500, 503]) {
        service.mischief = () => ({ status, body });
        await account.refresh();
        assert.equal(account.current()?.reachable, false, `${status}`);
        assert.equal(account.current()?.plan?.name, 'Free');
      }
    }
    service.mischief = () => 'none';
    await account.refresh();
    assert.equal(account.current()?.reachable, true);
  });

  it('is signed out with a reason once the dashboard has ended it, and stays so after a restart', async (t) => {
    const { service, deps, open, saved } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    let told = 0;
    account.onChange(() => void told++);
    service.sessions.clear();
    await account.refresh();
    assert.equal(account.current(), null);
    assert.equal(account.token(), null);
    assert.match(account.signedOutBecause() ?? '', /ended on the dashboard/);
    assert.equal(saved().read(), null);
    assert.equal(told, 1);
    assert.match(deps.lines.at(-1) ?? '', /^Signed out: /);

    const next = open();
    assert.equal(next.current(), null);
    assert.match(next.signedOutBecause() ?? '', /ended on the dashboard/);
    await next.signIn(MIRA);
    assert.equal(next.signedOutBecause(), null);
  });

  it('goes on with the newer sign-in of another program of the same user', async (t) => {
    const { service, open, saved } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    const old = account.token();
    assert.ok(old);
    service.sessions.clear();
    service.sessions.add('newer');
    saved().write({ ...old, token: 'newer' });
    await account.refresh();
    assert.equal(account.token()?.token, 'newer');
    assert.equal(account.signedOutBecause(), null);
  });

  it('puts a sign-in back that a bot has removed with its own older one', async (t) => {
    const { open, saved } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    saved().remove();
    await account.refresh();
    assert.equal(saved().read()?.token, account.token()?.token);
  });

  it("counts another user's token in its place as none", async (t) => {
    const { open, saved } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    account.close();
    const own = saved().read();
    assert.ok(own);
    saved().write({ ...own, user: { ...own.user, id: randomUUID() } });
    const next = open();
    assert.equal(next.token(), null);
    assert.match(next.signedOutBecause() ?? '', /no longer kept in memory. Sign in again/);
  });

  it('says why when the vault has nothing or does not open', async (t) => {
    const { deps, open, saved } = await stage(t);
    const account = open();
    await account.signIn(MIRA);
    account.close();
    const locked = {
      ...deps.vault,
      get() {
        throw new Error('The vault is locked.');
      },
    };
    assert.equal(open({ vault: locked }).signedOutBecause(), 'The vault is locked. Sign in again.');
    assert.equal(open().current()?.username, 'mira');
    saved().remove();
    assert.match(open().signedOutBecause() ?? '', /no longer kept/);
  });

  it('counts a damaged file as absent and says so', async (t) => {
    const { deps, open, file } = await stage(t);
    mkdirSync(deps.dataDir, { recursive: true });
    for (const text of ['', '{', 'null', '[]', '{"format":2}', '\0'.repeat(9), '{"format":1}']) {
      writeFileSync(file, text);
      assert.equal(open().current(), null);
      assert.match(deps.lines.at(-1) ?? '', /account\.json is damaged/);
    }
    const account = open();
    await account.signIn(MIRA);
    assert.equal(open().current()?.username, 'mira');
  });

  it('goes on with a sign-in of before an update that names another service, until it ends', async (t) => {
    const { service, open, saved } = await stage(t);
    const before = open();
    await before.signIn(MIRA);
    before.close();
    const named = { service: { address: 'https://quorate.example', fixed: true } };
    const updated = open(named);
    assert.equal(updated.current()?.username, 'mira');
    assert.equal(updated.service(), service.url);
    await updated.refresh();
    assert.equal(updated.current()?.plan?.name, 'Free');
    assert.notEqual(saved().read(), null);

    await updated.signOut();
    assert.equal(updated.service(), 'https://quorate.example');
    const later = open(named);
    assert.equal(later.current(), null);
    assert.equal(later.service(), 'https://quorate.example');
  });

  it('leaves a sign-in that had ended at another service to the release before', async (t) => {
    const { service, open } = await stage(t);
    const before = open();
    await before.signIn(MIRA);
    service.sessions.clear();
    await before.refresh();
    assert.match(before.signedOutBecause() ?? '', /no longer knows this computer/);
    const updated = open({ service: { address: 'https://quorate.example', fixed: true } });
    assert.equal(updated.current(), null);
    assert.equal(updated.signedOutBecause(), null);
    assert.equal(updated.service(), 'https://quorate.example');
  });
});
