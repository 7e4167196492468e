import type { PlanName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { RetentionSettings } from '../../config/retention.ts';
import { acrossUsers } from '../../db/across-users.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import { lockStreams } from '../records/append-events.ts';
import { eraseOld } from '../records/erase-entries.ts';

type CompactDeps = Readonly<{ db: Db; clock: Clock }>;

type Stream = Readonly<{ user_id: string; subject_id: string; compacted: number }>;

type Entry = Readonly<{
  position: number;
  kind: string;
  at: Date;
  erased: boolean;
  decision_id: string | null;
}>;

/** Entries looked at by one transaction. */
const BATCH = 500;
/** Streams looked for at once. */
const STREAMS = 200;

/**
 * Erases what decisions that opened nothing were made from, once they are older than their user's plan keeps them: the
 * voters' words, and the bodies of snapshot and decision on record, whose hashes stay. Verdict, probabilities and outcome
 * stay as well, so that no figure changes. A decision that led to a trade stays whole, and so does every account that is
 * shown to others.
 *
 * @returns how many decisions were compacted
 */
export async function compactDecisions(
  deps: CompactDeps,
  days: RetentionSettings['decisionDays'],
): Promise<number> {
  const least = Math.min(...Object.values(days));
  if (!Number.isFinite(least)) return 0;
  let compacted = 0;
  let after: Stream | undefined;
  for (;;) {
    const streams = await findStreams(deps, least, after);
    for (const stream of streams) compacted += await compactStream(deps, stream, days);
    after = streams.at(-1);
    if (streams.length < STREAMS) return compacted;
  }
}

async function compactStream(
  deps: CompactDeps,
  stream: Stream,
  days: Readonly<Partial<Record<PlanName, number>>>,
): Promise<number> {
  const { db, clock } = deps;
  const { plan } = await readEntitlements(deps, stream.user_id as UserId);
  const kept = days[plan.name];
  if (kept === undefined) return 0;
  const before = new Date(clock.now() - kept * DAY_MS);
  let compacted = 0;
  for (let from = stream.compacted; ; ) {
    const step = await inTransaction(db, (tx) =>
      compactStep(tx, { ...stream, compacted: from }, { before, kept, at: new Date(clock.now()) }),
    );
    compacted += step.decisions;
    if (step.upTo === from) return compacted;
    from = step.upTo;
  }
}

async function compactStep(
  tx: Db,
  { user_id: userId, subject_id: subjectId, compacted }: Stream,
  { before, kept, at }: Readonly<{ before: Date; kept: number; at: Date }>,
): Promise<{ decisions: number; upTo: number }> {
  await lockStreams(tx, [{ userId, subjectId }]);
  const entries = await readEntries(tx, { userId, subjectId, after: compacted, before });
  // A decision stands right behind its snapshot: verifiers look for both or for neither.
  const last = entries.at(-1);
  const whole = last?.kind === 'snapshot' ? entries.slice(0, -1) : entries;
  const upTo = whole.at(-1)?.position ?? compacted;
  if (upTo === compacted) return { decisions: 0, upTo };
  const told = whole.filter(({ decision_id, erased }) => decision_id !== null && !erased);
  const ids = new Set(
    await findOpenedNothing(tx, userId, [
      ...new Set(told.flatMap((each) => each.decision_id ?? [])),
    ]),
  );
  const gone = told.filter(({ decision_id }) => ids.has(decision_id ?? ''));
  await eraseOld(
    tx,
    { userId, subjectId, at },
    { days: kept, positions: gone.map(({ position }) => position) },
  );
  await emptyDecisions(tx, userId, [...ids], at);
  await tx
    .updateTable('record_streams')
    .set({ compacted: upTo })
    .where('user_id', '=', userId)
    .where('subject_id', '=', subjectId)
    .execute();
  return { decisions: ids.size, upTo };
}

/** Accounts that have something which is old enough for one plan at least, and that nobody else is shown. */
async function findStreams(
  { db, clock }: CompactDeps,
  days: number,
  after: Stream | undefined,
): Promise<Stream[]> {
  const { rows } = await sql<Stream>`
    ${acrossUsers('old decisions of everybody are compacted once a day')}
    select stream.user_id, stream.subject_id, stream.compacted
    from record_streams as stream
    join lateral (
      select next.at from record_entries as next
      where next.user_id = stream.user_id and next.subject_id = stream.subject_id
        and next.position > stream.compacted
      order by next.position limit 1
    ) as oldest on oldest.at < ${new Date(clock.now() - days * DAY_MS)}
    where exists (
        select from trading_accounts as account
        where account.user_id = stream.user_id and account.id = stream.subject_id
      )
      and not exists (
        select from public_records as shown
        where shown.user_id = stream.user_id and shown.account_id = stream.subject_id
      )
      ${after ? sql`and (stream.user_id, stream.subject_id) > (${after.user_id}::uuid, ${after.subject_id}::uuid)` : sql``}
    order by stream.user_id, stream.subject_id limit ${STREAMS}
  `.execute(db);
  return rows;
}

async function readEntries(
  tx: Db,
  of: Readonly<{ userId: string; subjectId: string; after: number; before: Date }>,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select position, kind, at, erased_at is not null as erased,
      case when kind in ('snapshot', 'decision') then body::jsonb ->> 'decision_id' end as decision_id
    from (
      select position, kind, at, erased_at, body from record_entries
      where user_id = ${of.userId}::uuid and subject_id = ${of.subjectId}::uuid and position > ${of.after}
      order by position limit ${BATCH}
    ) as next
    where at < ${of.before}
    order by position
  `.execute(tx);
  return rows;
}

/** Those of them that no trade came from, as far as anybody has told. */
async function findOpenedNothing(
  tx: Db,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select decision.id from decisions as decision
    where decision.user_id = ${userId}::uuid and decision.id = any(${ids}::uuid[])
      and decision.outcome is distinct from 'traded'
      and not exists (
        select from trades
        where trades.user_id = ${userId}::uuid and trades.account_id = decision.account_id
          and trades.decision_id = decision.id
          -- Of the index by opening; an order that was not filled by then never was.
          and trades.opened_at >= decision.as_of - interval '1 day'
          and trades.opened_at < decision.as_of + interval '10 days'
      )
  `.execute(tx);
  return rows.map(({ id }) => id);
}

async function emptyDecisions(
  tx: Db,
  userId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('votes')
    .set({ reason: '', evidence: '[]' })
    .where('user_id', '=', userId)
    .where('decision_id', 'in', ids)
    .execute();
  await tx
    .updateTable('decisions')
    .set({ compacted_at: at })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}
