import { formatMoney, formatNumber } from '@quorate/ui/format';

type Sign = 'auto' | 'always';

/** What models cost, which is often less than a cent. @example formatCost(0.0035) // '$0.0035' */
export function formatCost(dollars: number, sign: Sign = 'auto'): string {
  if (Math.abs(dollars) >= 1) return formatMoney(dollars, 'USD', sign);
  return formatNumber(dollars, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  });
}
