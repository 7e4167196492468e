import { hash } from 'node:crypto';

// The members of every document stand in the order of their names, so that what is written here is
// canonical JSON; docs/reference/api.md is the description for others.

const FORMAT_VERSION = 1;

/** What the first record is chained to. */
export const GENESIS = '0'.repeat(64);

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex');
}

/** What a record tells, before its place in a chain is known. */
export type RecordContent = Readonly<{
  /** ISO 8601, UTC. */
  at: string;
  /** 'decision', 'outcome', 'correction', 'grade'. */
  kind: string;
  /** Canonical JSON of an object. */
  body: string;
}>;

/** A record's text up to its place. */
export function recordStart({ at, body, kind }: RecordContent): string {
  return `{"at":${JSON.stringify(at)},"body":${body},"kind":${JSON.stringify(kind)}`;
}

/**
 * The rest of it, from the place on.
 *
 * @param position from 1 on
 * @param prev hash of the record before, in hex; `GENESIS` for the first
 */
export function recordEnd(position: number, prev: string): string {
  return RECORD_END.position + position + RECORD_END.prev + prev + RECORD_END.end;
}

/** What stands before the place, before the hash, and behind it. */
export const RECORD_END = {
  position: ',"position":',
  prev: ',"prev":"',
  end: `","v":${FORMAT_VERSION}}`,
} as const;

/** How a line of a file with a record begins and goes on around its hash. */
export const RECORD_LINE = { start: '{"hash":"', middle: '","record":', end: '}' } as const;

/** A line of a file, without its line break. */
export function recordLine(text: string, recordHash: string): string {
  return RECORD_LINE.start + recordHash + RECORD_LINE.middle + text + RECORD_LINE.end;
}

/** That a chain had so many records, the last of them with this hash. */
export type Head = Readonly<{
  user: string;
  records: number;
  hash: string;
  /** ISO 8601, UTC. */
  signedAt: string;
  keyId: string;
}>;

/** The text of a head that is signed, to be kept. */
export function headStatement({ user, records, hash: last, signedAt, keyId }: Head): string {
  return JSON.stringify({
    hash: last,
    key_id: keyId,
    kind: 'head',
    records,
    signed_at: signedAt,
    user,
    v: FORMAT_VERSION,
  });
}

/** The text that is signed at the end of a file. @param openingHash of every line before the first record */
export function endStatement(head: Head, openingHash: string): string {
  return JSON.stringify({
    hash: head.hash,
    key_id: head.keyId,
    kind: 'end',
    opening_hash: openingHash,
    records: head.records,
    signed_at: head.signedAt,
    user: head.user,
    v: FORMAT_VERSION,
  });
}

/** A line of a file. @param signature of the statement's bytes: Ed25519, in base64 */
export function signedLine(statement: string, signature: string): string {
  return `{"signature":"${signature}","statement":${statement}}`;
}

/** A key that heads of the file are signed with: SubjectPublicKeyInfo as DER, in base64. */
export type FileKey = Readonly<{ id: string; publicKey: string }>;

/** The first line of a file. */
export function headerLine(
  header: Readonly<{ user: string; madeAt: string; keys: readonly FileKey[] }>,
): string {
  return JSON.stringify({
    keys: header.keys.map(({ id, publicKey }) => ({ id, public_key: publicKey })),
    kind: 'ledger',
    made_at: header.madeAt,
    user: header.user,
    v: FORMAT_VERSION,
  });
}

/** Names a key: the first 16 hex digits of its SHA-256. @param publicKey SubjectPublicKeyInfo as DER */
export function keyIdOf(publicKey: Uint8Array): string {
  return sha256(publicKey).slice(0, 16);
}
