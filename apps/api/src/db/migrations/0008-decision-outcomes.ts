import { type Kysely, sql } from 'kysely';

/** What became of decisions: the desk's checks, the order, its fill, or what a refused one would have done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // In the decision's own row, so that a filtered list is one walk through an index.
  `alter table decisions add column outcome text check (outcome in ('traded', 'vetoed', 'held'))`,
  `update decisions set outcome = 'held' where action = 'HOLD'`,
  'create index decisions_by_outcome on decisions (user_id, outcome, decided_at desc, id desc)',

  `create table decision_outcomes (
    user_id uuid not null,
    decision_id uuid not null,
    revision integer not null,
    verdict text not null check (verdict in ('ordered', 'vetoed', 'held')),
    checks jsonb not null,
    asked jsonb,
    fill jsonb,
    refusal jsonb,
    shadow jsonb,
    digits smallint not null,
    bars jsonb not null,
    reported_at timestamptz not null,
    primary key (user_id, decision_id),
    foreign key (user_id, decision_id) references decisions (user_id, id) on delete cascade
  )`,
];
