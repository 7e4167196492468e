import { formatMoney } from '@quorate/ui/format';

const small = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** What models cost, which is often less than a cent. @example formatCost(0.0035) // '$0.0035' */
export function formatCost(dollars: number): string {
  return Math.abs(dollars) < 1 ? small.format(dollars) : formatMoney(dollars, 'USD');
}
