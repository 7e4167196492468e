import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/tables.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { endMail, pastDueMail, startMail } from '../billing-mails.ts';
import { overdueOf } from '../entitlements/entitlements.ts';
import type { RecordDeps } from './recorded.ts';
import type { ToldSubscription } from './subscription-row.ts';
import type { ToldTransaction } from './transaction-row.ts';

export async function noteStart(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  sale: ToldTransaction,
): Promise<void> {
  if (await isFirst(tx, deps.clock, userId, `start:${sale.id}`))
    await send(deps, tx, userId, (person) => startMail(deps, person, sale));
}

export async function notePastDue(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  subscription: ToldSubscription,
): Promise<void> {
  const { period_start: start, period_end: end } = subscription;
  const overdue = overdueOf({
    status: subscription.status,
    period: start && end ? { start, end } : null,
    changedAt: subscription.provider_updated_at,
  });
  // News of a bill whose days of grace are over help nobody.
  if (!overdue || overdue.until.getTime() < deps.clock.now()) return;
  const notice = `past_due:${subscription.id}:${overdue.since.toISOString()}`;
  if (await isFirst(tx, deps.clock, userId, notice))
    await send(deps, tx, userId, (person) => pastDueMail(deps, person, subscription, overdue));
}

export async function noteEnd(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  subscription: ToldSubscription,
): Promise<void> {
  if (await isFirst(tx, deps.clock, userId, `end:${subscription.id}`))
    await send(deps, tx, userId, (person) => endMail(deps, person, subscription));
}

async function isFirst(tx: Db, clock: Clock, userId: string, notice: string): Promise<boolean> {
  const made = await tx
    .insertInto('billing_notices')
    .values({ user_id: userId, notice, sent_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice')
    .executeTakeFirst();
  return made !== undefined;
}

async function send(
  { clock }: RecordDeps,
  tx: Db,
  userId: string,
  compose: (person: { to: string; username: string }) => Parameters<typeof queueMail>[2],
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user) await queueMail(tx, clock, compose({ to: user.email, username: user.username }));
}
