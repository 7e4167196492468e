import { NUMBERS } from '@quorate/ui/language';

const twoDecimals = new Intl.NumberFormat(NUMBERS, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** @example formatR(1.383) // '+1.38 R' */
export function formatR(r: number): string {
  return `${twoDecimals.format(r)} R`;
}
