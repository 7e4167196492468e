import { GENESIS, RECORD_LINE, recordEnd, sha256 } from './format.ts';

const HASH_FROM = RECORD_LINE.start.length;
const LETTER = RECORD_LINE.start.charCodeAt(2);
const RECORD_FROM = HASH_FROM + GENESIS.length + RECORD_LINE.middle.length;

/** By its first letter: of the lines of a ledger only records begin with a hash. */
export function looksLikeRecord(line: Buffer): boolean {
  return line[2] === LETTER;
}

/**
 * Checks a line as the record of a place.
 *
 * @param position the place, from 1 on
 * @param prev hash of the record before
 * @returns the record's hash, or what is wrong
 */
export function checkRecordLine(
  line: Buffer,
  position: number,
  prev: string,
): { hash: string } | { fault: string } {
  const end = line.length - RECORD_LINE.end.length;
  const hash = sha256(line.subarray(RECORD_FROM, end));
  const place = recordEnd(position, prev) + RECORD_LINE.end;
  const sound =
    line.toString('latin1', line.length - place.length) === place &&
    line.toString('latin1', 0, RECORD_FROM) === RECORD_LINE.start + hash + RECORD_LINE.middle;
  return sound ? { hash } : { fault: faultOf(line, { hash, position, prev }) };
}

function faultOf(
  line: Buffer,
  expected: Readonly<{ hash: string; position: number; prev: string }>,
): string {
  const { position } = expected;
  const read = parse(line);
  if (read === null)
    return `this is not a record that could be read; record ${position} belongs here`;
  if (read.hash !== expected.hash)
    return 'the record and its hash do not belong together: one of them was changed';
  if (read.position !== position)
    return `record ${String(read.position)} stands where record ${position} belongs: records were removed, repeated or swapped`;
  if (read.prev !== expected.prev)
    return position === 1
      ? 'the first record is chained to one that is not here'
      : `record ${position} is chained to another record ${position - 1} than the one before it: one of the two was changed`;
  return 'the record is not written in the form of a ledger';
}

function parse(line: Buffer): { hash: unknown; position: unknown; prev: unknown } | null {
  try {
    const { hash, record } = JSON.parse(line.toString('utf8'));
    return { hash, position: record.position, prev: record.prev };
  } catch {
    return null;
  }
}
