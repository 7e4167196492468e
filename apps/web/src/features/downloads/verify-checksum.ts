import { DownloadError } from './download-fault.ts';
import { hexOf } from './hex.ts';

/**
 * Whether the bytes that arrived are those that were published.
 *
 * @returns false where nothing can be said: browsers hash on https and localhost only
 * @throws DownloadError when they are others
 */
export async function verifyChecksum(content: Blob, expected: string | null): Promise<boolean> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (expected === null || !subtle) return false;
  const hash = await subtle.digest('SHA-256', await content.arrayBuffer());
  if (hexOf(new Uint8Array(hash)) === expected) return true;
  throw new DownloadError({
    kind: 'other',
    message: 'what arrived is not the file that was published',
  });
}
