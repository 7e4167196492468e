import { formatNumber } from '@quorate/ui/format';

const COMPACT = {
  notation: 'compact',
  maximumSignificantDigits: 3,
  signDisplay: 'exceptZero',
} as const;

/** For cells and axes too narrow for the whole amount, which stands beside them. @example '+1.23K' */
export function compactAmount(amount: number): string {
  return formatNumber(amount, COMPACT);
}
