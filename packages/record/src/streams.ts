import { fromHex, toHex } from '@quorate/tlog/bytes';
import { hmac } from './hmac.ts';
import type { Leaf } from './leaf.ts';
import type { Heads, RecordOwner } from './record-file.ts';
import type { Finding } from './rules.ts';

/** An entry with what it says; null where that is not there. */
export type ToldEntry = Readonly<{
  leaf: Leaf;
  body: Readonly<Record<string, unknown>> | null;
  private: Readonly<Record<string, unknown>> | null;
}>;

type Stream = {
  entries: number;
  expected: number;
  /** Positions whose body is not there, until a deletion tells why. */
  absent: Set<number>;
  erased: number;
  lastAt: string;
};

type StreamsSummary = Readonly<{
  streams: { id: string; entries: number; subject: string | null }[];
  erased: number;
  withheld: number;
}>;

export type Streams = Readonly<{
  begin(heads: Heads, owner: RecordOwner | null): Finding | null;
  /** Takes the next entry, before it is known what it says. */
  take(leaf: Leaf): Finding | null;
  /** Told what the entry says. */
  finish(entry: ToldEntry): Finding | null;
  end(): Finding | null;
  summary(): StreamsSummary;
}>;

/** Keeps count of the streams of a file: none may lack an entry, nor a body that was not erased or withheld. */
export function createStreams(): Streams {
  const streams = new Map<string, Stream>();
  const subjects = new Map<string, string>();
  let isWhole = true;
  let withheld = 0;
  return {
    begin({ streams: heads, whole }, owner): Finding | null {
      isWhole = whole;
      for (const { id, entries } of heads)
        streams.set(id, {
          entries: 0,
          expected: entries,
          absent: new Set(),
          erased: 0,
          lastAt: '',
        });
      for (const { id, key, subject } of owner?.streams ?? []) {
        if (!streams.has(id) || streamId(key, owner?.user ?? '', subject) !== id)
          return { rule: 'owner', values: { stream: id } };
        subjects.set(id, subject);
      }
      const missing = owner && [...streams.keys()].find((id) => !subjects.has(id));
      return missing ? { rule: 'owner', values: { stream: missing } } : null;
    },
    take(leaf): Finding | null {
      const stream = streams.get(leaf.stream);
      if (!stream) return { rule: 'stranger', values: { stream: leaf.stream } };
      if (leaf.position !== stream.entries + 1)
        return {
          rule: 'sequence',
          values: { actual: leaf.position, expected: stream.entries + 1 },
        };
      stream.entries += 1;
      return null;
    },
    finish({ leaf, body, private: kept }): Finding | null {
      const stream = streams.get(leaf.stream);
      if (!stream) return null;
      if (body === null) stream.absent.add(leaf.position);
      else if (leaf.private !== null && kept === null) {
        if (isWhole) return { rule: 'absent', values: {} };
        withheld += 1;
      }
      return leaf.kind === 'deletion' && body ? takeDeletion(stream, leaf, body) : null;
    },
    end(): Finding | null {
      for (const [id, { entries, expected, absent }] of streams) {
        if (entries !== expected)
          return { rule: 'missing', values: { stream: id, actual: entries, expected } };
        if (isWhole && absent.size > 0) return { rule: 'absent', values: {} };
        withheld += absent.size;
      }
      return null;
    },
    summary: () => ({
      streams: [...streams].map(([id, { entries }]) => ({
        id,
        entries,
        subject: subjects.get(id) ?? null,
      })),
      erased: [...streams.values()].reduce((sum, { erased }) => sum + erased, 0),
      withheld,
    }),
  };
}

/** A deletion tells why bodies before it are not there; none of them may be there all the same. */
function takeDeletion(
  stream: Stream,
  leaf: Leaf,
  { positions }: Readonly<Record<string, unknown>>,
): Finding | null {
  const named = Array.isArray(positions)
    ? positions.filter((each): each is number => typeof each === 'number')
    : // All that stood there until then.
      Array.from({ length: leaf.position - 1 }, (_, at) => at + 1);
  for (const position of named) {
    if (position >= leaf.position) return { rule: 'deletion', values: {} };
    if (stream.absent.delete(position)) stream.erased += 1;
    else if (Array.isArray(positions)) return { rule: 'deletion', values: {} };
  }
  return null;
}

/** What a stream is called: whoever knows its key can tell whose it is. */
export function streamId(key: string, user: string, subject: string): string {
  const mac = hmac(
    fromHex(key) ?? new Uint8Array(),
    new TextEncoder().encode(`${user} ${subject}`),
  );
  return toHex(mac).slice(0, 32);
}
