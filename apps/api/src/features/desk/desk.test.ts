import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { type Desk, getDesk } from '@quorate/contract/desk';
import type { CallInput } from '@quorate/contract/endpoint';
import { commandBot } from '@quorate/contract/live';
import { reportFloors } from '@quorate/contract/rule-sets';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { v7 } from 'uuid';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { hostedStage } from '../hosted/testing/hosted-stage.ts';
import { beat, onlyBot } from '../live/testing/heartbeats.ts';
import { aReport } from '../rule-sets/testing/rule-set-stage.ts';

type Query = NonNullable<CallInput<typeof getDesk>['query']>;

/** A service at 2 March 2026, 10:00, and a trader with a bot on a terminal. */
async function stage(t: TestContext) {
  const service = await startTestService(t);
  const { token } = await signedInUser(service, { plan: 'Pro' });
  const ask = (query: Query = {}, by = token) => service.call(getDesk, { query }, by);
  const desk = async (query: Query = {}): Promise<Desk> => {
    const { desk: found } = await ask(query);
    assert.ok(found, 'there is an account');
    return found;
  };
  const sync = (trades: Partial<TradeInput>[], login = '100200') =>
    service.call(
      syncTrades,
      {
        body: { account: accountInput({ login }), trades: trades.map((each) => tradeInput(each)) },
      },
      token,
    );
  return { service, token, ask, desk, sync };
}

const OPEN = { status: 'OPEN', closed_at: null, close_price: null } as const;

/** A trade that was closed at a moment with this result. */
function closed(at: string, profit: number): Partial<TradeInput> {
  const opened_at = new Date(Date.parse(at) - 3_600_000).toISOString();
  return { opened_at, closed_at: at, gross_profit: profit, commission: 0, profit };
}

describe('the desk', () => {
  it('of somebody without an account is empty', async (t) => {
    const { ask } = await stage(t);
    const { desk, accounts } = await ask();
    assert.deepEqual({ desk, accounts }, { desk: null, accounts: [] });
  });

  it('shows the equity, today, the limits and the positions of a bot', async (t) => {
    const { service, token, desk, sync } = await stage(t);
    await beat(service, token, { equity: 9_900, balance: 10_000, open_positions: 1 });
    await service.call(reportFloors, { body: aReport() }, token);
    await sync([
      closed('2026-03-01T23:59:59.000Z', 500),
      closed('2026-03-02T00:00:00.000Z', -40),
      closed('2026-03-02T09:00:00.000Z', 12.5),
      { ...OPEN, position_ticket: '77', gross_profit: -100, commission: 0, profit: -100 },
      {
        ...closed('2026-03-02T09:30:00.000Z', 0),
        status: 'CANCELLED',
        closed_at: null,
        close_price: null,
      },
    ]);
    const found = await desk();
    assert.equal(found.equity, 9_900);
    assert.equal(found.balance, 10_000);
    assert.equal(found.bot?.state, 'active');
    assert.equal(found.hosted, null);
    assert.deepEqual(found.today, {
      day: '2026-03-02',
      trades: 2,
      wins: 1,
      losses: 1,
      net: -27.5,
      change: 0,
    });
    assert.deepEqual(
      found.positions.map(({ position_ticket, profit, stop_loss }) => [
        position_ticket,
        profit,
        stop_loss,
      ]),
      [['77', -100, 1.08]],
    );
    assert.deepEqual(found.all_time, { trades: 3, wins: 2 });
    assert.equal(found.more_positions, 0);
    assert.deepEqual(
      found.limits?.lines.map(({ kind, floor, basis, used_percent }) => ({
        kind,
        floor,
        basis,
        used_percent,
      })),
      aReport().rule_set.lines.map(({ kind }, place) => {
        const { floor_minor = 0, basis_minor = 0 } = aReport().state.lines[place] ?? {};
        return {
          kind,
          floor: floor_minor / 100,
          basis: basis_minor / 100,
          used_percent: (basis_minor - 990_000) / 10_000,
        };
      }),
    );
    assert.equal(found.limits?.headroom, 140);
    assert.equal(found.events, null, 'no calendar is known');
  });

  it('counts days as the viewer does, and the month from its first day', async (t) => {
    const { desk, sync } = await stage(t);
    await sync([
      closed('2026-02-28T23:30:00.000Z', 1),
      closed('2026-03-01T12:00:00.000Z', 2),
      closed('2026-03-01T20:00:00.000Z', 4),
      closed('2026-03-02T03:00:00.000Z', 8),
    ]);
    const inUtc = await desk();
    assert.deepEqual(inUtc.month, {
      net: 14,
      days: [
        { day: '2026-03-01', trades: 2, net: 6 },
        { day: '2026-03-02', trades: 1, net: 8 },
      ],
    });
    const inKarachi = await desk({ time_zone: 'Asia/Karachi' });
    assert.deepEqual(inKarachi.month.days, [
      { day: '2026-03-01', trades: 2, net: 3 },
      { day: '2026-03-02', trades: 2, net: 12 },
    ]);
    const fiveAhead = await desk({ time_zone: '+05:00' });
    assert.deepEqual(fiveAhead.month.days, inKarachi.month.days);
    const inNewYork = await desk({ time_zone: 'America/New_York' });
    assert.deepEqual(inNewYork.month.days, [{ day: '2026-03-01', trades: 3, net: 14 }]);
    assert.equal(inNewYork.today.day, '2026-03-02');
    assert.equal(inNewYork.today.trades, 0);
  });

  it('counts positions that its bot reports and has not sent, and shows no lock that is over', async (t) => {
    const { service, token, desk } = await stage(t);
    await beat(service, token, { open_positions: 3 });
    const { state } = aReport();
    const lock = { line: 0, since: '2026-03-02T09:00:00.000Z', equity_minor: 950_000 };
    const lockUntil = async (until: string, seq: number) => {
      const locked = { ...state, lock: { ...lock, until } };
      await service.call(reportFloors, { body: aReport({ seq, state: locked }) }, token);
      return (await desk()).limits?.lock ?? null;
    };
    assert.equal(await lockUntil('2026-03-02T09:30:00.000Z', 1), null);
    assert.equal(
      (await lockUntil('2026-03-02T23:00:00.000Z', 2))?.until,
      '2026-03-02T23:00:00.000Z',
    );
    const { positions, more_positions } = await desk();
    assert.deepEqual([positions, more_positions], [[], 3]);
  });

  it('draws equity as it was kept, and each part of the span once', async (t) => {
    const { service, token, desk, sync } = await stage(t);
    const values = [10_000, 10_050, 9_990, 10_020];
    for (const [place, equity] of values.entries()) {
      await beat(service, token, { sequence: place + 1, equity, balance: 10_000 });
      service.clock.advance(20 * 60_000);
    }
    await sync([closed('2026-03-02T10:10:00.000Z', 20)]);
    const { curve } = await desk({ range: '1d' });
    assert.equal(curve.basis, 'equity');
    assert.deepEqual(
      curve.points.map(([, value]) => value),
      [...values, 10_020],
    );
    const times = curve.points.map(([at]) => at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal(times.at(-1), Date.parse(curve.to) / 1_000);
    assert.deepEqual(
      curve.marks.map(({ at, net }) => [at, net]),
      [['2026-03-02T10:10:00.000Z', 20]],
    );
  });

  it('draws the balance after each trade, back from the one that is known, where no equity was kept', async (t) => {
    const { service, token, desk, sync } = await stage(t);
    await sync([
      closed('2026-01-10T10:00:00.000Z', 100),
      closed('2026-02-10T10:00:00.000Z', -30),
      closed('2026-02-20T10:00:00.000Z', 50),
    ]);
    assert.deepEqual((await desk({ range: 'all' })).curve.points, [], 'no balance is known');
    await beat(service, token, { equity: 10_120, balance: 10_120 });
    const all = await desk({ range: 'all' });
    assert.equal(all.curve.basis, 'balance');
    assert.deepEqual(
      all.curve.points.map(([, value]) => value),
      [10_000, 10_100, 10_070, 10_120, 10_120],
    );
    const month = await desk({ range: '1m' });
    assert.deepEqual(
      month.curve.points.map(([, value]) => value),
      [10_100, 10_070, 10_120, 10_120],
    );
  });

  it('shows the account that is asked for, else the one that was seen last', async (t) => {
    const { service, token, ask, sync } = await stage(t);
    await sync([closed('2026-03-02T09:00:00.000Z', 5)], 'old');
    await beat(service, token, { account: accountInput({ login: 'first' }), equity: 1 });
    service.clock.advance(1_000);
    await beat(service, token, { account: accountInput({ login: 'second' }), equity: 2 });
    const { accounts, desk } = await ask();
    assert.deepEqual(
      accounts.map(({ login }) => login),
      ['second', 'first', 'old'],
    );
    assert.equal(desk?.equity, 2);
    const old = accounts[2]?.account_id;
    assert.ok(old);
    assert.equal((await ask({ account_id: old.toUpperCase() })).desk?.today.net, 5);
    const other = await signedInUser(service);
    const theirs = await ask({ account_id: old }, other.token);
    assert.deepEqual(
      [theirs.desk, theirs.accounts],
      [null, []],
      'another user’s account is nobody’s',
    );
    assert.equal((await ask({ account_id: v7() })).desk?.equity, 2, 'an account that is gone');
  });

  it('says what its owner asked of the bot', async (t) => {
    const { service, token, desk } = await stage(t);
    await beat(service, token);
    const orders = async () => {
      const { bot } = await desk();
      return [bot?.stopped, bot?.commanded];
    };
    assert.deepEqual(await orders(), [false, false]);
    const { bot_id } = await onlyBot(service, token);
    const command = { command_id: randomUUID(), kind: 'entries_off' } as const;
    await service.call(commandBot, { params: { bot_id }, body: command }, token);
    assert.deepEqual(await orders(), [true, true]);
  });
});

describe('the desk of a paper account', () => {
  it('lives by its market’s clock and shows what it decided', async (t) => {
    const { run, user, service } = await hostedStage(t);
    const trader = await user();
    run();
    const begun = await trader.begin();
    await trader.until(({ closed_trades: trades }) => trades >= 3);
    const { desk, accounts } = await service.call(
      getDesk,
      { query: { range: 'all' } },
      trader.token,
    );
    assert.ok(desk);
    assert.deepEqual(
      accounts.map(({ name }) => name),
      ['Practice'],
    );
    assert.equal(desk.hosted?.hosted_id, begun.hosted_id);
    assert.equal(desk.as_of, desk.hosted?.market_time);
    assert.equal(desk.today.day, desk.as_of?.slice(0, 10));
    assert.ok(desk.decisions.length > 0);
    for (const { votes } of desk.decisions) assert.ok(votes.length > 0);
    assert.ok(desk.curve.points.length >= 4);
    const [first] = desk.curve.points;
    // The first equity that is kept may already hold an open position.
    assert.ok(Math.abs((first?.[1] ?? 0) - 10_000) < 50, `it began with ${first?.[1]}`);
    assert.equal(desk.events, null, 'events of the world move no made-up market');
  });
});
