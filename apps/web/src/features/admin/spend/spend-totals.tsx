import type { getSpend } from '@quorate/contract/admin-spend';
import type { Reply } from '@quorate/contract/endpoint';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Stat, toneOf } from '@quorate/ui/stat';
import { formatCost } from '../parts/dollars.ts';

/** All of the period in a few figures. */
export function SpendTotals({
  totals,
  free_today: free,
}: Pick<Reply<typeof getSpend>, 'totals' | 'free_today'>) {
  const { income, margin_usd: margin, cost_usd: cost } = totals;
  const dollars = income.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  const others = income.filter(({ currency }) => currency !== 'USD');
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
      <Stat label="Models" value={formatCost(cost)} note={`${formatCount(totals.votes)} votes`} />
      <Stat
        label="Income in US dollars"
        value={formatMoney(dollars, 'USD')}
        note="without tax and refunds; the provider’s fees are not known"
      />
      <Stat
        label="Margin"
        value={formatMoney(margin, 'USD', 'always')}
        tone={toneOf(margin)}
        note="income in US dollars less models"
      />
      <Stat
        label="Assistant"
        value={formatCount(totals.assistant_tokens)}
        note="tokens; their cost is not known"
      />
      <Stat
        label="Free accounts today"
        value={formatCount(free.tokens)}
        note={`of ${formatCount(free.limit)} tokens of models with a price`}
      />
      {others.map(({ currency, amount }) => (
        <Stat
          key={currency}
          label={`Income in ${currency}`}
          value={formatMoney(amount, currency)}
          note="not in the margin"
        />
      ))}
    </dl>
  );
}
