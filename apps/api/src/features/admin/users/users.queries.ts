import type { listUsers } from '@quorate/contract/admin-users';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { normalForm, SEARCH_MAX } from '@quorate/contract/fields';
import type { PlanName } from '@quorate/contract/plans';
import { isUuid } from '@quorate/values/ids';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db, Tables } from '../../../db/tables.ts';

export type UserFilter = Omit<HandlerInput<typeof listUsers>['query'], 'page' | 'per_page'>;

type Asked = Readonly<{
  filter: UserFilter;
  /** Bots that were heard of since then run. */
  heardSince: Date;
  holdersOf: (plan: PlanName) => RawBuilder<string>;
}>;

const ALL_ACCOUNTS = acrossUsers('an operator looks for accounts, by running bots among others');

type Row = ExpressionBuilder<Tables, 'users'>;

/** A page of accounts; the indexes of the two sorts are walked, so that a page costs what it shows. */
export function findUsers(db: Db, asked: Asked, page: { limit: number; offset: number }) {
  const { sort } = asked.filter;
  const query = db
    .selectFrom('users')
    .modifyFront(ALL_ACCOUNTS)
    .select(['id', 'username', 'email', 'role', 'created_at', 'email_verified_at', 'given_until'])
    .select((row) => runningBots(row, asked.heardSince).as('running_bots'))
    .where((row) => matches(row, asked));
  const direction = sort === 'newest' ? 'desc' : 'asc';
  const sorted =
    sort === 'username'
      ? query.orderBy('username_key')
      : query.orderBy('created_at', direction).orderBy('id', direction);
  return sorted.limit(page.limit).offset(page.offset).execute();
}

export async function countUsers(db: Db, asked: Asked): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .modifyFront(ALL_ACCOUNTS)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((row) => matches(row, asked))
    .executeTakeFirstOrThrow();
  return total;
}

function matches(row: Row, { filter, heardSince, holdersOf }: Asked): Expression<SqlBool> {
  const wanted: Expression<SqlBool>[] = [];
  const ask = (choice: 'all' | 'yes' | 'no', holds: Expression<SqlBool>) => {
    if (choice !== 'all') wanted.push(choice === 'yes' ? holds : row.not(holds));
  };
  if (filter.search !== '') wanted.push(row('users.id', 'in', foundBy(filter.search)));
  if (filter.plan !== 'all') wanted.push(row('users.id', 'in', holdersOf(filter.plan)));
  ask(filter.verified, row('users.email_verified_at', 'is not', null));
  ask(filter.bot_running, row.exists(liveBots(row, heardSince).select('bots.id')));
  ask(
    filter.past_due,
    row.exists(
      row
        .selectFrom('subscriptions')
        .select('subscriptions.id')
        .whereRef('subscriptions.user_id', '=', 'users.id')
        .where('subscriptions.status', '=', 'past_due'),
    ),
  );
  return row.and(wanted);
}

function runningBots(row: Row, heardSince: Date) {
  return liveBots(row, heardSince)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar();
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
