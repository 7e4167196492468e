import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse, RAW_BARS_MAX } from '@quorate/contract/decisions';
import { countRawBars } from '@quorate/trading/market/raw-bars';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { findSeries } from '../market/bars.queries.ts';
import { barsRequest, hourlyBars } from './testing/real-bars.ts';
import { bar, request } from './testing/requests.ts';

const SERIES = hourlyBars();
const [symbol, timeframe] = ['EURUSD', 'H1'];

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service, { plan: 'Elite' });
  const { server, login } = accountInput();
  const keptBars = async () => {
    const name = { userId: user.id as never, account: { server, login }, symbol, timeframe };
    const stored = await findSeries(service.db, name);
    return stored ? countRawBars(stored.bars) : 0;
  };
  const send = (index: number, changes: Parameters<typeof barsRequest>[2] = {}) =>
    service.call(analyse, barsRequest(SERIES, index, changes), token);
  const refused = (index: number, changes: Parameters<typeof barsRequest>[2] = {}) =>
    service.fail(analyse, barsRequest(SERIES, index, changes), token);
  return { service, token, keptBars, send, refused };
}

describe('the bars of a decision', () => {
  it('give the snapshot that the bot has made, and later calls bring only what is new', async (t) => {
    const { send, keptBars, service } = await start(t);
    const { decision } = await send(300);
    assert.equal(decision.clock_class, 'replayed');
    assert.deepEqual(
      [decision.market_grade, decision.agreed_by, decision.marked_bars],
      ['alone', 0, 0],
    );
    assert.equal(await keptBars(), 301);
    for (let index = 310; index <= 690; index += 10) await send(index, { after: index - 10 });
    assert.equal(await keptBars(), 691);
    const chunks = await service.db.selectFrom('bar_chunks').select('first_at').execute();
    assert.equal(chunks.length, 4, 'the first call, and three of a hundred bars');
  });

  // @attack 1.4
  it('are refused where the snapshot says another thing than they do', async (t) => {
    const { service, token, refused } = await start(t);
    const { body } = barsRequest(SERIES, 300);
    const [seconds, open, high, low, close, spread] = body.bars.at(-3) ?? [0, 0, 0, 0, 0, 0];
    const bent = body.bars.with(-3, [seconds, open, high + 40, low, close, spread]);
    const failure = await service.fail(analyse, { body: { ...body, bars: bent } }, token);
    assert.deepEqual([failure.status, failure.code], [400, 'snapshot_hash_mismatch']);
    assert.equal(failure.details?.actual, body.snapshot_hash);
    assert.match(String(failure.details?.limit), /^[0-9a-f]{64}$/);
    const few = body.bars.slice(-60);
    const short = await service.fail(analyse, { body: { ...body, bars: few } }, token);
    assert.deepEqual([short.code, short.details?.limit], ['snapshot_hash_mismatch', 'none']);
    assert.equal(
      (await refused(300, { snapshot_hash: 'a'.repeat(64) })).code,
      'snapshot_hash_mismatch',
    );
    assert.deepEqual(await service.db.selectFrom('bar_series').selectAll().execute(), []);
  });

  it('are asked for again where they do not follow on those that are kept', async (t) => {
    const { send, refused, keptBars } = await start(t);
    const first = await refused(300, { after: 290 });
    assert.deepEqual([first.status, first.code], [409, 'bars_missing']);
    await send(300);
    const gap = await refused(320, { after: 310 });
    assert.equal(gap.code, 'bars_missing');
    assert.equal(gap.details?.from, new Date(SERIES.time[300] ?? 0).toISOString());
    assert.match(gap.message, /bars of EURUSD H1 do not follow/);
    await send(320);
    assert.equal(await keptBars(), 321);
  });

  it('of another account, symbol or user are not those of this one', async (t) => {
    const { service, send, refused } = await start(t);
    await send(300);
    const other = { after: 300, account: accountInput({ kind: 'paper', login: '2' }) };
    assert.equal((await refused(310, other)).code, 'bars_missing');
    const { token: stranger } = await signedInUser(service, { plan: 'Elite' });
    const failure = await service.fail(analyse, barsRequest(SERIES, 310, { after: 300 }), stranger);
    assert.equal(failure.code, 'bars_missing');
  });

  it('are kept once, however often and however many at once they come', async (t) => {
    const { send, keptBars } = await start(t);
    const [one, two] = await Promise.all([send(300), send(300)]);
    assert.equal(one.decision.decision_id, two.decision.decision_id);
    const calls = [305, 305, 310, 308].map((index) => send(index, { after: 300 }));
    await Promise.all(calls);
    await send(320, { after: 310 });
    assert.equal(await keptBars(), 321);
    const again = await send(320, { after: 310 });
    assert.equal((await send(320)).decision.decision_id, again.decision.decision_id);
    assert.equal(await keptBars(), 321);
  });

  it('are read again after a restart, and by another copy that has stored fewer', async (t) => {
    const { service, send, token, keptBars } = await start(t);
    await send(300);
    const { database, clock } = service;
    const copy = await startTestService(t, { database, clock });
    const there = (index: number, after: number) =>
      copy.call(analyse, barsRequest(SERIES, index, { after }), token);
    await there(310, 300);
    // What this copy has in memory ends at bar 300.
    await send(320, { after: 310 });
    await there(330, 320);
    assert.equal(await keptBars(), 331);
  });

  it('are the newest 1,500 of a long run, and the run has forgotten the others, too', async (t) => {
    const { service, token, keptBars } = await start(t);
    const long = hourlyBars(9, 3_400);
    const ask = (index: number, after?: number) =>
      service.call(analyse, barsRequest(long, index, after === undefined ? {} : { after }), token);
    await ask(1_700);
    assert.equal(await keptBars(), RAW_BARS_MAX);
    for (let index = 1_800; index < 3_400; index += 120)
      await ask(index, index === 1_800 ? 1_700 : index - 120);
    assert.ok((await keptBars()) < RAW_BARS_MAX + 250, 'the first chunk is gone');
    const { body } = barsRequest(long, 3_399);
    const many = { ...body, bars: [body.bars[0], ...body.bars] };
    assert.equal((await service.fail(analyse, { body: many }, token)).code, 'validation_failed');
  });

  // @attack 1.4
  it('that change what was said of a bar contradict the account itself', async (t) => {
    const { send, service, token } = await start(t);
    await send(300);
    const other = hourlyBars(5);
    const { decision } = await service.call(analyse, barsRequest(other, 301), token);
    assert.equal(decision.market_grade, 'contradicted');
    const bent = barsRequest(SERIES, 320, { after: 301 });
    assert.equal((await service.fail(analyse, bent, token)).code, 'snapshot_hash_mismatch');
  });

  // @attack 1.1
  it('that cannot be are refused with the bar and its figures', async (t) => {
    const { service, token, send } = await start(t);
    await send(300);
    const { body } = barsRequest(SERIES, 310, { after: 300 });
    const changed = (at: number, place: number, value: number) =>
      body.bars.with(at, body.bars[at]?.with(place, value) as never);
    const [, second] = body.bars;
    assert.ok(second);
    const cases: [typeof body.bars, RegExp][] = [
      [changed(9, 0, 7_226_582_400), /bars bar 10 \(2199-/],
      [changed(4, 2, 1), /bar 5 .*high 1, .* do not fit together/],
      [body.bars.toSpliced(2, 0, second), /bar 3 .*it opens at the time of the bar before it/],
      [body.bars.toReversed(), /bar 2 .*it is older than the bar before it/],
      [body.bars.slice(0, -1), /bar 9 .*the snapshot is of/],
      [changed(9, 5, -2), /bar 10 .*its spread is -2 points/],
      [
        body.bars.map(([time, ...prices]) => [time, ...prices.map((price) => price * 2)]) as never,
        /bar 2 .*the bar before it closed at/,
      ],
    ];
    for (const [bars, words] of cases) {
      const failure = await service.fail(analyse, { body: { ...body, bars } }, token);
      assert.deepEqual([failure.status, failure.code], [400, 'validation_failed']);
      assert.match(failure.message, words);
    }
  });

  it('are missing from bots of the release before, whose decisions are alone', async (t) => {
    const { service, token } = await start(t);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    assert.deepEqual([decision.clock_class, decision.market_grade], ['replayed', 'alone']);
    assert.deepEqual(await service.db.selectFrom('bar_series').selectAll().execute(), []);
  });

  it('are not stored by a call that a limit of the plan has refused', async (t) => {
    const { service, refused, keptBars } = await start(t);
    await service.db.updateTable('users').set({ given_plan: 'Free' }).execute();
    const failure = await refused(300, { trades_opened_today: 99 });
    assert.equal(failure.code, 'daily_trade_limit_reached');
    assert.equal(await keptBars(), 0);
  });
});

describe('the version of a prompt', () => {
  it('is kept with each vote', async (t) => {
    const { send } = await start(t);
    const { decision } = await send(300);
    assert.deepEqual(
      decision.votes.map((vote) => vote.prompt_version),
      ['1', '1', '1'],
    );
  });
});
