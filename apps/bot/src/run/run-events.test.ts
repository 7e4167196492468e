import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import type { Trade } from '@quorate/trading/account/trade';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { denied } from '@quorate/trading/risk/refusal';
import type { PositionTicket } from '@quorate/values/ids';
import { addMilliseconds, instantFromIso } from '@quorate/values/instant';
import { lots, volumeStep } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import { tellEvents } from '../report/event-line.ts';
import { createRunRecord } from './run-record.ts';

const USD = currencyOf('USD');
const asOf = instantFromIso('2025-01-02T14:00:00Z');
const at = { symbol: 'EURUSD', asOf };
const none = money(0, USD);

const OPEN: Trade = {
  positionTicket: '1-1' as PositionTicket,
  orderKey: 'ABCDEFGHIJ' as OrderKey,
  symbol: 'EURUSD',
  side: 'BUY',
  lots: lots(37, volumeStep('0.01')),
  openPrice: price(103_515, 5),
  closePrice: null,
  stopLoss: price(103_315, 5),
  takeProfit: price(103_915, 5),
  openedAt: asOf,
  closedAt: null,
  status: 'OPEN',
  exitReason: null,
  grossProfit: none,
  commission: money(-130, USD),
  swap: none,
  fee: none,
  profit: money(-130, USD),
  initialRisk: money(7_530, USD),
  revision: 1,
};
const CLOSED: Trade = {
  ...OPEN,
  status: 'CLOSED',
  exitReason: 'stop',
  closePrice: price(103_915, 5),
  closedAt: addMilliseconds(asOf, 1),
  profit: money(14_540, USD),
  revision: 2,
};

const EVENTS: readonly LoopEvent[] = [
  {
    kind: 'bar',
    ...at,
    timeframe: 'H1',
    index: 7,
    balance: money(1_000_000, USD),
    equity: money(1_000_100, USD),
  },
  {
    kind: 'decision',
    ...at,
    timeframe: 'H1',
    atrPoints: 85.25,
    decision: {
      kind: 'decision',
      decisionId: 'd1',
      orderKey: 'ABCDEFGHIJ' as OrderKey,
      action: 'BUY',
      pUp: 0.6,
      stopLossAtr: 1,
      takeProfitAtr: 2,
      reason: 'All agree.',
    },
  },
  {
    kind: 'order',
    asked: {
      side: 'BUY',
      quote: { bid: 103_503, ask: 103_515 },
      stopLoss: 103_315,
      takeProfit: 103_915,
    },
    ...at,
    checks: [],
    order: {
      key: 'ABCDEFGHIJ' as OrderKey,
      symbol: 'EURUSD',
      side: 'BUY',
      lots: OPEN.lots,
      stopLoss: OPEN.stopLoss,
      takeProfit: OPEN.takeProfit,
      placedAt: asOf,
      expiresAt: asOf,
      decisionId: 'd1',
    },
  },
  { kind: 'trade-opened', ...at, trade: OPEN },
  { kind: 'trade-closed', ...at, trade: CLOSED },
  {
    kind: 'refusal',
    asked: null,
    ...at,
    decisionId: null,
    checks: [],
    refusal: denied('spread', 36, 52, 'The spread is 52 points, the limit is 36.'),
  },
  {
    kind: 'refusal',
    asked: null,
    ...at,
    decisionId: null,
    checks: [],
    refusal: denied('spread', 36, 60, 'The spread is 60 points, the limit is 36.'),
  },
  {
    kind: 'limit',
    ...at,
    notice: {
      code: 'daily_trades',
      limit: 5,
      actual: 5,
      until: asOf,
      message: 'Five trades were opened.',
    },
  },
];

function told(verbose: boolean): string[] {
  const lines: string[] = [];
  const tell = tellEvents(
    {
      out: () => undefined,
      line: (line) => lines.push(line),
      live: () => undefined,
      isTerminal: false,
    },
    verbose,
  );
  for (const event of EVENTS) tell(event);
  return lines;
}

describe('the events of a run', () => {
  it('are all told to whoever wants to see everything', () => {
    assert.deepEqual(told(true), [
      '2025-01-02 14:00 EURUSD: decided to buy. All agree.',
      '2025-01-02 14:00 opened BUY 0.37 EURUSD at 1.03515',
      '2025-01-02 14:00 closed BUY 0.37 EURUSD at 1.03515 at 1.03915: 145.40 USD',
      '2025-01-02 14:00 EURUSD: refused: The spread is 52 points, the limit is 36.',
      '2025-01-02 14:00 EURUSD: refused: The spread is 60 points, the limit is 36.',
      '2025-01-02 14:00 Five trades were opened.',
    ]);
  });

  it('are told once a kind of limit or refusal to everybody else', () => {
    assert.deepEqual(told(false), [
      '2025-01-02 14:00 EURUSD: refused: The spread is 52 points, the limit is 36.',
      '2025-01-02 14:00 Five trades were opened.',
    ]);
  });

  it('add up to what the run has done', () => {
    const record = createRunRecord([]);
    for (const event of EVENTS.slice(0, 4)) void record.record(event);
    assert.equal(record.openTrades(), 1);
    for (const event of EVENTS.slice(4)) void record.record(event);
    assert.equal(record.openTrades(), 0);
    assert.equal(record.closedTrades(), 1);
    assert.deepEqual([...record.trades()], [CLOSED]);
    assert.equal(record.decisionOf(CLOSED), 'd1');
    assert.equal(record.decisionOf({ ...CLOSED, orderKey: null }), null);
    assert.equal(record.decisions(), 1);
    assert.deepEqual(record.refusals(), { spread: 2, daily_trades: 1 });
    assert.equal(record.latest()?.equity.minor, 1_000_100);
  });
});
