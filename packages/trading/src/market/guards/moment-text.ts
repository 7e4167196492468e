/** A moment in UTC to the minute. @example momentText(0) // '1970-01-01 00:00 UTC' */
export function momentText(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
