import type {
  AccountRuleSet,
  FloorsView,
  RuleSetJson,
  RuleSetPreset,
} from '@quorate/contract/rule-sets';
import type { Answer } from './handlers.ts';

/** A daily limit of 5% that pauses and a total one of 10% that ends, both of the initial balance. */
export function buildRules(changes: Partial<RuleSetJson> = {}): RuleSetJson {
  const line = {
    trails: 'no',
    stops_trailing_at_percent: null,
    turns_at: { time: '00:00', zone: 'Europe/Prague' },
  } as const;
  return {
    id: 'own',
    name: 'My own rules',
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
    profit_target_percent: null,
    fewest_trading_days: null,
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

/** 9,900 of equity on an account of 10,000, one position that may lose 260, a floor of 9,500. */
export function buildFloors(changes: Partial<FloorsView> = {}): FloorsView {
  const line = { basis_minor: 1_000_000, peak_minor: 1_000_000, turn: 20_777, touched_at: null };
  return {
    at: '2026-11-20T12:00:00.000Z',
    reported_at: '2026-11-20T12:00:00.000Z',
    rule_set: buildRules(),
    state: {
      v: 1,
      rule_set_id: 'own',
      currency: 'USD',
      initial_minor: 1_000_000,
      lines: [
        { ...line, floor_minor: 950_000 },
        { ...line, floor_minor: 900_000 },
      ],
      lock: null,
      week: 2_968,
      week_start_minor: 1_000_000,
      weekly_profit_latch: null,
    },
    equity: 9_900,
    balance: 10_000,
    floor: 9_500,
    open_risk: 260,
    headroom: 140,
    if_stopped: 9_640,
    open_positions: 1,
    next_turn: '2026-11-20T23:00:00.000Z',
    revision: 1,
    ...changes,
  };
}

export function buildAccount(changes: Partial<AccountRuleSet> = {}): AccountRuleSet {
  return {
    account_id: '01890000-0000-7000-8000-0000000000a1',
    account: {
      server: 'Demo-Server',
      login: '100200',
      account_type: 'demo',
      currency: 'USD',
      kind: 'terminal',
    },
    rule_set: buildRules(),
    revision: 1,
    set_at: '2026-11-19T12:00:00.000Z',
    floors: buildFloors(),
    carried_lock: null,
    rebase_waiting: false,
    confirmation: null,
    ...changes,
  };
}

export function buildPreset(changes: Partial<RuleSetPreset> = {}): RuleSetPreset {
  return {
    ...buildRules({ id: 'ftmo-2-step', name: 'FTMO 2-step' }),
    firm: 'FTMO',
    programme: '2-step',
    source: 'Trading objectives',
    checked_on: '2026-11-01',
    note: null,
    ...changes,
  };
}

export function ruleSetsAnswer(accounts: readonly AccountRuleSet[]): Answer {
  const total = accounts.length;
  return {
    body: {
      success: true,
      now: '2026-11-20T12:00:00.000Z',
      accounts,
      pagination: { page: 1, per_page: 10, total, total_pages: Math.ceil(total / 10) },
    },
  };
}

export function presetsAnswer(presets: readonly RuleSetPreset[]): Answer {
  const total = presets.length;
  return {
    body: {
      success: true,
      presets,
      pagination: { page: 1, per_page: 500, total, total_pages: Math.ceil(total / 500) },
    },
  };
}

/** One preset tried on 40 trades: failed by the daily limit, passed in a third of the runs. */
export function triedAnswer(): Answer {
  const chance = (percent: number) => ({ percent, low: percent - 10, high: percent + 10 });
  return {
    body: {
      success: true,
      trades: 40,
      floating_known: true,
      progress: {
        profit_percent: 3.5,
        target_percent: 10,
        trading_days: 2,
        fewest_trading_days: 4,
        best_day_share_percent: 60,
        best_day_percent: null,
        missing: ['$650 more profit reaches the target of 10%.', '2 more trading days.'],
      },
      progress_since: '2026-11-19T12:00:00.000Z',
      tried: [
        {
          preset_id: 'topstep-50k',
          outcome: 'failed',
          at: '2026-11-03T12:00:00.000Z',
          failed_by: 'day',
          taken: 12,
          skipped: 28,
          profit_percent: -2,
        },
      ],
      chance: {
        preset_id: 'topstep-50k',
        trades: 40,
        days: 20,
        runs: 1_000,
        passed: chance(33),
        failed: chance(50),
        open: chance(17),
        days_to_pass: 14,
      },
    },
  };
}
