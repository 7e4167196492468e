import type { listUsers as listUsersCall, PlanStanding } from '@quorate/contract/admin-users';
import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { Brand } from '@quorate/contract/brand';
import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import { normalForm, SEARCH_MAX } from '@quorate/contract/fields';
import { idOf, isUuid, type UserId } from '@quorate/values/ids';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Limits } from '../../../config/limits.ts';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { readPage } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../../billing/entitlements/entitlements.ts';
import { holdersOf } from '../../billing/entitlements/plan-holders.queries.ts';
import { readUsage } from '../../usage/usage.service.ts';
import { wanted } from '../filters.ts';

export type UsersDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  limits: Pick<Limits, 'freeTokensPerDay'>;
  /** Origin that links in mails begin with. */
  publicUrl: string;
}>;

type Query = HandlerInput<typeof listUsersCall>['query'];
type Row = ExpressionBuilder<Tables, 'users'>;

/** A page of accounts with what each is entitled to and has used; what is sorted by has an index. */
export async function listUsers(
  { db, clock }: UsersDeps,
  query: Query,
): Promise<Omit<Reply<typeof listUsersCall>, 'success'>> {
  const now = new Date(clock.now());
  const heardSince = new Date(now.getTime() - SILENT_AFTER_S * 1_000);
  const matching = db
    .selectFrom('users')
    .modifyFront(acrossUsers('an operator looks for accounts, by running bots among others'))
    // Nobody's account: it counts as no user.
    .where('users.id', '!=', DEMO_USER_ID)
    .where((row) => matches(row, query, { now, heardSince }));
  const direction = query.sort === 'newest' ? 'desc' : 'asc';
  const { rows, pagination } = await readPage(query, matching, (found) => {
    const shown = found
      .select(['id', 'username', 'email', 'role', 'created_at', 'email_verified_at', 'given_until'])
      .select((row) =>
        liveBots(row, heardSince)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .as('running_bots'),
      );
    return query.sort === 'username'
      ? shown.orderBy('username_key')
      : shown.orderBy('created_at', direction).orderBy('id', direction);
  });
  const users = rows.map(async ({ id, email_verified_at, given_until, ...row }) => {
    const userId = idOf<UserId>(id);
    const entitled = await readEntitlements({ db, clock }, userId);
    return {
      ...row,
      user_id: id,
      created_at: row.created_at.toISOString(),
      verified: email_verified_at !== null,
      standing: standingOf(entitled, given_until),
      usage: await readUsage({ db, clock }, userId, entitled),
      running_bots: row.running_bots ?? 0,
    };
  });
  return { users: await Promise.all(users), pagination };
}

function matches(
  row: Row,
  { search, plan, verified, bot_running, past_due }: Query,
  { now, heardSince }: { now: Date; heardSince: Date },
): Expression<SqlBool> {
  const chosen = (choice: 'all' | 'yes' | 'no', holds: Expression<SqlBool>) =>
    choice !== 'all' && (choice === 'yes' ? holds : row.not(holds));
  const overdue = row
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .whereRef('subscriptions.user_id', '=', 'users.id')
    .where('subscriptions.status', '=', 'past_due');
  return row.and(
    wanted(
      search !== '' && row('users.id', 'in', foundBy(search)),
      plan !== 'all' && row('users.id', 'in', holdersOf(plan, now)),
      chosen(verified, row('users.email_verified_at', 'is not', null)),
      chosen(bot_running, row.exists(liveBots(row, heardSince).select('bots.id'))),
      chosen(past_due, row.exists(overdue)),
    ),
  );
}

function liveBots(row: Row, heardSince: Date) {
  return row
    .selectFrom('bots')
    .whereRef('bots.user_id', '=', 'users.id')
    .where('bots.ended_at', 'is', null)
    .where('bots.last_heartbeat_at', '>', heardSince);
}

/** Each way of finding somebody has an index of its own; together in one condition none would be used. */
function foundBy(text: string): RawBuilder<string> {
  if (isUuid(text)) return sql`(select ${text}::uuid)`;
  const start = `${normalForm(text, 'NFKC', SEARCH_MAX)
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(
    select id from users where username_key like ${start}
    union select id from users where email_key like ${start}
    union select user_id from subscriptions where user_id is not null and id = ${text}
    union select user_id from subscriptions where user_id is not null and customer_id = ${text}
    union select user_id from transactions where user_id is not null and id = ${text}
    union select user_id from transactions where user_id is not null and customer_id = ${text}
  )`;
}

/** What holds, and why. */
export function standingOf(
  { plan, source, overdue }: Entitlements,
  givenUntil: Date | null,
): PlanStanding {
  return {
    plan_name: plan.name,
    source,
    given_until: source === 'given' ? (givenUntil?.toISOString() ?? null) : null,
    grace_until: overdue?.until.toISOString() ?? null,
  };
}
