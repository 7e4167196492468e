import { NUMBERS } from '@quorate/ui/language';

const compact = new Intl.NumberFormat(NUMBERS, {
  notation: 'compact',
  maximumSignificantDigits: 3,
  signDisplay: 'exceptZero',
});

/** For cells and axes too narrow for the whole amount, which stands beside them. @example '+1.23K' */
export function compactAmount(amount: number): string {
  return compact.format(amount);
}
