import { t } from '@lingui/core/macro';
import type { TradeProvenance } from '@quorate/contract/trades';

/** Where a trade's figures come from, as its details say it. */
export const PROVENANCE_WORDS: Readonly<Record<TradeProvenance, string>> = {
  'real-agreed': t`Real account · prices confirmed by other terminals`,
  'real-alone': t`Real account · prices from your terminal only`,
  'demo-agreed': t`Demo account · prices confirmed by other terminals`,
  'demo-alone': t`Demo account · prices from your terminal only`,
  'paper-live': t`Paper trade on the live market`,
  'paper-replayed': t`Paper trade on past candles`,
  practice: t`Practice trade on a made-up market`,
  imported: t`Imported from a report`,
  contradicted: t`Prices contradicted · not counted in public figures`,
};
