import { plural, t } from '@lingui/core/macro';
import type { TradeStatistics } from '@quorate/contract/trades';
import { Button } from '@quorate/ui/button';
import { formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import { RESULT_TEXT } from '@quorate/ui/trade-cells';
import type { ReactNode } from 'react';
import { formatR } from '../../lib/format-r.ts';

type TradeTotalsProps = {
  statistics: TradeStatistics;
  currencies: readonly { currency: string; total_trades: number }[];
  onCurrency: (currency: string) => void;
  /** Where the trades come from. */
  children: ReactNode;
};

/** The totals of everything that the filter selects, not of the page. Amounts of two currencies have no sum. */
export function TradeTotals({ statistics, currencies, onCurrency, children }: TradeTotalsProps) {
  const { currency, total_trades: trades, net_profit: net, average_r: r } = statistics;
  const others = currencies.filter((each) => each.currency !== currency);
  const { trades_with_r: withR } = statistics;
  const none = trades === 0;
  return (
    <section aria-label={t`Totals of all selected trades`} className="border-y border-line py-2.5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5 sm:flex sm:flex-wrap sm:gap-x-8">
        <Total label={t`Closed trades`}>{formatCount(trades)}</Total>
        <Total label={t`Win rate`}>{none ? '–' : formatPercent(statistics.win_rate)}</Total>
        <Total label={t`Net, ${currency}`} tone={none ? '' : RESULT_TEXT[toneOf(net)]}>
          {none ? '–' : formatMoney(net, currency, 'always')}
        </Total>
        <Total label={t`Costs`}>
          {none ? '–' : formatMoney(statistics.total_costs, currency, 'always')}
        </Total>
        <Total label={t`Average R`} tone={r === null ? '' : RESULT_TEXT[toneOf(r)]}>
          {r === null ? '–' : formatR(r)}
          {r !== null && withR < trades && (
            <>
              {' '}
              <span className="font-sans text-tiny font-normal text-muted">{t`of ${plural(withR, { one: '# trade', other: '# trades' })}`}</span>
            </>
          )}
        </Total>
      </dl>
      {!none && <div className="mt-1.5 min-h-5">{children}</div>}
      {others.length > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-tiny text-muted">
          {t`These totals are in ${currency} only.`}
          {others.map((other) => (
            <Button
              key={other.currency}
              variant="secondary"
              size="small"
              onClick={() => onCurrency(other.currency)}
              className="max-md:min-h-11"
            >{t`Show ${plural(other.total_trades, { one: '# trade', other: '# trades' })} in ${other.currency}`}</Button>
          ))}
        </p>
      )}
    </section>
  );
}

type TotalProps = { label: string; tone?: string; children: ReactNode };

function Total({ label, tone = '', children }: TotalProps) {
  return (
    <div className="flex items-baseline gap-2 max-sm:justify-between max-sm:last:col-span-2">
      <dt className="text-tiny text-muted">{label}</dt>
      <dd className={`figures text-small font-medium ${tone}`}>{children}</dd>
    </div>
  );
}
