/**
 * The same error, and what caused it, with nothing but its words and code: errors of the platform carry
 * whatever they were working on, such as the bytes of an answer, and an answer may repeat what was sent.
 */
export function withoutKey(error: unknown, key: string): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, cause } = error;
  const told = new Error(hideKey(`${name}: ${message}`, key), { cause: withoutKey(cause, key) });
  // Its stack is this function's, which helps nobody.
  told.stack = told.message;
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(told, { code: hideKey(error.code, key) })
    : told;
}

export function hideKey(text: string, key: string): string {
  return text.replaceAll(key, '(key)');
}
