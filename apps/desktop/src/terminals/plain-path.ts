import { posix, win32 } from 'node:path';
import type { DesktopDeps } from '../parts.ts';

/**
 * A path as a person may give it, without `..` and doubled separators.
 *
 * @returns null for one that is not absolute, and on Windows for one without a drive: asking after a share of
 * another computer would tell that computer who asks
 */
export function plainPath(platform: DesktopDeps['platform'], typed: string): string | null {
  const text = typed.trim();
  if (/\p{Cc}/u.test(text)) return null;
  if (platform !== 'win32') return posix.isAbsolute(text) ? posix.resolve(text) : null;
  return /^[A-Za-z]:[\\/]/.test(text) ? win32.resolve(text) : null;
}
