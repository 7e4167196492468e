import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getPanelRecord, getPrior } from '@quorate/contract/calibration';
import {
  emptyRecord,
  type LearnedRecord,
  learn,
  mergeRecords,
  voterKey,
} from '@quorate/trading/ensemble/learned-record';
import { createRandom } from '@quorate/trading/market/random';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { addDecision, reportTouches } from './testing/decided.ts';

const DAY_MS = 86_400_000;
const VOTERS = ['trend', 'mean-reversion', 'breakout'];

/** A record in which each voter was right in so many of a hundred, each in turns of its own. */
function recordOf(outcomes: number, rights: readonly number[]): LearnedRecord {
  const record = emptyRecord();
  const random = createRandom(7);
  for (let at = 0; at < outcomes; at += 1) {
    const sides = rights.map((right) => (100 * random() < right ? 'BUY' : 'SELL'));
    const buys = sides.filter((side) => side === 'BUY').length;
    learn(record, {
      touch: 'up',
      bar: 24 * at,
      pool: (2 * buys - sides.length) / sides.length,
      cost: 0.1,
      rules: { verdict: 'HOLD', majority: buys > 1 ? 'BUY' : 'SELL', equal_pool: 'BUY' },
      votes: sides.map((side, voter) => ({
        key: voterKey(VOTERS[voter] ?? '', 'offline', '1'),
        side,
      })),
    });
  }
  return record;
}

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const put = (record: LearnedRecord) =>
    service.db
      .insertInto('learned_markets')
      .values({
        user_id: user.id,
        symbol: 'EURUSD',
        timeframe: 'H1',
        record: JSON.stringify(record),
        updated_at: new Date(service.clock.now()),
      })
      .execute();
  const decide = (share: number) =>
    addDecision(service, user.id, [
      { analyst: 'trend', p_up: 0.7, action: 'BUY', share },
      { analyst: 'breakout', p_up: 0.6, action: 'BUY', share: 1 - share },
    ]);
  const read = (query = {}) => service.call(getPanelRecord, { query }, token);
  const mails = () =>
    service.db
      .selectFrom('outbox')
      .select(['subject', 'text'])
      .where('subject', 'like', 'No edge%')
      .execute();
  return { service, token, user, put, decide, read, mails };
}

describe('the record of a panel', () => {
  it('is nothing before the first decision', async (t) => {
    const { read } = await start(t);
    const { markets, record } = await read();
    assert.deepEqual([markets, record], [[], null]);
  });

  it('is being measured until 300 outcomes are known', async (t) => {
    const { put, decide, read } = await start(t);
    await put(recordOf(299, [60, 50, 50]));
    await decide(0.5);
    const { markets, record } = await read();
    assert.deepEqual(markets, [{ symbol: 'EURUSD', timeframe: 'H1', outcomes: 299 }]);
    assert.deepEqual(
      [record?.state, record?.outcomes, record?.shared_outcomes, record?.proven_from],
      ['measuring', 299, 0, 300],
    );
  });

  it('names an edge with its bound, and voter by voter who was right', async (t) => {
    const { put, decide, read } = await start(t);
    await put(recordOf(600, [65, 50, 52]));
    await decide(0.5);
    const { record } = await read({ symbol: 'EURUSD', timeframe: 'H1' });
    assert.equal(record?.state, 'edge');
    assert.equal(record.cost_atr, 0.1);
    const [trend] = record.voters;
    assert.ok(trend && trend.votes === 600 && trend.proven && trend.share > 0.5);
    assert.ok(trend.accuracy && trend.accuracy.low < trend.accuracy.value);
    assert.ok(record.effective_voters > 2 && record.effective_voters <= 3);
    assert.ok(record.pool && record.pool.edge_low < record.pool.edge);
  });

  it('shows the plain rules, and – for a rule that never asked for a trade', async (t) => {
    const { put, decide, read } = await start(t);
    const known = recordOf(600, [65, 50, 52]);
    await put(known);
    await decide(0.5);
    const rules = Object.fromEntries(
      ((await read()).record?.rules ?? []).map((each) => [each.rule, each]),
    );
    const { taken = 0, right = 0 } = known.rules.majority ?? {};
    assert.equal(rules.majority?.mean_r, Number(((2 * right) / taken - 1.1).toFixed(4)));
    assert.deepEqual(
      [rules.verdict?.taken, rules.verdict?.mean_r, rules.hold?.mean_r],
      [0, null, null],
    );
  });

  it('tells what changed against the month before', async (t) => {
    const { service, decide, read } = await start(t);
    await decide(0.2);
    await service.db
      .updateTable('decisions')
      .set({ decided_at: new Date(service.clock.now() - 40 * DAY_MS) })
      .execute();
    await decide(0.6);
    await decide(0.8);
    const [trend, reversion] = (await read()).record?.voters ?? [];
    assert.deepEqual([trend?.share_last_30_days, trend?.share_before], [0.7, 0.2]);
    assert.deepEqual([reversion?.share_last_30_days, reversion?.share_before], [null, null]);
  });
});

describe('the prior of a market', () => {
  const query = { symbol: 'EURUSD', timeframe: 'H1' } as const;

  it('is the record of all accounts with the user’s own, and nobody else’s', async (t) => {
    const { service, token, put } = await start(t);
    const nothing = await service.call(getPrior, { query }, token);
    assert.deepEqual(nothing.prior, { 'EURUSD H1': emptyRecord() });
    const own = recordOf(20, [60, 50, 50]);
    const shared = recordOf(350, [55, 50, 45]);
    await put(own);
    await service.db
      .insertInto('shared_markets')
      .values({
        symbol: 'EURUSD',
        timeframe: 'H1',
        record: JSON.stringify(shared),
        updated_at: new Date(service.clock.now()),
      })
      .execute();
    const both = await service.call(getPrior, { query }, token);
    assert.deepEqual(both.prior, { 'EURUSD H1': mergeRecords(own, shared) });
    assert.deepEqual([both.own_outcomes, both.shared_outcomes], [20, 350]);
    const { token: stranger } = await signedInUser(service);
    const theirs = await service.call(getPrior, { query }, stranger);
    assert.deepEqual([theirs.own_outcomes, theirs.shared_outcomes], [0, 350]);
    assert.deepEqual(theirs.prior['EURUSD H1']?.outcomes, 350);
  });
});

describe('a panel without an edge', () => {
  it('is a state, and told by mail once', async (t) => {
    const { service, token, user, put, decide, read, mails } = await start(t);
    await put(recordOf(320, [50, 50, 50]));
    assert.deepEqual(await mails(), []);
    for (let turn = 0; turn < 3; turn += 1)
      await reportTouches(service, token, { [await decide(0.5)]: 'up' });
    assert.equal((await read()).record?.state, 'no_edge');
    const [mail, ...more] = await mails();
    assert.equal(more.length, 0, 'once');
    assert.equal(mail?.subject, 'No edge shown on EURUSD H1 so far');
    assert.match(mail.text, /no skill on EURUSD H1 so far \(321 outcomes, right in \d+% to \d+%\)/);
    assert.equal(
      (await service.db.selectFrom('outbox').select('about_user').execute()).at(-1)?.about_user,
      user.id,
    );
  });

  it('is not told of where there is one', async (t) => {
    const { service, token, put, decide, mails } = await start(t);
    await put(recordOf(600, [65, 65, 65]));
    await reportTouches(service, token, { [await decide(0.5)]: 'up' });
    assert.deepEqual(await mails(), []);
  });
});
