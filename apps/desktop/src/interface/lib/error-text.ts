import { LocalCallError } from './local-client.ts';

/** What to say of a call that failed: the app's own sentence, else the screen's. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof LocalCallError ? error.message : fallback;
}
