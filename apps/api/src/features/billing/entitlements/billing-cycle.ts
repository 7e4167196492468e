export type BillingCycle = { start: Date; end: Date };

/**
 * The monthly cycle that holds `now`, counted from `anchor`. A cycle that began on the 31st ends on the
 * last day of a shorter month and goes back to the 31st after it.
 *
 * @example billingCycle(new Date('2026-01-31T10:00Z'), new Date('2026-03-01T00:00Z'))
 * // 2026-02-28T10:00Z to 2026-03-31T10:00Z
 */
export function billingCycle(anchor: Date, now: Date): BillingCycle {
  let months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    now.getUTCMonth() -
    anchor.getUTCMonth();
  if (addMonths(anchor, months) > now) months -= 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

function addMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(anchor.getUTCMonth() + months);
  const daysInMonth = new Date(
    Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0),
  ).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth));
  return moved;
}
