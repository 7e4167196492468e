import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionCellsTable } from '../../db/decision-tables.ts';
import { statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** What a decision counts as: one more of its kind and rule, and of a refused one what it would have done. */
export type Counted = Readonly<
  Pick<DecisionCellsTable, 'kind' | 'rule' | 'ended' | 'won'> & { r_milli: number }
>;

type Decided = Readonly<{
  action: string;
  rules: readonly Readonly<{ name: string; pass: boolean }>[];
}>;

/** As far as it is known what became of it. @param outcome null until its bot has told */
export function countedAs(
  { action, rules }: Decided,
  outcome: Readonly<Pick<OutcomeInput, 'verdict' | 'refusal' | 'shadow'>> | null,
): Counted {
  const nothing = { rule: '', ended: 0, won: 0, r_milli: 0 };
  const verdict = outcome?.verdict ?? (action === 'HOLD' ? 'held' : null);
  switch (verdict) {
    case null:
      return { ...nothing, kind: 'open' };
    case 'ordered':
      return { ...nothing, kind: 'traded' };
    case 'held':
      return { ...nothing, kind: 'held', rule: rules.find(({ pass }) => !pass)?.name ?? '' };
    case 'vetoed': {
      const rule = outcome?.refusal?.rule ?? '';
      const r = outcome?.shadow?.r ?? null;
      if (r === null) return { ...nothing, kind: 'vetoed', rule };
      return { kind: 'vetoed', rule, ended: 1, won: r > 0 ? 1 : 0, r_milli: Math.round(r * 1_000) };
    }
  }
}

/** A decision that is new, or of which more is known than before. */
export type CountChange = Readonly<{
  userId: string;
  accountId: string;
  asOf: Date;
  /** Null for a new one. */
  before: Counted | null;
  after: Counted;
}>;

const COUNT = statement<never>(`
  insert into decision_cells as kept (user_id, account_id, day, kind, rule, decisions, ended, won, r_milli)
  select user_id, account_id, day, kind, rule, decisions, ended, won, r_milli
  from jsonb_to_recordset($1::jsonb) as each (
    user_id uuid, account_id uuid, day date, kind text, rule text,
    decisions integer, ended integer, won integer, r_milli bigint
  )
  order by user_id, account_id, day, kind, rule
  on conflict (user_id, account_id, day, kind, rule) do update set
    decisions = kept.decisions + excluded.decisions, ended = kept.ended + excluded.ended,
    won = kept.won + excluded.won, r_milli = kept.r_milli + excluded.r_milli
`);

type Cell = {
  user_id: string;
  account_id: string;
  day: string;
  kind: Counted['kind'];
  rule: string;
  decisions: number;
  ended: number;
  won: number;
  r_milli: number;
};

/**
 * Adds decisions to the sums of their days, in the transaction that stores them. After the records on the ledger:
 * whoever writes there waits for others of the same user, so that these rows are never waited for in a circle.
 */
export async function countDecisions(tx: Db, changes: readonly CountChange[]): Promise<void> {
  const cells = new Map<string, Cell>();
  for (const { before, after, ...of } of changes) {
    add(cells, of, after, 1);
    if (before) add(cells, of, before, -1);
  }
  const changed = [...cells.values()].filter(
    ({ decisions, ended, won, r_milli }) => decisions || ended || won || r_milli,
  );
  if (changed.length > 0) await COUNT(tx, [JSON.stringify(changed)]);
}

function add(
  cells: Map<string, Cell>,
  { userId, accountId, asOf }: Pick<CountChange, 'userId' | 'accountId' | 'asOf'>,
  { kind, rule, ended, won, r_milli }: Counted,
  sign: 1 | -1,
): void {
  const day = asOf.toISOString().slice(0, 10);
  const key = [userId, accountId, day, kind, rule].join(' ');
  const cell = cells.get(key) ?? {
    user_id: userId,
    account_id: accountId,
    day,
    kind,
    rule,
    decisions: 0,
    ended: 0,
    won: 0,
    r_milli: 0,
  };
  cell.decisions += sign;
  cell.ended += sign * ended;
  cell.won += sign * won;
  cell.r_milli += sign * r_milli;
  cells.set(key, cell);
}
