import type { SnapshotDocument } from '@quorate/contract/decisions';

type Indicator = keyof SnapshotDocument['indicators'];

/** The indicators of a snapshot as people read them, in their order on screen. */
export const INDICATORS: ReadonlyArray<{ name: Indicator; label: string; unit: string }> = [
  { name: 'close_less_ema20', label: 'Close less EMA 20', unit: ' ATR' },
  { name: 'close_less_ema50', label: 'Close less EMA 50', unit: ' ATR' },
  { name: 'ema20_less_ema50', label: 'EMA 20 less EMA 50', unit: ' ATR' },
  { name: 'adx14', label: 'ADX 14', unit: '' },
  { name: 'plus_di14', label: '+DI 14', unit: '' },
  { name: 'minus_di14', label: '−DI 14', unit: '' },
  { name: 'rsi14', label: 'RSI 14', unit: '' },
  { name: 'zscore20', label: 'Deviations from mean of 20', unit: '' },
  { name: 'above_high20', label: 'Above high of 20', unit: ' ATR' },
  { name: 'below_low20', label: 'Below low of 20', unit: ' ATR' },
  { name: 'atr_ratio50', label: 'ATR over its mean of 50', unit: '' },
];
