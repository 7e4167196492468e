import { readStored, removeStored, writeStored } from './browser-storage.ts';

const KEY = 'signedUpAs';
/** A little longer than the mailed link works. */
const KEPT_MS = 2 * 86_400_000;

/** The name that this browser has signed up with, until somebody signs in: sign-in begins with it. */
export function keepSignedUpName(username: string): void {
  writeStored(KEY, JSON.stringify({ username, at: Date.now() }));
}

export function signedUpName(): string {
  try {
    const { username, at } = JSON.parse(readStored(KEY) ?? '{}') ?? {};
    const age = Date.now() - Number(at);
    return typeof username === 'string' && age >= 0 && age <= KEPT_MS ? username : '';
  } catch {
    return '';
  }
}

export function forgetSignedUpName(): void {
  removeStored(KEY);
}
