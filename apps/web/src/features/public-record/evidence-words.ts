import { t } from '@lingui/core/macro';
import type { PublicEvidence, PublishedMeasures } from '@quorate/contract/public-records';

/** What speaks for a trade: in short, and in a sentence. */
export const EVIDENCE_WORDS: Readonly<Record<PublicEvidence, { short: string; long: string }>> = {
  agreed: {
    short: t`Agreed`,
    long: t`Terminals of other paying users reported the same prices for these trades.`,
  },
  alone: {
    short: t`Alone`,
    long: t`Nobody else reported prices to compare these trades with. That is no reproach, and no proof either.`,
  },
  replayed: {
    short: t`Replayed`,
    long: t`These were decided on past prices, when it was known what came next.`,
  },
  practice: {
    short: t`Practice`,
    long: t`These were made on a made-up market, with no real prices.`,
  },
  imported: {
    short: t`Imported`,
    long: t`The owner uploaded these from a report. Nobody saw them happen.`,
  },
  contradicted: {
    short: t`Contradicted`,
    long: t`Other terminals, or the trade’s own market data, say something else about these prices.`,
  },
};

export function accountWords({ account }: Pick<PublishedMeasures, 'account'>): string {
  if (account.type === 'practice') return t`Practice account`;
  if (account.paper) return t`Paper account`;
  return account.type === 'real' ? t`Real account` : t`Demo account`;
}
