import type { Db } from '../../../db/tables.ts';
import { type Reader, readerOf } from '../../../mail/letter.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { endMail, pastDueMail, refundMail, startMail } from '../billing-mails.ts';
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
    await send(deps, tx, userId, (reader) => startMail(deps, reader, sale));
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
    await send(deps, tx, userId, (reader) => pastDueMail(deps, reader, subscription, overdue));
}

/** Tells of money that goes back, whoever gave it back and why: nobody should have to find out at the bank. */
export async function noteRefund(
  deps: RecordDeps,
  tx: Db,
  bill: { user_id: string | null; billed_at: Date | null; provider_created_at: Date },
  refund: { id: string; amount: number; currency: string },
): Promise<void> {
  if (bill.user_id === null) return;
  const paidAt = bill.billed_at ?? bill.provider_created_at;
  if (await isFirst(tx, deps.clock, bill.user_id, `refund:${refund.id}`))
    await send(deps, tx, bill.user_id, (reader) => refundMail(deps, reader, { ...refund, paidAt }));
}

export async function noteEnd(
  deps: RecordDeps,
  tx: Db,
  userId: string,
  subscription: ToldSubscription,
): Promise<void> {
  if (await isFirst(tx, deps.clock, userId, `end:${subscription.id}`))
    await send(deps, tx, userId, (reader) => endMail(deps, reader, subscription));
}

/** Marks a subscription as one too many: every bill of it is given back, those that come later included. */
export async function markDouble(
  { clock }: Pick<RecordDeps, 'clock'>,
  tx: Db,
  userId: string,
  subscriptionId: string,
): Promise<void> {
  await isFirst(tx, clock, userId, `double:${subscriptionId}`);
}

export async function isDouble(tx: Db, userId: string, subscriptionId: string): Promise<boolean> {
  const mark = await tx
    .selectFrom('billing_notices')
    .select('notice')
    .where('user_id', '=', userId)
    .where('notice', '=', `double:${subscriptionId}`)
    .executeTakeFirst();
  return mark !== undefined;
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
  compose: (reader: Reader) => Parameters<typeof queueMail>[2],
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['username', 'email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  await queueMail(tx, clock, { ...compose(readerOf(user)), about: userId });
}
