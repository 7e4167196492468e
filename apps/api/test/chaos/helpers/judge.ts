import { downloadRecord } from '@quorate/contract/record';
import { sentenceOf } from '@quorate/record/rules';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { sql } from 'kysely';
import type { Db } from '../../../src/db/tables.ts';
import type { Acknowledged } from './acknowledged.ts';

export type Verdict = {
  /** One line each: what was answered and is not there. */
  lost: string[];
  /** One line each: what is there more often than it was done. */
  doubled: string[];
};

/** Compares what the database holds with what its clients were answered. The service's own accounts have no client. */
export async function judge(db: Db, known: Acknowledged): Promise<Verdict> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const compare = (what: string, stored: readonly string[], answered: Iterable<string>) => {
    const there = new Set(stored);
    for (const each of answered) if (!there.has(each)) lost.push(`${what} ${each}`);
    if (there.size !== stored.length) doubled.push(`${stored.length - there.size} ${what}s`);
  };

  const hosted = db.selectFrom('hosted_accounts').select('user_id');
  const trades = await db
    .selectFrom('trades')
    .select('position_ticket')
    .where('user_id', 'not in', hosted)
    .execute();
  compare(
    'trade',
    trades.map((row) => row.position_ticket),
    known.tickets,
  );
  // Everything unanswered was sent again until it was answered: nothing else may be there.
  for (const { position_ticket } of trades)
    if (!known.tickets.has(position_ticket)) doubled.push(`trade ${position_ticket} of nobody`);

  const decisions = await db
    .selectFrom('decisions')
    .select(['id', 'as_of', 'tokens'])
    .where('user_id', 'not in', hosted)
    .execute();
  compare(
    'decision',
    decisions.map(({ id }) => id),
    known.decisions.keys(),
  );
  const bars = decisions.map(({ as_of }) => as_of.toISOString());
  compare('decided bar', bars, known.decisions.values());
  const usage = await db
    .selectFrom('token_usage')
    .select('tokens_used')
    .where('user_id', 'not in', hosted)
    .execute();
  const used = usage.reduce((sum, row) => sum + row.tokens_used, 0);
  if (used < known.tokens) lost.push(`${known.tokens - used} tokens of the usage`);
  const stored = decisions.reduce((sum, row) => sum + row.tokens, 0);
  if (used > stored) doubled.push(`${used - stored} tokens of the usage`);

  const events = await db.selectFrom('webhook_events').select('event_id').execute();
  compare(
    'event',
    events.map((row) => row.event_id),
    known.events,
  );

  const mails = await db.selectFrom('outbox').select('to_address').execute();
  const asked = await db
    .selectFrom('tasks')
    .select(sql<string>`payload ->> 'asked_for'`.as('asked_for'))
    .where('kind', '=', 'mail_request')
    .execute();
  compare(
    'mail to',
    [...mails.map((row) => row.to_address), ...asked.map((row) => row.asked_for)],
    known.signUps,
  );

  const review = await db.selectFrom('reviews').select('comment').executeTakeFirst();
  const written = Number(/\d+/.exec(review?.comment ?? '')?.[0] ?? 0);
  if (written < known.review.answered) lost.push(`review ${known.review.answered}`);
  const bot = await db
    .selectFrom('bots')
    .select('sequence')
    .where('user_id', 'not in', hosted)
    .executeTakeFirst();
  if ((bot?.sequence ?? 0) < known.heartbeat.answered)
    lost.push(`heartbeat ${known.heartbeat.answered}`);
  return { lost, doubled };
}

/** @returns how many decisions are on record @throws Error unless the record is whole and true */
export async function verifiedDecisions(url: string, token: string): Promise<number> {
  const reply = await fetch(`${url}${downloadRecord.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const verifier = createRecordVerifier();
  verifier.push(new Uint8Array(await reply.arrayBuffer()));
  const verdict = await verifier.end();
  if (verdict.kind === 'broken') throw new Error(`line ${verdict.line}: ${sentenceOf(verdict)}`);
  return verdict.kinds.decision ?? 0;
}
