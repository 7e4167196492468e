import { formatMoney } from '@quorate/ui/format';
import { NUMBERS } from '@quorate/ui/language';

type Sign = 'auto' | 'always';

const smallFormat = (signDisplay: 'negative' | 'exceptZero') =>
  new Intl.NumberFormat(NUMBERS, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    signDisplay,
  });
const SMALL = { auto: smallFormat('negative'), always: smallFormat('exceptZero') };

/** What models cost, which is often less than a cent. @example formatCost(0.0035) // '$0.0035' */
export function formatCost(dollars: number, sign: Sign = 'auto'): string {
  return Math.abs(dollars) < 1 ? SMALL[sign].format(dollars) : formatMoney(dollars, 'USD', sign);
}
