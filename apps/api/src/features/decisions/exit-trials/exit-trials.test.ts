import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type OutcomeInput, reportOutcome } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { type TriedExits, tryExits } from '@quorate/contract/exit-trials';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { packRawBars } from '@quorate/trading/market/raw-bars';
import { accountInput, signedInUser, tradeInput } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import type { Limits } from '../../../config/limits.ts';
import { orderedInput } from '../testing/outcomes.ts';
import { bar, request } from '../testing/requests.ts';

const ACCOUNT = accountInput({ kind: 'paper' });
const at = (hour: number) => Date.parse('2026-02-02T00:00:00Z') / 1_000 + hour * 3_600;

/** Ahead by 130 points within the first bar, at the stop two bars later. */
const BARS: OutcomeInput['bars'] = [
  [at(7), 108_200, 108_210, 108_190, 108_200],
  [at(8), 108_200, 108_330, 108_190, 108_310],
  [at(9), 108_310, 108_320, 108_190, 108_210],
  [at(10), 108_210, 108_220, 108_050, 108_060],
];

/** 0.10 lots with 100 points to the stop: a point is ten cents, and 70 cents go for both sides. */
function lost(decisionId: string | null, changes: Partial<TradeInput> = {}): TradeInput {
  return tradeInput({
    volume: 0.1,
    open_price: 1.082,
    close_price: 1.081,
    stop_loss: 1.081,
    take_profit: 1.086,
    opened_at: '2026-02-02T08:00:00.000Z',
    closed_at: '2026-02-02T10:59:59.999Z',
    gross_profit: -10,
    commission: -0.7,
    profit: -10.7,
    initial_risk: 10.7,
    decision_id: decisionId,
    ...changes,
  });
}

async function start(t: TestContext, limits: Partial<Limits> = {}) {
  const service = await startTestService(t, { limits });
  const { token } = await signedInUser(service, { plan: 'Elite' });

  /** A decision whose trade was lost. @param bars null where the bot reported nothing of it */
  async function loseOne(index: number, bars: OutcomeInput['bars'] | null) {
    const { decision } = await service.call(analyse, request(bar(index)), token);
    const trade = lost(decision.decision_id);
    await service.call(syncTrades, { body: { account: ACCOUNT, trades: [trade] } }, token);
    if (bars) {
      const outcome = orderedInput(decision.decision_id, trade.position_ticket);
      const order = {
        side: 'BUY',
        lots: 0.1,
        volume_step: 0.01,
        stop_loss: 1.081,
        take_profit: 1.086,
        bid: 1.0819,
        ask: 1.082,
        asked_at: '2026-02-02T08:00:00.000Z',
      } as const;
      const fill = outcome.fill && { ...outcome.fill, price: 1.082 };
      const params = { decision_id: decision.decision_id };
      const body = { ...outcome, order, fill, bars };
      await service.call(reportOutcome, { params, body }, token);
    }
    return decision.decision_id;
  }
  const attempt = (body: HandlerInput<typeof tryExits>['body']) =>
    service.call(tryExits, { body }, token);
  return { service, token, loseOne, attempt };
}

describe('other exits over past trades', () => {
  it('tells what a trade would have come to, beside what it was, in R after its costs', async (t) => {
    const { loseOne, attempt } = await start(t);
    const decision_id = await loseOne(0, BARS);
    const trial = await attempt({ exits: { break_even_after_r: 1 }, decision_id });
    assert.deepEqual(
      [trial.trades, trial.judged, trial.r_was, trial.r_without, trial.r_with],
      // At the opening price the commission is lost.
      [1, 1, -1, -1, -0.0654],
    );
    assert.deepEqual([trial.better, trial.worse], [1, 0]);
    const [listed] = trial.listed;
    assert.deepEqual(
      [listed?.decision_id, listed?.ended_by, listed?.ended_at, listed?.r_with],
      [decision_id, 'stop', '2026-02-02T10:00:00.000Z', -0.0654],
    );
    // Closed at the first bar's close: 110 points.
    const timed = await attempt({ exits: { time_stop_bars: 1 } });
    assert.deepEqual([timed.r_with, timed.listed[0]?.ended_by], [0.9626, 'time_stop']);
    const none = await attempt({ exits: {} });
    assert.deepEqual([none.r_with, none.better, none.worse], [-1, 0, 0]);
  });

  it('says how many trades it could not judge, and counts them in no sum', async (t) => {
    const { loseOne, attempt } = await start(t);
    await loseOne(0, BARS);
    await loseOne(1, null);
    await loseOne(2, BARS.slice(0, 3));
    await loseOne(3, BARS.slice(2));
    const trial = await attempt({ exits: { break_even_after_r: 1 } });
    assert.deepEqual([trial.trades, trial.judged], [4, 1]);
    assert.deepEqual(trial.not_known, { no_order: 1, no_bars: 2 });
    assert.equal(trial.r_was, -1);
    const nobody = await attempt({ exits: {}, account_type: 'real' });
    assert.deepEqual([nobody.trades, nobody.r_was, nobody.listed], [0, null, []]);
  });

  it('uses the bars that are kept of the account where they reach', async (t) => {
    const { service, loseOne, attempt } = await start(t);
    const decision_id = await loseOne(0, BARS.slice(0, 3));
    assert.equal((await attempt({ exits: {}, decision_id })).judged, 0);
    const bars = packRawBars(BARS.map((each) => [...each, 10]));
    const account = await service.db
      .selectFrom('trading_accounts')
      .select(['id', 'user_id'])
      .executeTakeFirstOrThrow();
    const [name, now] = [{ symbol: 'EURUSD', timeframe: 'H1' }, new Date(service.clock.now())];
    await service.db
      .insertInto('bar_series')
      .values({
        user_id: account.user_id,
        account_id: account.id,
        ...name,
        digits: 5,
        newest: at(10),
        tail: bars,
        tail_from: at(7),
        used_at: now,
      })
      .execute();
    const trial = await attempt({ exits: { break_even_after_r: 1 }, decision_id });
    assert.deepEqual([trial.judged, trial.r_with], [1, -0.0654]);
  });

  it('refuses what is no exit, a figure out of bounds, and a decision of somebody else', async (t) => {
    const { service, token, loseOne } = await start(t, { replays: 5 });
    const refused = (body: { exits: TriedExits }) => service.fail(tryExits, { body }, token);
    assert.match(JSON.stringify(await refused({ exits: { hope: 1 } })), /exits\.hope.*no exit/);
    const opposite = await refused({ exits: { exit_on_opposite_percent: 60 } });
    assert.match(JSON.stringify(opposite), /exits\.exit_on_opposite_percent/);
    const bounds = await refused({ exits: { break_even_after_r: 21 } });
    assert.match(JSON.stringify(bounds), /must be from 0\.1 to 20, or null/);
    const decision_id = await loseOne(0, BARS);
    const other = await signedInUser(service, { plan: 'Elite' });
    const foreign = await service.fail(tryExits, { body: { exits: {}, decision_id } }, other.token);
    assert.equal(foreign.code, 'not_found');
    for (let more = 3; more < 5; more += 1)
      await service.call(tryExits, { body: { exits: {} } }, token);
    assert.equal((await refused({ exits: {} })).code, 'rate_limited');
  });
});
