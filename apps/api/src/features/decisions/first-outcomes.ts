import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { UserId } from '@quorate/values/ids';
import { statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { TextArray } from '../../db/text-array.ts';
import { countDecisions, countedAs } from '../calibration/decision-cells.ts';
import { appendEvents } from '../records/append-events.ts';
import type { Decided } from './outcomes.queries.ts';
import { outcomeEvents } from './record-events.ts';

/** What became of a decision of ours, told for the first time. */
export type FirstOutcome = Readonly<{ userId: UserId; outcome: OutcomeInput }>;

type Stored = Readonly<{
  decision_id: string;
  account_id: string;
  as_of: Date;
  action: string;
  rules: Decided['rules'];
}>;

const INSERT = statement<Stored>(`
  with told as (
    select each.* from unnest($1::text[]) as row, jsonb_populate_record(null::decision_outcomes, row::jsonb) as each
  ), stored as (
    insert into decision_outcomes
    select told.* from told
    join decisions as decided on decided.user_id = told.user_id and decided.id = told.decision_id
    on conflict do nothing
    returning user_id, decision_id, verdict
  ), marked as (
    update decisions as decided set outcome = case stored.verdict when 'ordered' then 'traded' else stored.verdict end
    from stored
    where decided.user_id = stored.user_id and decided.id = stored.decision_id
      and decided.outcome is distinct from
        case stored.verdict when 'ordered' then 'traded' else stored.verdict end
  )
  select decided.id as decision_id, decided.account_id, decided.as_of, decided.action, decided.rules
  from stored
  join decisions as decided on decided.user_id = stored.user_id and decided.id = stored.decision_id
`);

/** Nothing has been filled and price has touched nothing: there is nothing to judge and nothing to learn. */
export function isFirst({ fill, first_touch, raw_bars, shadow }: OutcomeInput): boolean {
  return fill === null && first_touch === null && raw_bars.length === 0 && shadow === null;
}

/**
 * Stores outcomes of different users in one statement, with their records on the ledger: `storeOutcomes` for those of
 * which `isFirst` holds, from accounts that the service trades. One that is known already, in any revision, stays as it
 * is.
 *
 * @returns decisions whose outcome is stored now
 */
export async function storeFirstOutcomes(
  tx: Db,
  all: readonly FirstOutcome[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (all.length === 0) return new Set();
  const rows = all.map(({ userId, outcome }) => ({
    user_id: userId,
    decision_id: outcome.decision_id,
    revision: outcome.revision,
    verdict: outcome.verdict,
    checks: outcome.checks,
    asked: outcome.order,
    fill: null,
    refusal: outcome.refusal,
    shadow: null,
    digits: outcome.digits,
    bars: outcome.bars,
    desk_inputs: outcome.desk_inputs,
    fill_outside: false,
    reported_at: now,
    first_touch: null,
    touch_grade: null,
    touched_at: null,
  }));
  const decided = await INSERT(tx, [TextArray.ofRows(rows)]);
  const accounts = new Map(decided.map((each) => [each.decision_id, each.account_id]));
  await appendEvents(
    tx,
    rows.flatMap(({ desk_inputs: inputs, user_id: userId, ...row }) => {
      const subjectId = accounts.get(row.decision_id);
      return subjectId ? outcomeEvents({ userId, subjectId }, row, null, inputs) : [];
    }),
  );
  const told = new Map(rows.map((row) => [row.decision_id, row]));
  await countDecisions(
    tx,
    decided.flatMap(({ decision_id: id, account_id: accountId, as_of: asOf, ...each }) => {
      const row = told.get(id);
      const [before, after] = [countedAs(each, null), countedAs(each, row ?? null)];
      return row ? [{ userId: row.user_id, accountId, asOf, before, after }] : [];
    }),
  );
  return new Set(accounts.keys());
}
