import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import {
  type EntitlementFacts,
  type Entitlements,
  entitlementsOf,
  PAYMENT_ALONE_HOURS,
  type ReadEntitlements,
} from './entitlements.ts';

const HOUR_MS = 3_600_000;

/**
 * Everything that decides what a user may do; undefined for nobody. In one statement: every call asks for
 * it, and a payment that becomes a subscription meanwhile is seen as one or the other.
 */
async function findEntitlementFacts(
  db: Db,
  userId: UserId,
  now: Date,
): Promise<EntitlementFacts | undefined> {
  const user = await factsOf(db, now)
    .modifyFront(prepared)
    .where('id', '=', userId)
    .executeTakeFirst();
  return user && toFacts(user);
}

function factsOf(db: Db, now: Date) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'given_plan',
      'given_until',
      'created_at',
      jsonArrayFrom(subscriptionsOf(db, now)).as('subscriptions'),
      jsonArrayFrom(paymentsAlone(db, now)).as('payments'),
    ]);
}

function toFacts(
  user: Omit<Awaited<ReturnType<ReturnType<typeof factsOf>['executeTakeFirstOrThrow']>>, 'id'>,
): EntitlementFacts {
  return {
    givenPlan: user.given_plan,
    givenUntil: user.given_until,
    createdAt: user.created_at,
    subscriptions: user.subscriptions.map((row) => {
      const [start, end] = [moment(row.period_start), moment(row.period_end)];
      return {
        plan: row.plan_name,
        status: row.status,
        startedAt: new Date(row.started_at),
        period: start && end ? { start, end } : null,
        endsAt: row.scheduled_action === 'resume' ? null : moment(row.scheduled_at),
        cancelRequested: row.cancel_requested,
        changedAt: new Date(row.provider_updated_at),
        revoked: row.revoked,
        restoredUntil: moment(row.restored_until),
      };
    }),
    payments: user.payments.flatMap(({ plan_name: plan, granted_at: paidAt }) =>
      plan && paidAt ? [{ plan, paidAt: new Date(paidAt) }] : [],
    ),
  };
}

/** Within JSON a moment is text. */
function moment(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

const THE_USER = sql.ref<string>('users.id');

function subscriptionsOf(db: Db, now: Date) {
  return db
    .selectFrom('subscriptions as s')
    .select([
      's.plan_name',
      's.status',
      's.started_at',
      's.period_start',
      's.period_end',
      's.scheduled_action',
      's.scheduled_at',
      's.cancel_requested',
      's.provider_updated_at',
      sql<boolean>`exists (
        select from transactions t
        where t.subscription_id = s.id and t.status in ('paid', 'completed')
          and t.amount > 0 and t.returned >= t.amount
          and t.period_start <= ${now} and t.period_end > ${now}
      )`.as('revoked'),
      sql<Date | null>`(
        select max(t.period_end) from transactions t
        where t.subscription_id = s.id and t.status in ('paid', 'completed')
          and t.restored and t.returned < t.amount
          and t.period_start <= ${now} and t.period_end > ${now}
      )`.as('restored_until'),
    ])
    .where('s.user_id', '=', THE_USER)
    .orderBy('s.started_at');
}

function paymentsAlone(db: Db, now: Date) {
  return (
    db
      .selectFrom('transactions as t')
      .select(['t.plan_name', 't.granted_at'])
      .where('t.user_id', '=', THE_USER)
      .where('t.granted_at', '>', new Date(now.getTime() - PAYMENT_ALONE_HOURS * HOUR_MS))
      .where('t.status', 'in', ['paid', 'completed'])
      .where((row) =>
        row.or([row('t.amount', '=', 0), row('t.returned', '<', row.ref('t.amount'))]),
      )
      // Its subscription came first: that one counts, and may have been cancelled since. A bill that is
      // paid and not yet completed does not name it.
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('subscriptions as s')
              .select('s.id')
              .where((its) =>
                its.or([
                  its('s.id', '=', its.ref('t.subscription_id')),
                  its.and([
                    its('t.subscription_id', 'is', null),
                    its('s.user_id', '=', its.ref('t.user_id')),
                    its('s.started_at', '>=', its.ref('t.provider_created_at')),
                  ]),
                ]),
              ),
          ),
        ),
      )
  );
}

/**
 * What a user may do now, read again each time: the API, the bot and the dashboard all ask this.
 *
 * @throws AppError unauthorized when the account is gone
 */
export const readEntitlements: ReadEntitlements = async ({ db, clock }, userId) => {
  const now = new Date(clock.now());
  const facts = await findEntitlementFacts(db, userId, now);
  if (!facts) throw new AppError('unauthorized');
  return entitlementsOf(facts, now);
};

/** The same of many users in one statement; one whose account is gone is left out. */
export async function readManyEntitlements(
  { db, clock }: Parameters<ReadEntitlements>[0],
  userIds: readonly UserId[],
): Promise<ReadonlyMap<string, Entitlements>> {
  const now = new Date(clock.now());
  const rows = await factsOf(db, now)
    .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, entitlementsOf(toFacts(row), now)]));
}
