import type { GeneratedMarket } from '@quorate/trading/market/market-generator';
import { instantFromIso } from '@quorate/values/instant';

/**
 * The market of the recording. Its prices are made up, and the same at every run. The seed is one whose
 * run has a decision that `chooseStory` takes, and, as on most seeds, far more trades at their stop than
 * at their target.
 */
export const RECORDED_MARKET = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: 1_000,
  end: instantFromIso('2026-06-26T21:00:00Z'),
  seed: 13,
} as const satisfies GeneratedMarket;
