import { type KeyObject, verify } from 'node:crypto';
import { type Head, signedLine } from './format.ts';

/** Base64 of 64 bytes is 88 characters. */
const [BEFORE = '', MIDDLE = ''] = signedLine('?', '!').split(/[!?]/);
const STATEMENT_FROM = BEFORE.length + 88 + MIDDLE.length;

export type SignedStatement = Readonly<
  | ({ kind: 'head'; openingHash: null } & Head)
  // Of the file's end alone.
  | ({ kind: 'end'; openingHash: string } & Head)
>;

/**
 * Reads a line with a signed statement and checks its signature.
 *
 * @param keys those of the file, by id
 * @returns the statement, or what is wrong
 */
export function readSignedLine(
  line: Buffer,
  keys: ReadonlyMap<string, KeyObject>,
): { statement: SignedStatement } | { fault: string } {
  const bytes = line.subarray(STATEMENT_FROM, -1);
  const signature = line.toString('latin1', BEFORE.length, BEFORE.length + 88);
  const statement = readStatement(bytes.toString('utf8'));
  if (
    statement === null ||
    signedLine(bytes.toString('latin1'), signature) !== line.toString('latin1')
  )
    return { fault: 'this is neither a record nor a signed statement that could be read' };
  const key = keys.get(statement.keyId);
  if (!key)
    return { fault: `it is signed with the key ${statement.keyId}, which the file does not name` };
  const raw = Buffer.from(signature, 'base64');
  // Base64 has spare bits: another text may stand for the same bytes.
  if (raw.toString('base64') !== signature || !verify(null, bytes, key, raw))
    return {
      fault: 'the statement and its signature do not belong together: one of them was changed',
    };
  return { statement };
}

function readStatement(text: string): SignedStatement | null {
  const said = parseObject(text);
  if (said?.v !== 1) return null;
  const { kind, user, records, hash, signed_at, key_id, opening_hash } = said;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0) return null;
  if (typeof user !== 'string' || typeof hash !== 'string') return null;
  if (typeof signed_at !== 'string' || typeof key_id !== 'string') return null;
  const head = { user, records, hash, signedAt: signed_at, keyId: key_id };
  if (kind === 'head') return { kind, openingHash: null, ...head };
  if (kind !== 'end' || typeof opening_hash !== 'string') return null;
  return { kind, openingHash: opening_hash, ...head };
}

/** An object of JSON; null for anything else. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
