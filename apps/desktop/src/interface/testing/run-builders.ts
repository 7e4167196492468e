import { shownFloors } from '@quorate/bot/live/shown-floors';
import type { JournalLine, ShownTrade } from '@quorate/bot/live/shown-journal';
import { startFloors } from '@quorate/trading/governor/floors';
import { defaultRuleSet } from '@quorate/trading/governor/presets';
import { floorsToJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import type {
  LastDecision,
  LimitUse,
  OpenPosition,
  RunDetail,
  RunState,
} from '../../contract/runs.ts';
import type { SetupCheck, SetupItem } from '../../contract/setup.ts';
import { buildRunning } from './builders.ts';

type Floors = NonNullable<RunState['floors']>;

/** 9,900 of equity on an account of 10,000, one position that may lose 260, a floor of 9,500. */
export function buildFloors(changes: Partial<Floors> = {}): Floors {
  const at = '2026-11-20T12:00:00.000Z';
  const rules = { ...defaultRuleSet(5, 10, 10, null), name: 'Careful' };
  const account = { equityMinor: 1_000_000, balanceMinor: 1_000_000, initialMinor: 1_000_000 };
  const state = startFloors(rules, { ...account, currency: currencyOf('USD') }, instantFromIso(at));
  return shownFloors.parse({
    at,
    reported_at: at,
    rule_set: ruleSetToJson(rules),
    state: floorsToJson(state),
    equity: 9_900,
    balance: 10_000,
    floor: 9_500,
    open_risk: 260,
    headroom: 140,
    if_stopped: 9_640,
    open_positions: 1,
    next_turn: '2026-11-20T22:00:00.000Z',
    revision: 0,
    entries_off: [],
    warning: null,
    ...changes,
  });
}

/** The same after the daily limit has closed everything. */
export function buildLocked(until: string | null, changes: Partial<Floors> = {}): Floors {
  const { state, ...floors } = buildFloors({ open_positions: 0, ...changes });
  const line = until === null ? 2 : 0;
  const lock = { line, since: '2026-11-20T10:00:00.000Z', until, equity_minor: 954_000 };
  return { ...floors, state: { ...state, lock } };
}

type Vote = LastDecision['decision']['votes'][number];

function buildVote(changes: Partial<Vote> & Pick<Vote, 'analyst'>): Vote {
  return {
    model: 'offline',
    action: 'BUY',
    p_up: 0.6,
    sl_atr: 1.5,
    tp_atr: 3,
    reason: 'EMA20 is 1.4 ATR above EMA50 and ADX is 33: the rise is likely to go on.',
    evidence: [],
    abstained: false,
    fault: null,
    provider: 'offline',
    family: 'offline',
    round: 1,
    first: null,
    share: 0.3,
    p_pooled: 0.6,
    turned: false,
    prompt_version: '1',
    tokens: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    latency_ms: 3,
    ...changes,
  };
}

/** Two of three analysts agree on a rise of EURUSD, and the bot traded it. */
export function buildLastDecision(
  changes: Partial<LastDecision> = {},
  decision: Partial<LastDecision['decision']> = {},
): LastDecision {
  return {
    symbol: 'EURUSD',
    outcome: { kind: 'traded', text: 'Bought 0.41 lots at 1.15835.' },
    ...changes,
    decision: {
      decision_id: '00000000-0000-4000-8000-000000000001',
      symbol: changes.symbol ?? 'EURUSD',
      timeframe: 'H1',
      as_of: '2026-11-22T13:00:00Z',
      decided_at: '2026-11-22T13:00:02Z',
      snapshot_hash: 'd'.repeat(64),
      action: 'BUY',
      p_up: 0.5371,
      pool_slope: 1,
      verdict_figures: null,
      sl_atr: 1.5,
      tp_atr: 3,
      reason: 'Two of three voices see a rise, and the pool is above its threshold.',
      agreeing: 2,
      quorum: 2,
      voters: 3,
      votes: [
        buildVote({ analyst: 'trend', p_up: 0.5836 }),
        buildVote({
          analyst: 'mean-reversion',
          action: 'SELL',
          p_up: 0.4347,
          reason: 'The close is 1.96 deviations above its mean: stretched, likely to come back.',
        }),
        buildVote({
          analyst: 'breakout',
          p_up: 0.5917,
          reason: 'The close is 0.68 ATR above the 20-bar high: a break upwards.',
        }),
      ],
      rules: [
        { name: 'agreeing', value: 2, limit: 2, pass: true },
        { name: 'probability', value: 0.5371, limit: 0.52, pass: true },
        { name: 'expected_r', value: 0.18, limit: 0.1, pass: true },
      ],
      depth: 'basic',
      tokens: 0,
      cost_usd: 0,
      latency_ms: 12,
      clock_class: 'live',
      market_grade: 'alone',
      agreed_by: 0,
      marked_bars: 0,
      ...decision,
    },
  };
}

export function buildPosition(changes: Partial<OpenPosition> = {}): OpenPosition {
  return {
    ticket: '70001',
    symbol: 'EURUSD',
    side: 'BUY',
    lots: 0.41,
    open_price: 1.15835,
    stop_loss: 1.15607,
    take_profit: 1.16299,
    profit: 42.5,
    digits: 5,
    opened_at: '2026-11-22T13:00:03Z',
    ...changes,
  };
}

export function buildLimit(changes: Partial<LimitUse> = {}): LimitUse {
  return { id: 'daily_trades', used: 2, limit: 5, unit: 'trades', reached: null, ...changes };
}

export function buildDetail(changes: Partial<RunDetail> = {}): RunDetail {
  return {
    run: buildRunning(),
    decisions: [buildLastDecision()],
    limits: [
      buildLimit(),
      buildLimit({ id: 'daily_loss', used: 0.8, limit: 5, unit: 'percent' }),
      buildLimit({ id: 'weekly_loss', used: 1.2, limit: 10, unit: 'percent' }),
      buildLimit({ id: 'weekly_profit', used: 0, limit: null, unit: 'percent' }),
    ],
    positions: [],
    today_result: 42.5,
    terminal_seen_at: '2026-11-22T13:12:00Z',
    service_seen_at: '2026-11-22T13:12:00Z',
    ...changes,
  };
}

export function buildTrade(changes: Partial<ShownTrade> = {}): ShownTrade {
  return {
    position_ticket: '70001',
    symbol: 'EURUSD',
    type: 'BUY',
    volume: 0.41,
    digits: 5,
    opened_at: '2026-11-22T08:00:03Z',
    closed_at: '2026-11-22T12:30:00Z',
    price: 1.15835,
    close_price: 1.16299,
    stop_loss: 1.15607,
    take_profit: 1.16299,
    profit: 187.36,
    currency: 'USD',
    status: 'CLOSED',
    account_type: 'demo',
    exit_reason: 'target',
    synced: true,
    ...changes,
  };
}

export function buildLine(changes: Partial<JournalLine> & Pick<JournalLine, 'id'>): JournalLine {
  return {
    at: '2026-11-22T13:00:02Z',
    kind: 'decision',
    symbol: 'EURUSD',
    text: 'Decided to buy. Two of three voices agree.',
    ...changes,
  };
}

const GREEN: readonly SetupItem[] = [
  { id: 'mt5-installed', detail: 'Found in C:\\Program Files\\MetaTrader 5.' },
  { id: 'mt5-account', detail: 'Account 5012345 at Broker-Demo, a demo account.' },
  { id: 'algo-trading', detail: 'All five permissions are there.' },
  { id: 'desktop-app', detail: 'Signed in as amina.' },
  { id: 'bot-config', detail: 'The expert in the terminal is of this version.' },
  { id: 'risk-settings', detail: 'Risk per trade 1%, daily loss limit 5%, weekly loss limit 10%.' },
].map((item) => ({
  ...item,
  critical: !['desktop-app', 'bot-config'].includes(item.id),
  status: 'green' as const,
  advice: null,
  action: null,
}));

/** All six green, told to the website. @param items what is different, by the item's id */
export function buildSetupCheck(
  changes: Partial<SetupCheck> = {},
  items: Readonly<Record<string, Partial<SetupItem>>> = {},
): SetupCheck {
  return {
    running: false,
    items: GREEN.map((item) => ({ ...item, ...items[item.id] })),
    checked_at: '2026-11-22T13:05:00Z',
    reported_at: '2026-11-22T13:05:01Z',
    findings: [],
    steps: [],
    ...changes,
  };
}
