/** '2 March 2026', in UTC as every day that the service names. */
export function dayInWords(day: Date): string {
  return day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
