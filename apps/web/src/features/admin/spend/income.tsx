import type { IncomeSum } from '@quorate/contract/admin-spend';
import { formatMoney } from '@quorate/ui/format';

/** Income by currency, each on a line; a dash where there is none. */
export function Income({ income }: { income: readonly IncomeSum[] }) {
  if (income.length === 0) return <span className="text-muted">–</span>;
  return income.map(({ currency, amount }) => (
    <span key={currency} className="block">
      {formatMoney(amount, currency)}
    </span>
  ));
}
