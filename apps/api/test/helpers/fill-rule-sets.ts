import { DEFAULT_HOSTED_SETTINGS } from '@quorate/contract/hosted-accounts';
import type { FloorsStateJson, RuleSetJson } from '@quorate/contract/rule-sets';
import type { Db } from '../../src/db/tables.ts';

/** A daily limit of 5% that pauses, and a total one of 10% that ends, both of the initial balance. */
export function ruleSetJson(changes: Partial<RuleSetJson> = {}): RuleSetJson {
  const line = {
    trails: 'no',
    stops_trailing_at_percent: null,
    turns_at: { time: '00:00', zone: 'Europe/Prague' },
  } as const;
  return {
    id: 'own',
    name: 'My own limits',
    lines: [
      {
        ...line,
        kind: 'day',
        basis: 'day_start_balance',
        amount: { percent_of_initial: 5 },
        on_touch: 'pause_until_turn',
      },
      {
        ...line,
        kind: 'total',
        basis: 'start_balance',
        amount: { percent_of_initial: 10 },
        on_touch: 'end',
      },
    ],
    weekly_profit_percent: null,
    profit_target_percent: 10,
    fewest_trading_days: 4,
    trading_day_least_percent: null,
    best_day_percent: null,
    news: null,
    weekend_holding: true,
    most_lots: null,
    most_positions: null,
    most_open_risk_percent: null,
    flat_by: null,
    automated_trading: 'allowed',
    ...changes,
  };
}

/** What is remembered of them on an account of 10,000 that has lost nothing. */
export function floorsJson(changes: Partial<FloorsStateJson> = {}): FloorsStateJson {
  const line = { basis_minor: 1_000_000, peak_minor: 1_000_000, turn: 20_514, touched_at: null };
  return {
    v: 1,
    rule_set_id: 'own',
    currency: 'USD',
    initial_minor: 1_000_000,
    lines: [
      { ...line, floor_minor: 950_000 },
      { ...line, floor_minor: 900_000 },
    ],
    lock: null,
    week: 2_931,
    week_start_minor: 1_000_000,
    weekly_profit_latch: null,
    ...changes,
  };
}

/** The rules of an account, their choice, and a report on its floors. */
export async function addRuleSet(
  db: Db,
  about: { userId: string; accountId: string; now: Date; note: string; runId?: string },
): Promise<void> {
  const { userId, accountId, now, note, runId = 'run' } = about;
  const whose = { user_id: userId, account_id: accountId };
  const rules = JSON.stringify(ruleSetJson({ name: note }));
  await db
    .insertInto('rule_sets')
    .values({
      ...whose,
      rule_set: rules,
      revision: 1,
      carried_lock: null,
      rebase_id: null,
      set_at: now,
    })
    .execute();
  await db
    .insertInto('rule_set_changes')
    .values({
      ...whose,
      id: crypto.randomUUID(),
      kind: 'chosen',
      rule_set: rules,
      before: null,
      equity: 1_000_000,
      floor: 950_000,
      open_positions: 0,
      confirmed: false,
      at: now,
    })
    .execute();
  await db
    .insertInto('floor_reports')
    .values({
      ...whose,
      run_id: runId,
      seq: 1,
      at: now,
      reported_at: now,
      rule_set: rules,
      state: JSON.stringify(floorsJson()),
      peaks: '{}',
      told: '{}',
      revision: 1,
      rebase_id: null,
      equity: 1_000_000,
      balance: 1_000_000,
      floor: 950_000,
      open_risk: 0,
      headroom: 50_000,
      if_stopped: 1_000_000,
      open_positions: 0,
      next_turn: now,
      cash_flow: 0,
    })
    .execute();
  await addHosted(db, whose, now);
}

/** A paper account that the service trades, on the account that is there. */
async function addHosted(
  db: Db,
  { user_id, account_id }: Readonly<{ user_id: string; account_id: string }>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('hosted_accounts')
    .values({
      user_id,
      id: crypto.randomUUID(),
      account_id,
      source: 'practice',
      pace: 'accelerated',
      settings: JSON.stringify(DEFAULT_HOSTED_SETTINGS),
      currency: 'USD',
      start_balance: 1_000_000,
      began_at: now,
      reset_id: null,
      paused_by: null,
      waits_for: null,
      visited_at: now,
      created_at: now,
      state: null,
      balance: null,
      equity: null,
      runner_id: null,
    })
    .execute();
  await db
    .insertInto('hosted_use')
    .values({ user_id, day: now.toISOString().slice(0, 10), fast_seconds: 60 })
    .execute();
}
