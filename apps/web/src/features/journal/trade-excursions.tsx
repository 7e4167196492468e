import { t } from '@lingui/core/macro';
import type { JournalTrade } from '@quorate/contract/journal';
import { tradeExcursions } from '@quorate/trading/statistics/trade-excursions';
import { formatMoney } from '@quorate/ui/format';
import { NOTHING_YET, Stat, type StatTone, toneOf } from '@quorate/ui/stat';
import { formatR } from '../../lib/format-r.ts';

export type ExcursionTrade = Pick<
  JournalTrade,
  'best_excursion' | 'worst_excursion' | 'gross_profit' | 'initial_risk' | 'currency' | 'status'
>;

/** How far a trade was ahead and behind while it was open, and what its exit kept of the best. */
export function TradeExcursions({ trade }: { trade: ExcursionTrade }) {
  const { best_excursion: best, worst_excursion: worst, currency } = trade;
  const { bestR, worstR, efficiencyPercent } = tradeExcursions({
    closed: trade.status === 'CLOSED',
    gross: trade.gross_profit,
    best,
    worst,
    risk: trade.initial_risk,
  });
  if (best === null && worst === null)
    return (
      <p className="text-small text-muted">{t`Best and worst result while open: not known. The source of this trade did not follow it.`}</p>
    );
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Stat label={t`Best while open (MFE)`} {...amountOf(best, bestR, currency)} />
      <Stat label={t`Worst while open (MAE)`} {...amountOf(worst, worstR, currency)} />
      <Stat
        label={t`Exit efficiency`}
        value={efficiencyPercent === null ? NOTHING_YET : `${Math.round(efficiencyPercent)}%`}
        note={efficiencyNote(trade, efficiencyPercent)}
      />
    </dl>
  );
}

function amountOf(
  amount: number | null,
  r: number | null,
  currency: string,
): { value: string; note: string; tone: StatTone } {
  if (amount === null) return { value: NOTHING_YET, note: t`Not known`, tone: 'plain' };
  return {
    value: formatMoney(amount, currency, 'always'),
    note: r === null ? t`No stop, so not in R` : formatR(r),
    tone: toneOf(amount),
  };
}

function efficiencyNote(trade: ExcursionTrade, percent: number | null): string {
  if (percent !== null) {
    const result = formatMoney(trade.gross_profit, trade.currency, 'always');
    return t`${result} before costs, of the best result`;
  }
  if (trade.status !== 'CLOSED') return t`Known once the trade is closed`;
  return trade.best_excursion === null ? t`Not known` : t`The trade was never ahead`;
}
