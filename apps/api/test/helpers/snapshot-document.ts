import type { SnapshotDocument } from '@quorate/contract/decisions';

/** A rising market: every figure is in range, and the trend is plain. */
export function snapshotDocument(changes: Partial<SnapshotDocument> = {}): SnapshotDocument {
  const bars = Array.from({ length: 30 }, (_, index): [number, number, number, number] => {
    const close = Math.round((index - 29) * 25) / 100;
    const open = Math.round((close - 0.25) * 100) / 100;
    return [
      open,
      Math.round((close + 0.2) * 100) / 100,
      Math.round((open - 0.2) * 100) / 100,
      close,
    ];
  });
  return {
    v: 1,
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-02-02T08:00:00.000Z',
    digits: 5,
    atr_points: 120,
    spread_points: 8,
    bars,
    indicators: {
      close_less_ema20: 1.8,
      close_less_ema50: 3.1,
      ema20_less_ema50: 1.3,
      adx14: 34.2,
      plus_di14: 31.5,
      minus_di14: 11.2,
      rsi14: 64.8,
      zscore20: 1.6,
      above_high20: 0.3,
      below_low20: -4.9,
      atr_ratio50: 1.12,
    },
    session: 'europe',
    ...changes,
  };
}
