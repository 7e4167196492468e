/** A bigint of the database as a number. @throws RangeError beyond 2^53 */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the exact integers`);
  return value;
}
