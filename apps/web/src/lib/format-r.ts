import { formatNumber, SIGNED } from '@quorate/ui/format';

/** @example formatR(1.383) // '+1.38 R' */
export function formatR(r: number): string {
  return `${formatNumber(r, SIGNED)} R`;
}
