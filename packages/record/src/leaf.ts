/** What stands under `v` of a leaf; `packages/ledger` reads version 1, the chain of before. */
export const LEAF_VERSION = 2;

/** Everything that a record can tell, in the order of a trade's life. */
export const EVENT_KINDS = [
  /** The first entry of a stream: whose account it is. */
  'account',
  'settings',
  'bot',
  'snapshot',
  'decision',
  'checks',
  'order',
  'fill',
  'outcome',
  'grade',
  'opened',
  'modified',
  'closed',
  'correction',
  /** Trades that a bot brings along, and that a person has uploaded. */
  'history',
  'import',
  'deletion',
  /** A ledger of version 1, up to the end that it has. */
  'sealed',
  /** The board of models as it was published: of the service's own stream. */
  'board',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What the log keeps of an entry: never its body, only what a body must hash to. */
export type Leaf = Readonly<{
  /** When the service took it in: ISO 8601, UTC. */
  at: string;
  kind: EventKind;
  /** From 1 on, without a gap in a stream. */
  position: number;
  /** 32 hex digits that say nothing of whose it is. */
  stream: string;
  /** SHA-256 of salt and body, in hex. */
  body: string;
  /** The same of what its owner may keep to himself: amounts of money, names of accounts. */
  private: string | null;
  /** When it happened by the terminal's or the market's clock: ISO 8601, UTC. */
  terminalAt: string | null;
}>;

/** A leaf's text around what only the database knows: its place. Canonical JSON, members by name. */
export const LEAF_PARTS = { stream: ',"stream":"', streamEnd: '"' } as const;

/** Up to the position. */
export function leafStart({ at, body, kind }: Pick<Leaf, 'at' | 'body' | 'kind'>): string {
  return `{"at":"${at}","body":"${body}","kind":"${kind}","position":`;
}

/** From behind the position up to the stream. */
export function leafMiddle({ private: kept }: Pick<Leaf, 'private'>): string {
  return kept === null ? '' : `,"private":"${kept}"`;
}

/** From behind the stream on. */
export function leafEnd({ terminalAt }: Pick<Leaf, 'terminalAt'>): string {
  return `${terminalAt === null ? '' : `,"terminal_at":"${terminalAt}"`},"v":${LEAF_VERSION}}`;
}

export function leafText(leaf: Leaf): string {
  const { stream, streamEnd } = LEAF_PARTS;
  return (
    leafStart(leaf) +
    leaf.position +
    leafMiddle(leaf) +
    stream +
    leaf.stream +
    streamEnd +
    leafEnd(leaf)
  );
}

const HASH = '[0-9a-f]{64}';
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const LEAF = new RegExp(
  `^\\{"at":"(${TIME})","body":"(${HASH})","kind":"(${EVENT_KINDS.join('|')})","position":([1-9]\\d{0,15})` +
    `(?:,"private":"(${HASH})")?,"stream":"([0-9a-f]{32})"(?:,"terminal_at":"(${TIME})")?,"v":${LEAF_VERSION}\\}$`,
);

/** @returns null for what is no leaf of this version, to the byte */
export function readLeaf(text: string): Leaf | null {
  const found = LEAF.exec(text);
  if (!found) return null;
  const [, at = '', body = '', kind = '', digits = '', kept = null, stream = '', when = null] =
    found;
  const position = Number(digits);
  if (!Number.isSafeInteger(position)) return null;
  return { at, body, kind: kind as EventKind, position, private: kept, stream, terminalAt: when };
}
