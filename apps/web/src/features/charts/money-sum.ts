/** No currency has more decimals than three. */
const PARTS = 1_000;

/** The sum of amounts in major units, exact: binary fractions would leave crumbs. @example sumMoney([0.1, 0.2]) // 0.3 */
export function sumMoney(amounts: Iterable<number>): number {
  let parts = 0;
  for (const amount of amounts) parts += Math.round(amount * PARTS);
  return parts / PARTS;
}
