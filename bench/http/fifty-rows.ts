const ROWS = Array.from({ length: 50 }, (_, index) => ({
  position_ticket: String(10_000_000 + index),
  account_id: '0195a1c2-7d31-7a52-8f6e-3f1d2c4b5a69',
  symbol: 'EURUSD',
  trade_type: index % 2 === 0 ? 'BUY' : 'SELL',
  volume: 0.1,
  digits: 5,
  price: 1.08214,
  close_price: 1.08643,
  stop_loss: 1.08,
  take_profit: 1.08643,
  opened_at: '2026-03-02T08:00:00.000Z',
  closed_at: '2026-03-02T09:30:00.000Z',
  trade_time: '2026-03-02T09:30:00.000Z',
  status: 'CLOSED',
  gross_profit: 42.88 + index,
  commission: -0.7,
  swap: 0,
  fee: 0,
  profit: 42.18 + index,
  initial_risk: 22.1,
  decision_id: null,
  currency: 'USD',
  account_type: 'demo',
}));

/** A page of trades as the service sends it, in objects that are as new as rows from a database. */
export const fifty = () => ROWS.map((row) => ({ ...row }));
