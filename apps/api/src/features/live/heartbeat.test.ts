import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import { listBots, sendHeartbeat } from '@quorate/contract/live';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { botStage } from './testing/bot-stage.ts';
import { aBeat, beat, onlyBot } from './testing/heartbeats.ts';

describe('a heartbeat', () => {
  it('makes its account a bot and shows how it is doing', async (t) => {
    const { service, token } = await botStage(t);
    const reply = await beat(service, token);
    assert.deepEqual(reply, { success: true, commands: [], entries_off: false, next_in_s: 2 });
    const { bot_id, ...bot } = await onlyBot(service, token);
    assert.deepEqual(bot, {
      account: accountInput(),
      state: 'active',
      equity: 10_012.34,
      balance: 10_000,
      open_positions: 2,
      version: '0.1.0',
      last_heartbeat_at: '2026-03-02T10:00:00.000Z',
      ended_at: null,
      silent_since: null,
      commands: [],
    });
  });

  it('that comes twice, late or out of order leaves the newest status', async (t) => {
    const { service, token } = await botStage(t);
    await beat(service, token, { sequence: 5, equity: 500 });
    service.clock.advance(10_000);
    for (const sequence of [5, 3, 1]) await beat(service, token, { sequence, equity: 1 });
    const bot = await onlyBot(service, token);
    assert.equal(bot.equity, 500);
    assert.equal(bot.last_heartbeat_at, '2026-03-02T10:00:00.000Z');
    await Promise.all(
      [9, 7, 8, 6].map((sequence) => beat(service, token, { sequence, equity: sequence })),
    );
    assert.equal((await onlyBot(service, token)).equity, 9);
  });

  it('without figures leaves the last ones', async (t) => {
    const { service, token } = await botStage(t);
    await beat(service, token);
    await beat(service, token, { sequence: 2, equity: null, balance: null, state: 'reducing' });
    const { equity, balance, state } = await onlyBot(service, token);
    assert.deepEqual(
      { equity, balance, state },
      { equity: 10_012.34, balance: 10_000, state: 'reducing' },
    );
  });

  it('of another run counts whatever its number once the last run is silent, and not before', async (t) => {
    const { service, token } = await botStage(t);
    await beat(service, token, { sequence: 4_000_000_000_000 });
    const again = { run_id: 'run-2', sequence: 7, equity: 77 };
    await beat(service, token, again);
    assert.equal((await onlyBot(service, token)).equity, 10_012.34);
    service.clock.advance(60_001);
    await beat(service, token, again);
    assert.equal((await onlyBot(service, token)).equity, 77);
  });

  it('that is missing for 45 s is noticed, unless the bot has said that it ends', async (t) => {
    const { service, token } = await botStage(t);
    await beat(service, token);
    service.clock.advance(SILENT_AFTER_S * 1_000 - 1);
    assert.equal((await onlyBot(service, token)).silent_since, null);
    service.clock.advance(1);
    assert.equal((await onlyBot(service, token)).silent_since, '2026-03-02T10:00:00.000Z');
    await beat(service, token, { sequence: 2, ended: true });
    service.clock.advance(3_600_000);
    const bot = await onlyBot(service, token);
    assert.equal(bot.silent_since, null);
    assert.equal(bot.ended_at, '2026-03-02T10:00:45.000Z');
  });

  it('of somebody else about the same account is about a bot of their own', async (t) => {
    const { service, token } = await botStage(t);
    const other = await signedInUser(service);
    await beat(service, token);
    await beat(service, other.token, { equity: 1 });
    assert.equal((await onlyBot(service, token)).equity, 10_012.34);
    assert.equal((await onlyBot(service, other.token)).equity, 1);
  });

  it('says that an account is another one than it was, and stores nothing of it', async (t) => {
    const { service, token } = await botStage(t);
    await beat(service, token);
    const wrong = aBeat({ account: accountInput({ currency: 'EUR' }), sequence: 2, equity: 1 });
    const failure = await service.fail(sendHeartbeat, { body: wrong }, token);
    assert.equal(failure.code, 'account_mismatch');
    assert.equal((await onlyBot(service, token)).equity, 10_012.34);
  });
});

describe('bots', () => {
  it('come in pages, those that run first, then the latest', async (t) => {
    const { service, token } = await botStage(t);
    for (const login of ['1', '2', '3', '4']) {
      await beat(service, token, { account: accountInput({ login }), ended: login === '4' });
      service.clock.advance(1_000);
    }
    const logins = async (page: number) => {
      const { bots, pagination } = await service.call(
        listBots,
        { query: { page, per_page: 3 } },
        token,
      );
      assert.deepEqual(pagination, { page, per_page: 3, total: 4, total_pages: 2 });
      return bots.map(({ account }) => account.login);
    };
    assert.deepEqual(await logins(1), ['3', '2', '1']);
    assert.deepEqual(await logins(2), ['4']);
  });
});
