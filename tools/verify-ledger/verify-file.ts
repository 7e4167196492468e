import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  type BrokenLedger,
  createLedgerVerifier,
  type VerifiedLedger,
  type VerifyOptions,
} from '@quorate/ledger/verify';

const CHUNK_BYTES = 256 * 1024;
/** Progress is told of files that take longer than a glance, at every so many bytes. */
const STEP_BYTES = 64 * 1024 * 1024;

/**
 * Reads a file once, a chunk at a time.
 *
 * @param say takes progress: 'read 64 MB of 512 MB, 25,000 records'
 * @throws the system's error when the file cannot be read
 */
export function verifyFile(
  file: string,
  options: VerifyOptions,
  say: (line: string) => void,
): VerifiedLedger | BrokenLedger {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const verifier = createLedgerVerifier(options);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let read = 0;
    for (let next = STEP_BYTES; ; ) {
      const count = readSync(opened, chunk, 0, CHUNK_BYTES, null);
      if (count === 0 || !verifier.push(chunk.subarray(0, count))) break;
      read += count;
      if (read < next) continue;
      say(`read ${megabytes(read)} of ${megabytes(size)} MB, ${verifier.records()} records`);
      next += STEP_BYTES;
    }
    return verifier.end();
  } finally {
    closeSync(opened);
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
