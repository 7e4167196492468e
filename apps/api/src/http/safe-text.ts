/**
 * Text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe in front. Servers
 * and symbols are named by others. Source: OWASP, CSV injection.
 */
export function safeText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
