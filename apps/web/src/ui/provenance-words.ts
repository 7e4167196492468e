import { t } from '@lingui/core/macro';
import type { TradeProvenance } from '@quorate/contract/trades';

type Words = Readonly<{
  /** Behind a number of trades. */
  counted: string;
  /** In full, without a sentence. */
  source: string;
  about: string;
}>;

const AGREED = t`Terminals of other users have the same candles as the decision behind this trade.`;
const ALONE = t`The prices come from this terminal only. No other terminal has confirmed them yet, or no decision is on record.`;

/** Where a trade's figures come from, and what speaks for them. */
export const PROVENANCE_WORDS: Readonly<Record<TradeProvenance, Words>> = {
  'real-agreed': {
    counted: t`real confirmed`,
    source: t`Real account · prices confirmed by other terminals`,
    about: AGREED,
  },
  'real-alone': {
    counted: t`real alone`,
    source: t`Real account · prices from your terminal only`,
    about: ALONE,
  },
  'demo-agreed': {
    counted: t`demo confirmed`,
    source: t`Demo account · prices confirmed by other terminals`,
    about: AGREED,
  },
  'demo-alone': {
    counted: t`demo alone`,
    source: t`Demo account · prices from your terminal only`,
    about: ALONE,
  },
  'paper-live': {
    counted: t`paper live`,
    source: t`Paper trade on the live market`,
    about: t`Traded on paper while the market ran. No order went to a broker.`,
  },
  'paper-replayed': {
    counted: t`paper replayed`,
    source: t`Paper trade on past candles`,
    about: t`Traded on paper on candles of the past. No order went to a broker.`,
  },
  practice: {
    counted: t`practice`,
    source: t`Practice trade on a made-up market`,
    about: t`A made-up market, or a paper trade without a decision on record.`,
  },
  imported: {
    counted: t`imported`,
    source: t`Imported from a report`,
    about: t`It comes from a report that you uploaded. We can't check its prices.`,
  },
  contradicted: {
    counted: t`contradicted`,
    source: t`Prices contradicted · not counted in public figures`,
    about: t`Other terminals have other prices, its fill lies outside its candle, or its market was shut. Public figures leave it out.`,
  },
};
