import { createHmac, randomBytes } from 'node:crypto';
import { type EventKind, LEAF_PARTS, leafEnd, leafMiddle, leafStart } from '@quorate/record/leaf';
import { saltedHash } from '@quorate/record/salted-body';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { statement } from '../../db/prepared.ts';
import { FREES_ROWS_SOON } from '../../db/query-limit.ts';
import type { Db } from '../../db/tables.ts';
import { TextArray } from '../../db/text-array.ts';

export type JsonObject = { readonly [key: string]: JsonValue };

/** What the record takes: it stands there for good, in the place that it gets now. */
export type RecordEvent = Readonly<{
  userId: string;
  /** The trading account; the user for what is of all accounts. */
  subjectId: string;
  kind: EventKind;
  /** By the service's clock. */
  at: Date;
  /** By the terminal's or the market's; left out where that is not known. */
  terminalAt?: Date | null;
  body: JsonObject;
  /** What the owner may keep to himself when he shows the rest. */
  private?: JsonObject | null;
}>;

const SALT_BYTES = 32;
const KEY_BYTES = 32;
const ID_DIGITS = 32;

const APPEND = statement<never>(`
  with said as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[],
      $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality
      as each (user_id, subject_id, kind, at, terminal_at, body, body_salt, private, private_salt,
        leaf_start, leaf_middle, leaf_end, number)
  ), named as (
    select * from unnest($13::uuid[], $14::uuid[], $15::text[], $16::text[], $17::bigint[])
      as each (user_id, subject_id, id, key, events)
  ), stream as (
    insert into record_streams as s (user_id, subject_id, id, key, entries)
    select user_id, subject_id, id, key, events from named order by user_id, subject_id
    on conflict (user_id, subject_id) do update set entries = s.entries + excluded.entries
    returning user_id, subject_id, id, entries
  ), placed as (
    select said.*, stream.id, stream.entries - named.events
      + row_number() over (partition by said.user_id, said.subject_id order by number) as position
    from said
    join named on named.user_id = said.user_id and named.subject_id = said.subject_id
    join stream on stream.user_id = said.user_id and stream.subject_id = said.subject_id
  ), entered as (
    insert into record_entries
      (user_id, subject_id, position, kind, at, terminal_at, body, body_salt, private, private_salt)
    select user_id, subject_id, position, kind, at, terminal_at, body, decode(body_salt, 'hex'),
      nullif(private, ''), case when private <> '' then decode(private_salt, 'hex') end
    from placed
  )
  insert into log_outbox (user_id, stream, position, leaf)
  select user_id, id, position,
    leaf_start || position || leaf_middle || '${LEAF_PARTS.stream}' || id || '${LEAF_PARTS.streamEnd}' || leaf_end
  from placed order by number
`);

/**
 * Enters events into their streams, in the caller's transaction: with it they are on record or gone. A stream is locked
 * until that ends, so that this is best among its last statements.
 *
 * @throws TypeError for a body that JSON would bend
 */
export async function appendEvents(db: Db, events: readonly RecordEvent[]): Promise<void> {
  if (events.length === 0) return;
  const entries = events.map(toEntry);
  const streams = [...countBySubject(events).values()].map(({ event, count }) => ({
    ...event,
    ...newName(event),
    count,
  }));
  const column = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value) => rows.map(of);
  await APPEND(db, [
    column(events, ({ userId }) => userId),
    column(events, ({ subjectId }) => subjectId),
    column(events, ({ kind }) => kind),
    column(entries, ({ at }) => at),
    column(entries, ({ terminalAt }) => terminalAt),
    new TextArray(column(entries, ({ body }) => body)),
    column(entries, ({ bodySalt }) => bodySalt),
    new TextArray(column(entries, ({ kept }) => kept ?? '')),
    column(entries, ({ keptSalt }) => keptSalt),
    column(entries, ({ leaf }) => leafStart(leaf)),
    column(entries, ({ leaf }) => leafMiddle(leaf)),
    column(entries, ({ leaf }) => leafEnd(leaf)),
    column(streams, ({ userId }) => userId),
    column(streams, ({ subjectId }) => subjectId),
    column(streams, ({ id }) => id),
    column(streams, ({ key }) => key),
    column(streams, ({ count }) => count),
  ]);
}

function toEntry({
  kind,
  at: came,
  terminalAt: happened,
  body: told,
  private: secret,
}: RecordEvent) {
  const body = canonicalJson(told);
  const kept = secret ? canonicalJson(secret) : null;
  const [bodySalt, keptSalt] = [randomBytes(SALT_BYTES), randomBytes(SALT_BYTES)];
  const at = isoFromInstant(instant(came.getTime()));
  const terminalAt = happened ? isoFromInstant(instant(happened.getTime())) : null;
  const leaf = {
    at,
    kind,
    body: saltedHash(bodySalt, body),
    private: kept === null ? null : saltedHash(keptSalt, kept),
    terminalAt,
  };
  const salts = { bodySalt: bodySalt.toString('hex'), keptSalt: keptSalt.toString('hex') };
  return { at, terminalAt, body, kept, ...salts, leaf };
}

type Subject = Pick<RecordEvent, 'userId' | 'subjectId'>;

function countBySubject(events: readonly RecordEvent[]) {
  const streams = new Map<string, { event: Subject; count: number }>();
  for (const { userId, subjectId } of events) {
    const name = `${userId} ${subjectId}`;
    const stream = streams.get(name) ?? { event: { userId, subjectId }, count: 0 };
    stream.count += 1;
    streams.set(name, stream);
  }
  return streams;
}

/** What a stream is called from its first entry on; later ones keep theirs. */
function newName(subject: Subject): { id: string; key: string } {
  const key = randomBytes(KEY_BYTES);
  return { id: streamId(key, subject), key: key.toString('hex') };
}

/** Only a reader with the key can check which user and account a stream belongs to. */
function streamId(key: Uint8Array, { userId, subjectId }: Subject): string {
  const mac = createHmac('sha256', key).update(`${userId} ${subjectId}`).digest('hex');
  return mac.slice(0, ID_DIGITS);
}

const LOCK = statement<never>(`
  with owners as materialized (
    select id from users where id = any($1::uuid[]) order by id for key share
  )
  select from record_streams, (select count(*) from owners) as held, (select ${FREES_ROWS_SOON}) as patience
  where user_id = any($1::uuid[]) and (user_id, subject_id) in (select * from unnest($1::uuid[], $2::uuid[]))
  order by user_id, subject_id for update of record_streams
`);

/**
 * Locks streams until the transaction ends, or has been idle for some seconds. Users are locked first, in the order in
 * which a deletion locks them, so that the two cannot wait for each other.
 */
export async function lockStreams(db: Db, subjects: readonly Subject[]): Promise<void> {
  await LOCK(db, [
    subjects.map(({ userId }) => userId),
    subjects.map(({ subjectId }) => subjectId),
  ]);
}
