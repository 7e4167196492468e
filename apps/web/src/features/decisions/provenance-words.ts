import type { TradeProvenance } from '@quorate/contract/trades';

/** Where a trade's figures come from, as its details say it. */
export const PROVENANCE_WORDS: Readonly<Record<TradeProvenance, string>> = {
  'real-agreed': 'Real account · prices confirmed by other terminals',
  'real-alone': 'Real account · prices from your terminal only',
  'demo-agreed': 'Demo account · prices confirmed by other terminals',
  'demo-alone': 'Demo account · prices from your terminal only',
  'paper-live': 'Paper trade on the live market',
  'paper-replayed': 'Paper trade on past candles',
  practice: 'Practice trade on a made-up market',
  imported: 'Imported from a report',
  contradicted: 'Prices contradicted · not counted in public figures',
};
