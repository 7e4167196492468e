import type { TradeInput } from '@quorate/contract/trade-sync';

export const ROWS_A_REQUEST = 100;
export const CONNECTIONS = 4;
/** As far apart as a million trades in 720 days. */
const APART_MS = 62_208;

export const ACCOUNT = {
  server: 'Bench',
  login: '1',
  account_type: 'demo',
  currency: 'USD',
} as const;
const FIRST_OPENING = Date.UTC(2025, 0, 6);

/** Closed trades, winners and losers in turn. */
function tradeOf(number: number): TradeInput {
  const openedAt = FIRST_OPENING + number * APART_MS;
  const cents = (number % 2 === 0 ? 1 : -1) * (100 + (number % 5_000));
  return {
    position_ticket: String(10_000_000 + number),
    symbol: 'EURUSD',
    trade_type: number % 3 === 0 ? 'SELL' : 'BUY',
    volume: 0.1,
    digits: 5,
    open_price: 1.08214,
    close_price: 1.08643,
    stop_loss: 1.08,
    take_profit: 1.08643,
    opened_at: new Date(openedAt).toISOString(),
    closed_at: new Date(openedAt + APART_MS / 2).toISOString(),
    status: 'CLOSED',
    gross_profit: (cents + 70) / 100,
    commission: -0.7,
    swap: 0,
    fee: 0,
    profit: cents / 100,
    initial_risk: 22.1,
    decision_id: null,
    revision: 2,
  };
}

/** Sends trades from the first on over all connections. @returns seconds */
export async function sendInBatches(
  send: (trades: TradeInput[]) => Promise<unknown>,
  first: number,
  count: number,
): Promise<number> {
  const batches = Array.from({ length: count / ROWS_A_REQUEST }, (_, batch) =>
    Array.from({ length: ROWS_A_REQUEST }, (_, row) =>
      tradeOf(first + batch * ROWS_A_REQUEST + row),
    ),
  );
  const startedAt = performance.now();
  const senders = Array.from({ length: CONNECTIONS }, async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) await send(batch);
  });
  await Promise.all(senders);
  return (performance.now() - startedAt) / 1_000;
}
