import { toBase64 } from '@quorate/tlog/bytes';
import { readHash } from '@quorate/tlog/checkpoint';
import type { Hash } from '@quorate/tlog/merkle';
import { type Leaf, readLeaf } from './leaf.ts';
import { type RecordStamp, readStamp, stampMember } from './stamps/stamped-note.ts';

// A record as a file: a header, then every entry in the order of the log, then an end. Between two entries stand the
// hashes of what other entries lie between them, so that the whole gives the root of the tree that is signed.

/** What a file says before its first entry. */
export type RecordHeader = Readonly<{
  /** The signed note of the tree that the entries are in. */
  checkpoint: string;
  /** A signed note about the streams of this file, see `headsText`. */
  heads: string;
  /** The key that both are signed with, as people hand it on. Whoever believes the file believes it. */
  key: string;
  /** Notes that lead from older keys to it, oldest first. */
  keys: readonly string[];
  /** Whose the streams are; null where their owner does not say. */
  owner: RecordOwner | null;
  /** That an authority has seen this tree, or one before it; left out where none has. */
  stamp?: RecordStamp | undefined;
}>;

export type RecordOwner = Readonly<{
  user: string;
  streams: readonly Readonly<{ id: string; key: string; subject: string }>[];
}>;

export type StreamHead = Readonly<{ id: string; entries: number }>;

/** What the service signs about a file: nobody can leave out an entry, or call one withheld, by himself. */
export type Heads = Readonly<{
  /** As checkpoints are, with `/streams` behind it: the two can never be taken for each other. */
  origin: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  /** Of the tree of the checkpoint. */
  size: number;
  /** SHA-256 of the checkpoint's note with all that is signed under it, and of the notes about keys, in hex. */
  checkpoint: string;
  /** Whether the owner says whose the streams are. */
  opened: boolean;
  /** Whether every body is there that was not erased. */
  whole: boolean;
  /** SHA-256 of `stampText`, in hex; null where the file has no stamp. */
  stamp: string | null;
  /** SHA-256 of the measures that are published with it, in hex; null where there are none. */
  measures: string | null;
  streams: readonly StreamHead[];
}>;

const HEADS = '/streams';
/** Begin the lines about a stamp and about measures. No stream is called so: ids are hex digits. */
const STAMP = 'stamp ';
const MEASURES = 'measures ';

export function headsText(heads: Heads): string {
  const { origin, madeAt, size, checkpoint, opened, whole, stamp, measures, streams } = heads;
  return [
    origin + HEADS,
    madeAt,
    size,
    checkpoint,
    opened ? 'opened' : 'closed',
    whole ? 'whole' : 'withheld',
    ...(stamp === null ? [] : [STAMP + stamp]),
    ...(measures === null ? [] : [MEASURES + measures]),
    ...streams.map(({ id, entries }) => `${id} ${entries}`),
    '',
  ].join('\n');
}

/** @returns null for what is no such text, to the byte */
export function readHeads(text: string): Heads | null {
  const [named = '', madeAt = '', size = '', ...more] = text.split('\n');
  const [checkpoint = '', opened = '', whole = '', ...rest] = more;
  const stamp = rest[0]?.startsWith(STAMP) ? (rest.shift() ?? '').slice(STAMP.length) : null;
  const measures = rest[0]?.startsWith(MEASURES)
    ? (rest.shift() ?? '').slice(MEASURES.length)
    : null;
  const streams = rest.slice(0, -1).map((line) => {
    const [id = '', entries = ''] = line.split(' ');
    return { id, entries: Number(entries) };
  });
  const heads = {
    origin: named.slice(0, -HEADS.length),
    madeAt,
    size: Number(size),
    checkpoint,
    opened: opened === 'opened',
    whole: whole === 'whole',
    stamp,
    measures,
    streams,
  };
  const isSound =
    Number.isSafeInteger(heads.size) &&
    heads.size >= 0 &&
    streams.every(({ entries }) => Number.isSafeInteger(entries) && entries > 0) &&
    new Set(streams.map(({ id }) => id)).size === streams.length;
  return isSound && headsText(heads) === text ? heads : null;
}

/** Lines of a file, without their line breaks. */
export function headerLine({ checkpoint, heads, key, keys, owner, stamp }: RecordHeader): string {
  const streams = owner?.streams.map(({ id, key, subject }) => ({ id, key, subject }));
  return JSON.stringify({
    checkpoint,
    heads,
    key,
    keys,
    kind: 'record',
    owner: owner && { streams, user: owner.user },
    ...(stamp && { stamp: stampMember(stamp) }),
    v: 2,
  });
}

/** @returns null for what is no first line of a record, to the byte */
export function readHeaderLine(line: string): RecordHeader | null {
  const said = parse(line);
  if (said?.kind !== 'record' || said.v !== 2) return null;
  const { checkpoint, heads, key, keys, owner } = said;
  if (typeof checkpoint !== 'string' || typeof heads !== 'string') return null;
  if (typeof key !== 'string' || !isTexts(keys)) return null;
  const stamp = said.stamp === undefined ? undefined : readStamp(said.stamp);
  if (stamp === null) return null;
  const header = { checkpoint, heads, key, keys, owner: readOwner(owner), stamp };
  return headerLine(header) === line ? header : null;
}

function isTexts(told: unknown): told is readonly string[] {
  return Array.isArray(told) && told.every((each) => typeof each === 'string');
}

function readOwner(told: unknown): RecordOwner | null {
  const { user, streams } = (told ?? {}) as { user?: unknown; streams?: unknown };
  if (typeof user !== 'string' || !Array.isArray(streams)) return null;
  const members = streams.map((each) => {
    const { id, key, subject } = (each ?? {}) as Record<'id' | 'key' | 'subject', string>;
    return { id, key, subject };
  });
  return { user, streams: members };
}

const ENTRY = {
  gap: '{"gap":[',
  gapEnd: '],',
  index: '"index":',
  leaf: ',"leaf":',
  end: '}',
} as const;

/** An entry's place in the log and its leaf. @param gap hashes of the subtrees between the entry before and this one */
export function entryLine(leaf: string, index: number, gap: readonly Hash[]): string {
  return `{${gapText(gap)}"index":${index}${ENTRY.leaf}${leaf}${ENTRY.end}`;
}

function gapText(gap: readonly Hash[]): string {
  if (gap.length === 0) return '';
  return `"gap":[${gap.map((hash) => `"${toBase64(hash)}"`).join(',')}],`;
}

export type EntryLine = Readonly<{
  index: number;
  leaf: Leaf;
  /** Its very text, which was hashed. */
  text: string;
  /** Hashes between the entry before and this one, as `readGap` reads them. */
  gap: string;
}>;

/** @returns null for what is no line of an entry, to the byte; the gap is read apart */
export function readEntryLine(line: string): EntryLine | null {
  const at = line.indexOf(ENTRY.leaf);
  if (at < 0 || !line.endsWith('}}')) return null;
  const gap = gapBefore(line, ENTRY.index);
  if (gap === null) return null;
  const start = gap === '' ? 1 : ENTRY.gap.length + gap.length + ENTRY.gapEnd.length;
  const text = line.slice(at + ENTRY.leaf.length, -1);
  const digits = line.slice(start + ENTRY.index.length, at);
  const leaf = readLeaf(text);
  const index = Number(digits);
  if (!leaf || !Number.isSafeInteger(index) || index < 0 || String(index) !== digits) return null;
  return { index, leaf, text, gap };
}

/** The text of the hashes that a line begins with; null unless the next member stands right behind it. */
function gapBefore(line: string, next: string): string | null {
  if (line.startsWith(`{${next}`)) return '';
  if (!line.startsWith(ENTRY.gap)) return null;
  const end = line.indexOf(ENTRY.gapEnd, ENTRY.gap.length);
  if (end <= ENTRY.gap.length || !line.startsWith(next, end + ENTRY.gapEnd.length)) return null;
  return line.slice(ENTRY.gap.length, end);
}

/** @returns null for what is no list of hashes, to the byte */
export function readGap(text: string): Hash[] | null {
  if (text === '') return [];
  const hashes: Hash[] = [];
  for (const quoted of text.split(',')) {
    const hash = readHash(quoted.slice(1, -1));
    if (!hash || quoted[0] !== '"' || !quoted.endsWith('"')) return null;
    hashes.push(hash);
  }
  return hashes;
}

/** What a leaf's hash is of. */
export type Part = 'body' | 'private';

const PART = { salt: '{"salt":"', digits: 64 } as const;

/** A body, or what its owner may withhold. @param salt 64 hex digits @param text canonical JSON */
export function partLine(part: Part, salt: string, text: string): string {
  return `${PART.salt}${salt}","${part}":${text}}`;
}

export type PartLine = Readonly<{ part: Part; salt: string; text: string }>;

/** @returns null for what is no such line */
export function readPartLine(line: string): PartLine | null {
  if (!line.startsWith(PART.salt) || !line.endsWith('}')) return null;
  const salt = line.slice(PART.salt.length, PART.salt.length + PART.digits);
  const rest = line.slice(PART.salt.length + PART.digits);
  if (!/^[0-9a-f]{64}$/.test(salt)) return null;
  for (const part of ['body', 'private'] as const) {
    const before = `","${part}":`;
    if (rest.startsWith(before)) return { part, salt, text: rest.slice(before.length, -1) };
  }
  return null;
}

const PUBLISHED = { start: '{"measures":', end: '}' } as const;

/** Before the last line: what is published of the record. @param text canonical JSON, whose hash the heads have */
export function measuresLine(text: string): string {
  return PUBLISHED.start + text + PUBLISHED.end;
}

/** @returns its text; null for what is no such line */
export function readMeasuresLine(line: string): string | null {
  if (!line.startsWith(PUBLISHED.start) || !line.endsWith(PUBLISHED.end)) return null;
  return line.slice(PUBLISHED.start.length, -PUBLISHED.end.length);
}

/** The last line. @param gap hashes of the subtrees behind the last entry */
export function endLine(gap: readonly Hash[]): string {
  return `{${gapText(gap)}"end":true}`;
}

const END = '"end":true}';

/** @returns the hashes as `readGap` reads them; null for what is no last line */
export function readEndLine(line: string): string | null {
  const gap = gapBefore(line, END);
  const length = gap === '' ? 1 : ENTRY.gap.length + (gap ?? '').length + ENTRY.gapEnd.length;
  return line.length === length + END.length ? gap : null;
}

/** @returns null for what is no JSON object */
export function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
