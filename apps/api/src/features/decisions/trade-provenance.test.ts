import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { explainDecision, reportOutcome } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { isMarketShut } from '@quorate/trading/market/market-hours';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { orderedInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

const PAPER = accountInput({ kind: 'paper', login: 'P1' });
const REAL = accountInput({ login: '7', account_type: 'real' });

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service, { plan: 'Elite' });
  const store = (account: typeof PAPER, ...each: Partial<TradeInput>[]) => {
    const times = { opened_at: '2026-03-02T10:00:00.000Z', closed_at: '2026-03-02T10:30:00.000Z' };
    const trades = each.map((changes) => tradeInput({ ...times, ...changes }));
    return service.call(syncTrades, { body: { account, trades } }, token);
  };
  const shown = async () => {
    const query = { page: 1, per_page: 500, period: 'all' as const };
    const input = { params: { user_id: user.id }, query };
    const { recent_trades } = await service.call(getTradeStatistics, input, token);
    return Object.fromEntries(recent_trades.map((each) => [each.position_ticket, each.provenance]));
  };
  const decide = async (account: typeof PAPER, as_of = '2026-03-02T10:00:00.000Z') =>
    (await service.call(analyse, request(bar(0, { as_of }), { account }), token)).decision;
  return { service, token, store, shown, decide };
}

describe('the provenance of a trade', () => {
  // @attack 1.13
  it('follows from its account, its import, and the decision that it came from', async (t) => {
    const { service, store, shown, decide } = await start(t);
    const [live, old] = [await decide(PAPER), await decide(PAPER, '2026-02-02T08:00:00.000Z')];
    await store(PAPER, { position_ticket: 'live', decision_id: live.decision_id });
    await store(PAPER, {
      position_ticket: 'old',
      decision_id: old.decision_id,
      opened_at: '2026-02-02T08:00:00.000Z',
    });
    await store(PAPER, { position_ticket: 'hand' });
    const real = await decide(REAL);
    await store(REAL, { position_ticket: 'real', decision_id: real.decision_id });
    await store(accountInput(), { position_ticket: 'demo' });
    await store(accountInput(), { position_ticket: 'report' });
    await service.db
      .updateTable('trades')
      .set({ import_id: crypto.randomUUID() })
      .where('position_ticket', '=', 'report')
      .execute();
    assert.deepEqual(await shown(), {
      live: 'paper-live',
      old: 'paper-replayed',
      hand: 'practice',
      real: 'real-alone',
      demo: 'demo-alone',
      report: 'imported',
    });
    await service.db
      .updateTable('decisions')
      .set({ market_grade: 'agreed' })
      .where('id', '=', real.decision_id)
      .execute();
    assert.equal((await shown()).real, 'real-agreed');
    await service.db
      .updateTable('decisions')
      .set({ market_grade: 'contradicted' })
      .where('id', '=', live.decision_id)
      .execute();
    assert.equal((await shown()).live, 'contradicted');
  });

  // @attack 1.15
  it('takes no decision of another symbol or time', async (t) => {
    const { store, shown, decide } = await start(t);
    const { decision_id } = await decide(PAPER);
    await store(PAPER, { position_ticket: 'symbol', decision_id, symbol: 'GBPUSD' });
    const opened_at = '2026-03-02T09:00:00.000Z';
    await store(PAPER, { position_ticket: 'before', decision_id, opened_at });
    assert.deepEqual(await shown(), {
      symbol: 'practice',
      before: 'practice',
    });
  });

  // @attack 1.16
  it('is contradicted where it was opened or closed while its market was shut', async (t) => {
    const { store, shown } = await start(t);
    const open = { opened_at: '2026-03-06T20:00:00.000Z', closed_at: '2026-03-06T21:00:00.000Z' };
    const saturday = '2026-03-07T12:00:00.000Z';
    await store(REAL, { ...open, position_ticket: 'friday' });
    await store(REAL, { ...open, position_ticket: 'closed', closed_at: saturday });
    const over = { opened_at: saturday, closed_at: '2026-03-09T12:00:00.000Z' };
    await store(REAL, { ...over, position_ticket: 'opened' });
    await store(REAL, { ...over, position_ticket: 'coin', symbol: 'BTCUSD' });
    const held = { ...open, closed_at: '2026-03-09T12:00:00.000Z' };
    await store(REAL, { ...held, position_ticket: 'held' });
    assert.deepEqual(await shown(), {
      friday: 'real-alone',
      closed: 'contradicted',
      opened: 'contradicted',
      coin: 'real-alone',
      held: 'real-alone',
    });
  });

  it('knows the hours of the market as the trading core does', async (t) => {
    const { store, shown } = await start(t);
    const expected: Record<string, string> = {};
    const trades: Partial<TradeInput>[] = [];
    // The weekends around both changes of New York's clock.
    for (const day of ['2025-10-31', '2026-03-06']) {
      const from = Date.parse(`${day}T18:00:00.000Z`);
      for (let hour = 0; hour < 54; hour += 1) {
        for (const minute of [0, 59.9]) {
          const at = instant(from + hour * 3_600_000 + minute * 60_000);
          const position_ticket = String(at);
          expected[position_ticket] = isMarketShut('EURUSD', at) ? 'contradicted' : 'real-alone';
          const times = { opened_at: '2025-10-30T12:00:00.000Z', closed_at: isoFromInstant(at) };
          trades.push({ ...times, position_ticket });
        }
      }
    }
    await store(REAL, ...trades);
    assert.equal(Object.values(expected).filter((each) => each === 'contradicted').length, 184);
    assert.deepEqual(await shown(), expected);
  });

  // @attack 1.5
  it('is contradicted where the fill that was told is another one, in the story, too', async (t) => {
    const { service, token, store, shown, decide } = await start(t);
    const { decision_id } = await decide(REAL);
    const params = { decision_id };
    await service.call(
      reportOutcome,
      { params, body: { ...orderedInput(decision_id, '77'), bars: [] } },
      token,
    );
    const trade = { position_ticket: '77', decision_id };
    await store(REAL, { ...trade, revision: 1 });
    assert.deepEqual(await shown(), { 77: 'real-alone' });
    await store(REAL, { ...trade, revision: 2, open_price: 1.09 });
    assert.deepEqual(await shown(), { 77: 'contradicted' });
    const story = await service.call(explainDecision, { params }, token);
    assert.equal(story.trade?.provenance, 'contradicted');
  });
});
