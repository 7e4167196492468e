/**
 * How long the service asks to wait, in milliseconds. It sends seconds; a date is not ours.
 *
 * @returns null without the header or with one that is no count of seconds
 */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null || !/^\d{1,7}$/.test(text.trim())) return null;
  return Number(text) * 1_000;
}
