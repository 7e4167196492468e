/** What a typed text is as a number: a comma may stand for the point; null where it is none. */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : null;
}
