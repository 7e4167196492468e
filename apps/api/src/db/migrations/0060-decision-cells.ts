import { type Kysely, sql } from 'kysely';

/** Decisions by day, what became of them and the rule that decided: sums that cost as much with a million decisions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table decision_cells (
    user_id uuid not null,
    account_id uuid not null,
    day date not null,
    kind text not null check (kind in ('held', 'vetoed', 'traded', 'open')),
    rule text not null,
    decisions integer not null,
    ended integer not null,
    won integer not null,
    r_milli bigint not null,
    primary key (user_id, account_id, day, kind, rule),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  ) with (fillfactor = 80)`,
  `insert into decision_cells (user_id, account_id, day, kind, rule, decisions, ended, won, r_milli)
    select user_id, account_id, day, kind, case kind when 'vetoed' then coalesce(refused_by, '')
      when 'held' then coalesce(held_by, '') else '' end as rule,
      count(*), count(r), count(*) filter (where r > 0), coalesce(sum(round(r * 1000)), 0)
    from (
      select decision.user_id, decision.account_id, (decision.as_of at time zone 'UTC')::date as day,
        case when outcome.verdict = 'ordered' then 'traded'
          when outcome.verdict is not null then outcome.verdict
          when decision.action = 'HOLD' then 'held' else 'open' end as kind,
        outcome.refusal ->> 'rule' as refused_by,
        (
          select each.rule ->> 'name'
          from jsonb_array_elements(decision.rules) with ordinality as each (rule, place)
          where not (each.rule ->> 'pass')::boolean order by each.place limit 1
        ) as held_by,
        case when outcome.verdict = 'vetoed' then (outcome.shadow ->> 'r')::numeric end as r
      from decisions as decision
      left join decision_outcomes as outcome
        on outcome.user_id = decision.user_id and outcome.decision_id = decision.id
    ) as each
    group by user_id, account_id, day, kind, rule`,
];
