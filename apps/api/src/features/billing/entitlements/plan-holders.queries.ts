import { PLAN_NAMES, type PlanName } from '@quorate/contract/plans';
import { type RawBuilder, sql } from 'kysely';
import { GRACE_DAYS, PAYMENT_ALONE_HOURS } from './entitlements.ts';

/** The place of a plan in their order, from 1. */
const rankOf = (column: string) =>
  sql`array_position(array[${sql.join(PLAN_NAMES.map((name) => sql.lit(name)))}], ${sql.ref(column)})`;

const GRACE = sql.lit(`${GRACE_DAYS} days`);
const ALONE = sql.lit(`${PAYMENT_ALONE_HOURS} hours`);

/**
 * The ids of those whose plan is the given one now: the rule of `entitlementsOf` over all users at once,
 * for lists that are filtered by it. A test holds the two together.
 *
 * @example db.selectFrom('users').where('id', 'in', holdersOf('Pro', now))
 */
export function holdersOf(plan: PlanName, now: Date): RawBuilder<string> {
  if (plan === 'Free')
    return sql`(select id from users except select user_id from (${held(now)}) as free_or_more)`;
  return sql`(
    select user_id from (${held(now)}) as held
    group by user_id having max(rank) = ${PLAN_NAMES.indexOf(plan) + 1}
  )`;
}

/** Every plan above Free that anybody holds by anything. */
function held(now: Date): RawBuilder<unknown> {
  return sql`
    select id as user_id, ${rankOf('given_plan')} as rank from users
    where given_plan <> 'Free' and (given_until is null or given_until > ${now})
    union all
    select user_id, ${rankOf('plan_name')} from subscriptions s
    where user_id is not null and plan_name is not null and ${holds(now)}
    union all
    select user_id, ${rankOf('plan_name')} from transactions t
    where user_id is not null and plan_name is not null and ${paysAlone(now)}
  `;
}

function holds(now: Date): RawBuilder<boolean> {
  const running = (and: RawBuilder<unknown>) => sql`
    select from transactions b
    where b.subscription_id = s.id and b.status in ('paid', 'completed')
      and b.period_start <= ${now} and b.period_end > ${now} and ${and}
  `;
  return sql<boolean>`
    not exists (${running(sql`b.amount > 0 and b.returned >= b.amount`)})
    and (
      exists (${running(sql`b.restored and b.returned < b.amount`)})
      or (
        status not in ('canceled', 'paused')
        and cancel_requested is distinct from 'now'
        and (scheduled_at is null or scheduled_action = 'resume' or scheduled_at > ${now})
        and case
          when status = 'past_due' then ${now} < interval ${GRACE} + case
            when period_start is null or period_end is null then provider_updated_at
            when period_end <= provider_updated_at then period_end
            else period_start
          end
          else period_start is null or period_end is null or ${now} < period_end + interval ${GRACE}
        end
      )
    )
  `;
}

/** A payment whose subscription is not known yet. */
function paysAlone(now: Date): RawBuilder<boolean> {
  return sql<boolean>`
    granted_at > ${now}::timestamptz - interval ${ALONE}
    and status in ('paid', 'completed')
    and (amount = 0 or returned < amount)
    and not exists (
      select from subscriptions of_it
      where of_it.id = t.subscription_id
        or (t.subscription_id is null and of_it.user_id = t.user_id and of_it.started_at >= t.provider_created_at)
    )
  `;
}
