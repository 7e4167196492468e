import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createChain, type KnownHead } from './chain.ts';
import { type Head, keyIdOf, signedLine } from './format.ts';
import { looksLikeRecord } from './record-line.ts';

export type VerifyOptions = Readonly<{
  /** The service's keys as known from elsewhere. Without any, the file's own are believed. */
  trusted?: readonly KeyObject[];
  /** Where an earlier file of the same user ended. */
  earlier?: readonly (KnownHead & { user: string })[];
}>;

export type BrokenLedger = Readonly<{
  kind: 'broken';
  /** From 1 on. */
  line: number;
  /** Place of the record it is about, from 1 on; null where it is about none. */
  record: number | null;
  reason: string;
}>;

export type VerifiedLedger = Readonly<{
  kind: 'verified';
  user: string;
  records: number;
  /** Of the last record; `GENESIS` when there is none. */
  hash: string;
  /** When the end was signed: ISO 8601, UTC. */
  signedAt: string;
  /** Daily statements in the file, each as signed and true of this chain. */
  kept: number;
  /** Ids of the keys that the file is signed with. */
  keys: readonly string[];
  /** Whether they are among trusted ones; false where none were given. */
  pinned: boolean;
}>;

type LedgerVerifier = Readonly<{
  /** @returns false once something was found: more need not be read */
  push(chunk: Uint8Array): boolean;
  /** To be asked once, after the last byte. */
  end(): VerifiedLedger | BrokenLedger;
  /** How many records were found sound so far. */
  records(): number;
}>;

/**
 * Verifies a ledger's file while it is read. Every byte of it is bound by the signature in its last line:
 * records through the chain, the lines before them by their hash. Memory does not grow with the records.
 *
 * @example
 * const verifier = createLedgerVerifier({ trusted: [publicKey] });
 * for await (const chunk of createReadStream(file)) if (!verifier.push(chunk)) break;
 * const verdict = verifier.end();
 */
export function createLedgerVerifier(options: VerifyOptions = {}): LedgerVerifier {
  const trusted = new Set((options.trusted ?? []).map(idOfKey));
  const chain = createChain();
  const opening = createOpening();
  const used = new Set<string>();
  let lines = 0;
  let end: SignedStatement | null = null;
  let broken: BrokenLedger | null = null;

  const refuse = ({ reason, record, line }: Finding, at: number): BrokenLedger => {
    broken = { kind: 'broken', line: line ?? at, record: record ?? null, reason };
    return broken;
  };

  const expectEarlier = (user: string): Finding | null => {
    for (const each of options.earlier ?? []) {
      if (each.user !== user)
        return { reason: `this is the ledger of ${user}, and ${each.from} is of ${each.user}` };
      if (each.records > 0) chain.expect(each);
    }
    return null;
  };

  const takeRecord = (line: Buffer): Finding | null => {
    const record = chain.records() + 1;
    const reason = chain.take(line);
    return reason === null ? null : { reason, record };
  };

  const takeSigned = (line: Buffer, { user, keys }: Header): Finding | null => {
    const read = readSignedLine(line, keys);
    if ('fault' in read) return { reason: read.fault };
    const { statement } = read;
    if (trusted.size > 0 && !trusted.has(statement.keyId))
      return {
        reason: `it is signed with the key ${statement.keyId}, and trusted is ${[...trusted].join(', ')}: if the service's key was replaced, give both`,
      };
    if (statement.user !== user)
      return { reason: `it is signed for the ledger of ${statement.user}, and this is ${user}'s` };
    used.add(statement.keyId);
    if (statement.kind === 'end') return takeEnd(statement);
    if (chain.records() > 0) return { reason: 'a kept statement stands among the records' };
    chain.expect({ ...statement, from: `the statement of ${statement.signedAt} in line ${lines}` });
    return opening.takeKept(statement, line);
  };

  const takeEnd = (statement: SignedStatement): Finding | null => {
    const records = chain.records();
    if (statement.openingHash !== opening.hash())
      return {
        reason: `the lines up to ${opening.kept() + 1} are not those that were signed at the end: one was changed, removed or added`,
        line: 1,
      };
    if (statement.records !== records)
      return {
        reason: `the end is signed for ${statement.records} records, and ${records} stand before it: some were removed or added`,
      };
    if (statement.hash !== chain.hash())
      return {
        reason: 'the last record is not the one that was signed at the end',
        line: lines - 1,
        record: records,
      };
    const missed = chain.missed();
    if (missed)
      return {
        reason: `${missed.from} has ${missed.records} records, and this file ${records}: the ledger was cut short`,
      };
    end = statement;
    return null;
  };

  const takeFirst = (line: Buffer): Finding | null => {
    const finding = opening.takeHeader(line);
    const header = opening.header();
    return header ? expectEarlier(header.user) : finding;
  };

  const takeLine = (line: Buffer): Finding | null => {
    const header = opening.header();
    if (line[line.length - 1] === 0x0d)
      return { reason: 'the line ends with a carriage return: the file was converted on its way' };
    if (end) return { reason: 'something stands behind the signed end' };
    if (!header) return takeFirst(line);
    return looksLikeRecord(line) ? takeRecord(line) : takeSigned(line, header);
  };

  const reader = createLineReader((line) => {
    lines += 1;
    const finding = takeLine(line);
    if (finding) refuse(finding, lines);
    return finding === null;
  });

  return {
    records: chain.records,
    push(chunk) {
      if (broken) return false;
      if (reader.push(chunk) === 'too long')
        refuse({ reason: 'the line is longer than any of a ledger' }, lines + 1);
      return broken === null;
    },
    end() {
      if (broken) return broken;
      if (reader.rest() > 0) return refuse({ reason: 'the line is cut off' }, lines + 1);
      if (lines === 0) return refuse({ reason: 'the file is empty' }, 1);
      if (!end)
        return refuse({ reason: 'the signed end is missing: the file was cut off' }, lines + 1);
      return {
        kind: 'verified',
        user: end.user,
        records: chain.records(),
        hash: chain.hash(),
        signedAt: end.signedAt,
        kept: opening.kept(),
        keys: [...used],
        pinned: trusted.size > 0,
      };
    },
  };
}

type Opening = Readonly<{
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
function createOpening(): Opening {
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

/** What is wrong with a line. */
type Finding = Readonly<{
  reason: string;
  /** Place of the record it is about, from 1 on; left out where it is about none. */
  record?: number;
  /** Where it is wrong, from 1 on; left out for the line that was being read. */
  line?: number;
}>;

type Header = Readonly<{
  user: string;
  madeAt: string;
  /** By id. */
  keys: ReadonlyMap<string, KeyObject>;
}>;

/** Reads the first line of a file. @returns the header, or what is wrong */
function readHeader(line: string): { header: Header } | { fault: string } {
  const said = parseObject(line);
  if (said?.kind !== 'ledger') return { fault: 'this is not the first line of a ledger' };
  if (said.v !== 1) return { fault: `version ${String(said.v)} of the format is not known here` };
  const { user, made_at, keys } = said;
  if (typeof user !== 'string' || typeof made_at !== 'string' || !Array.isArray(keys))
    return { fault: 'the first line lacks its user, its time or its keys' };
  const byId = new Map<string, KeyObject>();
  for (const each of keys as { id?: unknown; public_key?: unknown }[]) {
    const key = readKey(each?.public_key);
    if (key === null) return { fault: 'a key of the first line is not an Ed25519 key' };
    const id = idOfKey(key);
    if (each.id !== id)
      return { fault: `a key of the first line is called ${String(each.id)}, and is ${id}` };
    byId.set(id, key);
  }
  return { header: { user, madeAt: made_at, keys: byId } };
}

/** First 16 hex digits of the SHA-256 of a public key. */
function idOfKey(key: KeyObject): string {
  return keyIdOf(key.export({ format: 'der', type: 'spki' }));
}

function readKey(text: unknown): KeyObject | null {
  if (typeof text !== 'string') return null;
  try {
    const der = Buffer.from(text, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

const LINE_BREAK = 0x0a;

/** Longer than any record: bounds what a file without line breaks takes of the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

type LineReader = Readonly<{
  /** @returns false once a line was refused; 'too long' for one that does not end */
  push(chunk: Uint8Array): boolean | 'too long';
  /** Bytes after the last line break. */
  rest(): number;
}>;

/**
 * Cuts bytes into lines, in memory of one line and one chunk. Lines stay bytes: text that is no UTF-8 would
 * read like other text.
 *
 * @param take one line without its break; gives false to end
 */
function createLineReader(take: (line: Buffer) => boolean): LineReader {
  let pieces: Buffer[] = [];
  let waiting = 0;
  const takeFirst = (end: Buffer): boolean => {
    if (waiting === 0) return take(end);
    const line = Buffer.concat([...pieces, end]);
    pieces = [];
    waiting = 0;
    return take(line);
  };
  return {
    rest: () => waiting,
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      for (;;) {
        const end = bytes.indexOf(LINE_BREAK, from);
        if (end < 0) break;
        if (!takeFirst(bytes.subarray(from, end))) return false;
        from = end + 1;
      }
      if (from < bytes.length) {
        // A copy: whoever reads a file may use the chunk's memory again.
        pieces.push(Buffer.from(bytes.subarray(from)));
        waiting += bytes.length - from;
      }
      return waiting > LINE_BYTES_MAX ? 'too long' : true;
    },
  };
}

/** Base64 of 64 bytes is 88 characters. */
const [BEFORE = '', MIDDLE = ''] = signedLine('?', '!').split(/[!?]/);
const STATEMENT_FROM = BEFORE.length + 88 + MIDDLE.length;

type SignedStatement = Readonly<
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
function readSignedLine(
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
function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
