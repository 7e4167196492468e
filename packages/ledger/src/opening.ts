import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import { type Header, readHeader } from './header.ts';
import type { SignedStatement } from './signed-line.ts';

export type Opening = Readonly<{
  /** The first line; null before it. */
  header(): Header | null;
  takeHeader(line: Buffer): Finding | null;
  /** A kept statement, with the line it was read from. */
  takeKept(head: SignedStatement, line: Buffer): Finding | null;
  /** How many statements were kept. */
  kept(): number;
  /** SHA-256 of the lines with their breaks. To be asked once. */
  hash(): string;
}>;

/** The lines before the first record: who it is about, the keys, and what was signed day by day. */
export function createOpening(): Opening {
  const opening = createHash('sha256');
  const take = (line: Buffer): null => {
    opening.update(line).update('\n');
    return null;
  };
  let header: Header | null = null;
  let kept = 0;
  let lastRecords = 0;
  return {
    header: () => header,
    kept: () => kept,
    hash: () => opening.digest('hex'),
    takeHeader(line) {
      const read = readHeader(line.toString('utf8'));
      if ('fault' in read) return { reason: read.fault };
      header = read.header;
      return take(line);
    },
    takeKept({ records }, line) {
      if (records <= lastRecords)
        return { reason: 'kept statements were removed, repeated or swapped' };
      lastRecords = records;
      kept += 1;
      return take(line);
    },
  };
}
