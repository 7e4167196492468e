import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { Trade as StoredTrade } from '@quorate/contract/trades';
import { tradeToWire } from '@quorate/run/wire';
import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { costAtrOf } from '@quorate/trading/ensemble/expected-value';
import { emptyRecord } from '@quorate/trading/ensemble/learned-record';
import { decide } from '@quorate/trading/ensemble/verdict';
import { LEARNING_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { closeTimeAt } from '@quorate/trading/market/candle';
import { generateMarket } from '@quorate/trading/market/market-generator';
import { buildSnapshot } from '@quorate/trading/market/snapshot';
import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { currencyOf, money } from '@quorate/values/money';
import { barAt, storiesOf } from './stories.ts';
import { type WalkedTrade, walkAgain } from './walk-again.ts';

const series = generateMarket({
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: 400,
  end: instantFromIso('2026-06-26T21:00:00Z'),
  seed: 2,
});
const NOTHING_LEARNED = { record: emptyRecord(), members: {} };
const start = money(1_000_000, currencyOf('USD'));

/** Every bar's decision, as a service would have stored it. */
function decisionsOf(): DecisionReply[] {
  return Array.from({ length: series.length }, (_, bar) => buildSnapshot(series, bar))
    .filter((snapshot) => snapshot !== undefined)
    .map((snapshot, index) => {
      const votes = OFFLINE_ANALYSTS.map((analyst) => analyst.vote(snapshot));
      const verdict = decide(votes, costAtrOf(snapshot), NOTHING_LEARNED, LEARNING_LIMITS);
      return {
        decision_id: `01a1fbc6-fc27-75c4-82e8-${String(index).padStart(12, '0')}`,
        symbol: snapshot.symbol,
        timeframe: snapshot.timeframe,
        as_of: snapshot.as_of,
        decided_at: snapshot.as_of,
        snapshot_hash: '0'.repeat(64),
        action: verdict.action,
        p_up: verdict.pUp,
        pool_slope: 1,
        verdict_figures: null,
        sl_atr: verdict.stopLossAtr,
        tp_atr: verdict.takeProfitAtr,
        reason: verdict.reason,
        agreeing: verdict.agreeing,
        quorum: verdict.quorum,
        voters: verdict.voters,
        votes: [],
        rules: [],
        depth: 'basic',
        tokens: 0,
        cost_usd: 0,
        latency_ms: null,
        clock_class: null,
        market_grade: null,
        agreed_by: null,
        marked_bars: null,
      };
    });
}

function storedOf({ trade, decisionId }: WalkedTrade): StoredTrade {
  const { open_price, revision, ...wire } = tradeToWire(trade, decisionId);
  return {
    ...wire,
    best_excursion: null,
    worst_excursion: null,
    exit_reason: null,
    price: open_price,
    account_id: '01a1fbc6-fb94-743f-acab-14becf845253',
    trade_time: wire.closed_at ?? wire.opened_at,
    currency: 'USD',
    account_type: 'demo',
    decision_id: decisionId,
    corrections: [],
    provenance: 'paper-replayed',
  };
}

describe('a run that is walked again', () => {
  const decisions = decisionsOf();
  let walked: WalkedTrade[];
  before(async () => {
    walked = await walkAgain(series, decisions, start);
  });

  it('makes the same trades each time, with the figures of the desk and the reason of each end', async () => {
    assert.ok(walked.length >= 5, `${walked.length} trades`);
    assert.deepEqual(await walkAgain(series, decisions, start), walked);
    for (const { trade, checks, exit } of walked) {
      const loss = checks.find(({ name }) => name === 'loss_at_stop_minor');
      assert.ok(loss && loss.value <= loss.limit);
      if (exit === 'take-profit') assert.deepEqual(trade.closePrice, trade.takeProfit);
      assert.equal(exit === null, trade.closedAt === null);
    }
  });

  it('is refused when a bar was never decided on', async () => {
    await assert.rejects(walkAgain(series, [], start), /nothing was decided on the bar of 20/);
  });

  it('becomes one story a closed trade, counted in bars from decision to end', () => {
    const trades = walked.map(storedOf);
    const stories = storiesOf({ decisions, trades }, walked, series);
    assert.equal(stories.length, walked.filter(({ exit }) => exit !== null).length);
    for (const { decision, trade, bars } of stories) {
      assert.equal(trade.decision_id, decision.decision_id);
      const last = barAt(series, decision.as_of) + bars;
      assert.ok(closeTimeAt(series, last) >= Date.parse(trade.closed_at ?? ''));
      assert.ok((series.time[last] ?? Number.NaN) <= Date.parse(trade.closed_at ?? ''));
    }
  });

  it('is refused when the service has another trade on record', () => {
    const [first, ...rest] = walked.map(storedOf);
    assert.ok(first);
    for (const change of [{ profit: first.profit + 0.01 }, { volume: 9 }, { decision_id: null }]) {
      const trades = [{ ...first, ...change }, ...rest];
      assert.throws(
        () => storiesOf({ decisions, trades }, walked, series),
        new RegExp(`the trade ${first.position_ticket} is not what the bot traded`),
      );
    }
  });

  it('knows no bar after the last', () => {
    assert.equal(barAt(series, isoFromInstant(closeTimeAt(series, 399))), 399);
    assert.throws(() => barAt(series, '2027-01-01T00:00:00Z'), /is after the last bar/);
  });
});
