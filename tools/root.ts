import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export function fromRoot(...parts: string[]): string {
  return join(ROOT, ...parts);
}
