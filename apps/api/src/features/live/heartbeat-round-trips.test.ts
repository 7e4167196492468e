import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getLive } from '@quorate/contract/live-stream';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { KEPT_BY_EACH_COPY } from '../../../test/helpers/copies.ts';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { type BeatBody, beat, onlyBot } from './testing/heartbeats.ts';

/** A bot that has been heard of, the statements of each further heartbeat, and what followers are told. */
async function stage(t: TestContext) {
  const database = await freshDatabase();
  t.after(database.close);
  let statements = 0;
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const service = await startTestService(t, { database: { ...database, db } });
  const { token } = await signedInUser(service);
  let sequence = 1;
  const next = async (changes: Partial<BeatBody> = {}) => {
    statements = 0;
    sequence += 1;
    await beat(service, token, { sequence, ...changes });
    return statements;
  };
  await beat(service, token);
  const told = async () => (await service.call(getLive, {}, token)).counts.bots;
  return { service, token, next, told };
}

describe('a heartbeat of a known bot', () => {
  it('takes one statement, and one more for its session', {
    skip: KEPT_BY_EACH_COPY,
  }, async (t) => {
    // The news of it is sent a moment later.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { service, next } = await stage(t);
    service.clock.advance(10_000);
    assert.equal(await next({ equity: 9_000 }), 2);
    assert.equal(await next({ equity: 9_001 }), 1, 'the session is remembered for a second');
  });

  it('tells its followers what has changed, and of nothing else but now and then', async (t) => {
    const { service, token, next, told } = await stage(t);
    const before = await told();
    for (const afterMs of [5_000, 5_000, 5_000]) {
      service.clock.advance(afterMs);
      await next();
    }
    assert.equal(await told(), before, 'the same state within 20 s');
    service.clock.advance(5_000);
    await next();
    assert.equal(await told(), before + 1, 'it is alive');
    const bot = await onlyBot(service, token);
    assert.equal(bot.last_heartbeat_at, '2026-03-02T10:00:20.000Z');
    const changes: Partial<BeatBody>[] = [
      { state: 'reducing' },
      { state: 'reducing', equity: 1 },
      { state: 'reducing', equity: null, open_positions: 1 },
      { state: 'reducing', balance: 1, open_positions: 1 },
      { state: 'reducing', balance: 1, open_positions: 1, version: '0.2.0' },
    ];
    for (const change of changes) await next(change);
    assert.equal(await told(), before + 6);
    await next({ ...changes.at(-1), equity: null, balance: null });
    assert.equal(await told(), before + 6, 'figures that it does not know are the last ones');
  });

  it('that is late tells nothing', async (t) => {
    const { service, next, told } = await stage(t);
    service.clock.advance(60_000);
    await next({ sequence: 9 });
    const before = await told();
    await next({ sequence: 5, equity: 1, state: 'halted' });
    assert.equal(await told(), before);
  });

  it('learns what was unknown of its account, and refuses what contradicts it', async (t) => {
    const { service, token, next } = await stage(t);
    await beat(service, token, { account: accountInput({ login: '7', account_type: 'unknown' }) });
    await next({ account: accountInput({ login: '7', account_type: 'real' }) });
    const contradiction = next({ account: accountInput({ login: '7', account_type: 'demo' }) });
    await assert.rejects(contradiction, /account_mismatch/);
    await next({ account: accountInput({ login: '7', account_type: 'unknown' }) });
  });
});
