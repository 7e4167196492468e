import type { ZodError } from 'zod';

/** Where a body does not fit its schema: `positions.3.sl`. Never what stands there. */
export function wrongField(error: ZodError): string {
  return error.issues[0]?.path.join('.') || 'body';
}
