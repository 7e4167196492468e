import { gunzipSync } from 'node:zlib';
import { FILE_BYTES_MAX } from './limits.ts';
import { UnreadableReport } from './unreadable.ts';

/**
 * The file itself, where it was packed with gzip on its way: a page of text shrinks to a twentieth.
 *
 * @throws UnreadableReport when it unpacks to more than a report may have, or is damaged
 */
export function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: FILE_BYTES_MAX });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new UnreadableReport(
        `The file unpacks to more than ${FILE_BYTES_MAX / 1_000_000} MB. Save it for a shorter period, in parts.`,
        { cause },
      );
    throw new UnreadableReport('The file is damaged: it cannot be unpacked.', { cause });
  }
}
