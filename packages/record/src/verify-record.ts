import { fromBase64, fromHex, toBase64 } from '@quorate/tlog/bytes';
import { type Checkpoint, readCheckpoint } from '@quorate/tlog/checkpoint';
import { createTreeHead, isSameHash, leafHashOf, subtreesBetween } from '@quorate/tlog/merkle';
import {
  readNote,
  readVerifierKey,
  type VerifierKey,
  verifierKeyText,
  verifyNote,
} from '@quorate/tlog/note';
import { CLOCKS_DIFFER_MS } from '@quorate/trading/market/plausible';
import { followKeys } from './key-chain.ts';
import type { EventKind } from './leaf.ts';
import { createMeaning } from './meaning.ts';
import type { PublishedRecord } from './measures.ts';
import { createPublished } from './published.ts';
import {
  type EntryLine,
  type PartLine,
  parse,
  type RecordHeader,
  readEndLine,
  readEntryLine,
  readGap,
  readHeaderLine,
  readHeads,
  readMeasuresLine,
  readPartLine,
} from './record-file.ts';
import type { Finding, RuleCode } from './rules.ts';
import { hasBody, notesHash } from './salted-body.ts';
import {
  openStamped,
  type RecordStamp,
  stampText,
  TOKEN_BYTES_MAX,
} from './stamps/stamped-note.ts';
import { createStreams } from './streams.ts';

export type RecordOptions = Readonly<{
  /** Keys of the log as known from elsewhere. Without any, who signed the file is not known. */
  trusted?: readonly VerifierKey[];
  /** Witnesses whose cosignature is to be checked. */
  witnesses?: readonly VerifierKey[];
  /** Certificates of authorities of time, in DER: one has to be that of the file's stamp, or lead to it. */
  authorities?: readonly Uint8Array[];
  /** Whether each entry is also held to what it says; true by default. */
  meaning?: boolean;
  /** Leaves of an earlier file by their place in the log: they must stand there still. */
  earlier?: ReadonlyMap<number, string>;
  /** Takes the leaves of this file by their place, for a later one. */
  leaves?: Map<number, string>;
  /** The half that one of two threads does: hashes and signatures, or what entries say; all by default. See `joinVerdicts`. */
  half?: 'hashes' | 'meaning';
}>;

export type BrokenRecord = Readonly<{
  kind: 'broken';
  /** From 1 on. */
  line: number;
  /** The entry that it is about; null where it is about none. */
  entry: Readonly<{ stream: string; position: number; kind: EventKind }> | null;
}> &
  Finding;

export type CheckedRecord = Readonly<{
  /** `consistent`: nothing is wrong with it, and who signed it is not known. */
  kind: 'verified' | 'consistent';
  origin: string;
  /** The key that signed it. Where the verdict is `consistent`, nobody but the file says whose it is. */
  key: VerifierKey;
  /** When the file was made: ISO 8601, UTC. */
  madeAt: string;
  /** Entries in the log, of everybody, and the root of their tree. */
  size: number;
  root: string;
  /** Entries in the file. */
  entries: number;
  streams: readonly Readonly<{ id: string; entries: number; subject: string | null }>[];
  user: string | null;
  kinds: Readonly<Partial<Record<EventKind, number>>>;
  /** Entries whose body was erased, and how many bodies or amounts their owner withholds. */
  erased: number;
  withheld: number;
  /** What could not be checked, and why, by rule. */
  unchecked: Readonly<Partial<Record<RuleCode, number>>>;
  /** What is published of it, which its entries give; null where nothing is. */
  published: PublishedRecord | null;
  /** Witnesses that have seen this tree, with their time in seconds since 1970. */
  cosigned: readonly Readonly<{ name: string; at: number }>[];
  /** That an authority has seen the tree, or one before it; null where the file has no stamp. */
  stamp: CheckedStamp | null;
  /** Time of the first and of the last entry; null without any. */
  firstAt: string | null;
  lastAt: string | null;
}>;

export type CheckedStamp = Readonly<{
  /** When: ISO 8601, UTC. */
  at: string;
  /** Entries of the log that existed then. */
  size: number;
  /** What the authority's certificate calls it. Nobody vouches for it unless `vouched`. */
  authority: string;
  /** Whether one of the certificates that were given is the authority's, or leads to it. */
  vouched: boolean;
}>;

/** The tree that a file is in. */
export function checkpointOf({ origin, size, root }: CheckedRecord): Checkpoint {
  return { origin, size, root: fromBase64(root) ?? new Uint8Array() };
}

export type RecordVerifier = Readonly<{
  /** @returns false once something was found: more need not be read */
  push(chunk: Uint8Array): boolean;
  /** To be asked once, after the last byte. */
  end(): Promise<CheckedRecord | BrokenRecord>;
  entries(): number;
}>;

/** Longer than any line: bounds what a file without line breaks takes of the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/**
 * Verifies a record's file while it is read: that every entry stands in the tree that is signed, that none is missing, that
 * each body is the one that its leaf speaks of, and that what it says is true as far as it can be done again.
 *
 * @example
 * const verifier = createRecordVerifier({ trusted: [key] });
 * for await (const chunk of file) if (!verifier.push(chunk)) break;
 * const verdict = await verifier.end();
 */
export function createRecordVerifier(options: RecordOptions = {}): RecordVerifier {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const tree = createTreeHead();
  const meaning = options.meaning === false ? null : createMeaning();
  const streams = createStreams();
  const published = createPublished(options.meaning !== false && options.half !== 'hashes');
  const kinds: Partial<Record<EventKind, number>> = {};
  let header: ReturnType<typeof openHeader> | null = null;
  let broken: BrokenRecord | null = null;
  let entry: EntryLine | null = null;
  let parts: PartLine[] = [];
  let entryLineNumber = 0;
  let lines = 0;
  let entries = 0;
  /** Entries of the earlier file that are here. */
  let found = 0;
  let ended = false;
  /** What came of the next line. */
  let rest: Uint8Array[] = [];
  let restLength = 0;
  let firstAt: string | null = null;
  let lastAt: string | null = null;
  /** Of the entries that a stamp is about. */
  const stampedAt: number[] = [];

  function refuse(finding: Finding, line = lines, about: EntryLine | null = entry): false {
    const place = about && {
      stream: about.leaf.stream,
      position: about.leaf.position,
      kind: about.leaf.kind,
    };
    broken ??= { kind: 'broken', line, entry: place, ...finding };
    return false;
  }

  const takeGap = (to: number, gapText: string): Finding | null => {
    if (options.half === 'meaning') return null;
    const gap = readGap(gapText);
    if (!gap) return { rule: 'form', values: {} };
    if (to < tree.size()) return { rule: 'order', values: { index: to } };
    const subtrees = subtreesBetween(tree.size(), to);
    if (subtrees.length !== gap.length) return { rule: 'gap', values: { index: to } };
    for (const [at, { leaves }] of subtrees.entries())
      tree.addSubtree(leaves, gap[at] as Uint8Array);
    return null;
  };

  const takeEntry = (line: EntryLine): boolean => {
    const { checkpoint } = header ?? {};
    if (!checkpoint || line.index >= checkpoint.size)
      return refuse({ rule: 'order', values: { index: line.index } }, lines, line);
    const finding = takeGap(line.index, line.gap) ?? streams.take(line.leaf);
    if (finding) return refuse(finding, lines, line);
    const before = options.earlier?.get(line.index);
    if (before !== undefined && before !== line.text)
      return refuse({ rule: 'rewritten', values: {} }, lines, line);
    if (before !== undefined) found += 1;
    options.leaves?.set(line.index, line.text);
    if (options.half !== 'meaning') tree.add(leafHashOf(line.text));
    entry = line;
    entryLineNumber = lines;
    parts = [];
    entries += 1;
    kinds[line.leaf.kind] = (kinds[line.leaf.kind] ?? 0) + 1;
    firstAt ??= line.leaf.at;
    lastAt = line.leaf.at;
    if (header && line.index < header.stampedSize) stampedAt.push(Date.parse(line.leaf.at));
    return true;
  };

  const takePart = (part: PartLine): boolean => {
    if (!entry) return refuse({ rule: 'form', values: {} });
    const isNext =
      part.part === 'body' ? parts.length === 0 : parts.every((each) => each.part === 'body');
    const hash = part.part === 'body' ? entry.leaf.body : entry.leaf.private;
    if (!isNext || hash === null) return refuse({ rule: 'form', values: {} });
    if (
      options.half !== 'meaning' &&
      !hasBody(hash, fromHex(part.salt) ?? new Uint8Array(), part.text)
    )
      return refuse({ rule: 'body', values: { part: part.part } });
    parts.push(part);
    return true;
  };

  /** All of an entry has come. */
  const finishEntry = (): boolean => {
    if (!entry) return true;
    const { leaf } = entry;
    if (options.half === 'hashes') {
      entry = null;
      return true;
    }
    const [body, kept] = [textOf('body'), textOf('private')];
    const documents = { body: body && parse(body), private: kept && parse(kept) };
    if ((body !== null && !documents.body) || (kept !== null && !documents.private))
      return refuse({ rule: 'form', values: {} }, entryLineNumber);
    const told = { leaf, body: documents.body || null, private: documents.private || null };
    const finding =
      streams.finish(told) ??
      meaning?.take({ ...told, bodyText: body }) ??
      published.take(told) ??
      null;
    if (finding) return refuse(finding, entryLineNumber);
    entry = null;
    return true;
  };

  const textOf = (part: PartLine['part']) => parts.find((each) => each.part === part)?.text ?? null;

  const takeLine = (line: string): boolean => {
    lines += 1;
    if (ended) return refuse({ rule: 'end', values: {} }, lines, null);
    if (!header) {
      const read = readHeaderLine(line);
      header = read && openHeader(read);
      if (!header) return refuse({ rule: 'header', values: {} });
      published.begin(header.heads.measures);
      const finding = streams.begin(header.heads, header.owner);
      return finding ? refuse(finding) : true;
    }
    const part = readPartLine(line);
    if (part) return takePart(part);
    if (!finishEntry()) return false;
    if (published.isOver() && readEndLine(line) === null)
      return refuse({ rule: 'form', values: {} });
    const next = readEntryLine(line);
    if (next) return takeEntry(next);
    const measures = readMeasuresLine(line);
    if (measures !== null) {
      const refused = published.end(measures);
      return refused ? refuse(refused) : true;
    }
    const gap = readEndLine(line);
    if (gap === null) return refuse({ rule: 'form', values: {} });
    const finding = takeGap(header.checkpoint.size, gap) ?? published.missing();
    if (finding) return refuse(finding);
    ended = true;
    return true;
  };

  /** Whole lines. How the file was cut into chunks makes no difference to what is found, and where. */
  const takeLines = (bytes: Uint8Array): boolean => {
    const text = decoded(bytes);
    if (text !== null) return text.slice(0, -1).split('\n').every(takeLine);
    for (let from = 0; from < bytes.length; ) {
      const to = bytes.indexOf(LINE_BREAK, from);
      const line = decoded(bytes.subarray(from, to));
      if (line === null) return refuse({ rule: 'form', values: {} }, lines + 1, null);
      if (!takeLine(line)) return false;
      from = to + 1;
    }
    return true;
  };

  const decoded = (bytes: Uint8Array): string | null => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };

  const take = (chunk: Uint8Array): boolean => {
    const end = chunk.lastIndexOf(LINE_BREAK) + 1;
    if (end > 0) {
      const whole = joined([...rest, chunk.subarray(0, end)]);
      rest = [];
      restLength = 0;
      if (!takeLines(whole)) return false;
    }
    // A copy, which a Buffer's own slice is not: the reader of the file may fill the same bytes again.
    if (end < chunk.length) rest.push(Uint8Array.from(chunk.subarray(end)));
    restLength += chunk.length - end;
    return restLength <= LINE_BYTES_MAX || refuse({ rule: 'form', values: {} }, lines + 1);
  };

  const missingFinding = (): Finding | null => {
    const missing = (options.earlier?.size ?? 0) - found;
    return missing > 0 ? { rule: 'rewritten', values: {} } : null;
  };

  return {
    entries: () => entries,
    push: (chunk) => broken === null && take(chunk),
    async end() {
      if (!broken && (rest.length > 0 || !ended || !header))
        refuse({ rule: 'cut', values: {} }, lines + 1, null);
      const hasTree = options.half !== 'meaning';
      if (hasTree && !broken && header && !isSameHash(tree.root(), header.checkpoint.root))
        refuse({ rule: 'root', values: {} }, 1, null);
      const finding = broken ? null : (streams.end() ?? missingFinding());
      if (finding) refuse(finding, 1, null);
      if (broken || !header) return broken ?? fail();
      const signed = await checkSignatures(header, options);
      if ('rule' in signed) {
        refuse(signed, 1, null);
        return broken ?? fail();
      }
      const stamp =
        header.stamp && hasTree ? await checkStamp(header, header.stamp, options) : null;
      if (stamp && 'rule' in stamp) {
        refuse(stamp, 1, null);
        return broken ?? fail();
      }
      const ahead = stamp ? stampedAt.filter((at) => isAfter(at, stamp)).length : 0;
      return {
        ...signed,
        stamp,
        origin: header.checkpoint.origin,
        madeAt: header.heads.madeAt,
        size: header.checkpoint.size,
        root: toBase64(header.checkpoint.root),
        entries,
        ...streams.summary(),
        user: header.owner?.user ?? null,
        kinds,
        unchecked: {
          ...meaning?.unchecked(),
          ...published.unchecked(),
          ...(ahead > 0 && { ahead }),
        },
        published: published.said(),
        firstAt,
        lastAt,
      };
    },
  };
}

/** Rules that are only held to once all of a file is read, in the order in which they are. */
const AT_END: readonly RuleCode[] = [
  'root',
  'missing',
  'absent',
  'rewritten',
  'signature',
  'signer',
  'cosignature',
  'stamp_tree',
  'stamp',
  'authority',
];

/** The verdict of two verifiers that had a half each, as one that did all of it would give it. */
export function joinVerdicts(
  hashes: CheckedRecord | BrokenRecord,
  meaning: CheckedRecord | BrokenRecord,
): CheckedRecord | BrokenRecord {
  if (hashes.kind === 'broken')
    return meaning.kind === 'broken' && isBefore(meaning, hashes) ? meaning : hashes;
  if (meaning.kind === 'broken') return meaning;
  const { streams, erased, withheld, published, unchecked: left } = meaning;
  const unchecked = { ...left, ...hashes.unchecked };
  return { ...hashes, streams, erased, withheld, published, unchecked };
}

/** Whether one verifier would have come to the meaning first: it hashes a body before it asks what its entry says. */
function isBefore(meaning: BrokenRecord, hashes: BrokenRecord): boolean {
  const isOneEntry =
    hashes.rule === 'body' &&
    meaning.entry?.stream === hashes.entry?.stream &&
    meaning.entry?.position === hashes.entry?.position;
  return !isOneEntry && placeOf(meaning) < placeOf(hashes);
}

function placeOf({ line, rule }: BrokenRecord): number {
  const atEnd = line === 1 ? AT_END.indexOf(rule) : -1;
  return atEnd < 0 ? line : Number.MAX_SAFE_INTEGER - AT_END.length + atEnd;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function fail(): never {
  throw new Error('a file without a header is broken');
}

/** @returns null for a header whose two notes do not speak of one tree */
function openHeader({
  checkpoint: checkpointNote,
  heads: headsNote,
  key,
  keys,
  owner,
  stamp,
}: RecordHeader) {
  const notes = { checkpoint: readNote(checkpointNote), heads: readNote(headsNote) };
  const checkpoint = notes.checkpoint && readCheckpoint(notes.checkpoint.text);
  const heads = notes.heads && readHeads(notes.heads.text);
  const own = readVerifierKey(key);
  if (!notes.checkpoint || !notes.heads || !checkpoint || !heads || !own) return null;
  const { name } = own;
  const isOne =
    name === checkpoint.origin &&
    heads.origin === checkpoint.origin &&
    heads.size === checkpoint.size &&
    heads.checkpoint === notesHash([checkpointNote, ...keys]) &&
    heads.opened === (owner !== null) &&
    heads.stamp === (stamp === undefined ? null : notesHash([stampText(stamp)]));
  const stamped = stamp && readCheckpoint(readNote(stamp.note)?.text ?? '');
  return isOne
    ? {
        stamp,
        stampedSize: stamped?.size ?? 0,
        checkpoint,
        heads,
        owner,
        key: own,
        keys,
        notes: { tree: notes.checkpoint, heads: notes.heads },
      }
    : null;
}

async function checkSignatures(
  { key, keys, notes }: NonNullable<ReturnType<typeof openHeader>>,
  { trusted = [], witnesses = [] }: RecordOptions,
): Promise<Pick<CheckedRecord, 'kind' | 'key' | 'cosigned'> | Finding> {
  for (const note of [notes.tree, notes.heads])
    if ((await verifyNote(note, key)).kind !== 'signed')
      return { rule: 'signature', values: { key: nameOf(key) } };
  const followed = await Promise.all(trusted.map((each) => followKeys(each, keys)));
  const isTrusted = followed.some((each) => verifierKeyText(each) === verifierKeyText(key));
  if (trusted.length > 0 && !isTrusted) return { rule: 'signer', values: { key: nameOf(key) } };
  const cosigned: { name: string; at: number }[] = [];
  for (const witness of witnesses) {
    const seen = await verifyNote(notes.tree, witness);
    if (seen.kind === 'false') return { rule: 'cosignature', values: { key: nameOf(witness) } };
    if (seen.kind === 'signed' && seen.at !== null)
      cosigned.push({ name: witness.name, at: seen.at });
  }
  return { kind: isTrusted ? 'verified' : 'consistent', key, cosigned };
}

/** A part of this code did not come: nothing can be said of the file. */
export class MissingCodeError extends Error {
  override name = 'MissingCodeError';
}

/** What verifies stamps is larger than all the rest: a browser loads it where a file has one. */
export async function loadStamps(): Promise<typeof import('./stamps/time-stamp.ts')> {
  try {
    return await import('./stamps/time-stamp.ts');
  } catch (cause) {
    throw new MissingCodeError('what verifies stamps could not be loaded', { cause });
  }
}

async function checkStamp(
  { key, keys, checkpoint: tree }: NonNullable<ReturnType<typeof openHeader>>,
  stamp: RecordStamp,
  { authorities = [] }: RecordOptions,
): Promise<CheckedStamp | Finding> {
  const stamped = await openStamped(stamp, { key, keys, tree });
  if ('rule' in stamped) return stamped;
  const token = fromBase64(stamp.token);
  if (!token || token.length > TOKEN_BYTES_MAX)
    return { rule: 'stamp', values: { reason: 'it is none' } };
  const { StampError, verifyStamp } = await loadStamps();
  try {
    const time = await verifyStamp(token, { note: stamp.note, authorities });
    return { ...time, size: stamped.size };
  } catch (error) {
    if (!(error instanceof StampError)) throw error;
    const rule = error.isOfAuthority ? 'authority' : 'stamp';
    return { rule, values: { reason: error.message } };
  }
}

function isAfter(at: number, stamp: CheckedStamp): boolean {
  return at > Date.parse(stamp.at) + CLOCKS_DIFFER_MS;
}

function nameOf({ name, id }: VerifierKey): string {
  return `${name} ${id}`;
}
