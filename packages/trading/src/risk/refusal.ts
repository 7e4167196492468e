/** What sizing refuses with, and the sentence of an example. */
export const SIZE_CODES = {
  volume_below_minimum:
    'The smallest order of EURUSD, 0.01 lots, would lose 2.33 USD at its stop; the risk settings allow 1.00 USD.',
  margin: 'The smallest order of EURUSD needs 36.74 USD of margin; 10.00 USD is free.',
  volume_limit:
    'The broker allows 0.50 lots of EURUSD in one direction and leaves 0.50 of them; the smallest order is 1.00.',
} as const;

/** A no that is an answer, not a fault: what was asked, the limit, and the actual value. */
export type Refusal = Readonly<{
  kind: 'denied';
  /** Of a rule (`rules.ts`), of the sizing, or of a broker. Screens and tests branch on it; people read `message`. */
  code: string;
  /** Figures in the unit that `message` names; text where there is no number (a symbol, a time). */
  limit: number | string;
  actual: number | string;
  /** One plain sentence with both figures. */
  message: string;
}>;

/** @example denied('spread', 36, 52, 'The spread of EURUSD is 52 points, the limit is 36.') */
export function denied(
  code: string,
  limit: number | string,
  actual: number | string,
  message: string,
): Refusal {
  return { kind: 'denied', code, limit, actual, message };
}
