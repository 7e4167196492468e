import type { DecisionReply, SnapshotDocument } from '@quorate/contract/decisions';
import { SNAPSHOT_BARS } from '@quorate/contract/decisions';
import type { Review } from '@quorate/contract/reviews';
import type { SessionUser } from '@quorate/contract/session';
import type { ListedTrade, TradeStatistics } from '@quorate/contract/trades';
import { signIn } from '../lib/session/session.ts';

let made = 0;

/** A fresh id in the form of the service's. */
export function newId(): string {
  made += 1;
  return `0198c0de-0000-7000-8000-${String(made).padStart(12, '0')}`;
}

export function buildUser(part: Partial<SessionUser> = {}): SessionUser {
  return { id: newId(), username: 'amina', email: 'amina@example.com', role: 'user', ...part };
}

/** Opens a session as if its user had signed in, with the token 'token'. */
export function signInAs(part: Partial<SessionUser> = {}): SessionUser {
  const user = buildUser(part);
  signIn('token', user);
  return user;
}

export function buildReview(part: Partial<Review> = {}): Review {
  return {
    id: newId(),
    rating: 5,
    comment: 'It told me why it did not trade.',
    user_name: 'Amina',
    created_at: '2026-11-01T10:00:00.000Z',
    ...part,
  };
}

export function buildTrade(part: Partial<ListedTrade> = {}): ListedTrade {
  return {
    account_id: newId(),
    position_ticket: String(1_000 + made),
    trade_time: '2026-11-20T14:05:00.000Z',
    opened_at: '2026-11-20T12:00:00.000Z',
    closed_at: '2026-11-20T14:05:00.000Z',
    symbol: 'EURUSD',
    trade_type: 'BUY',
    volume: 0.1,
    digits: 5,
    price: 1.0842,
    close_price: 1.0861,
    stop_loss: 1.082,
    take_profit: 1.0861,
    profit: 19,
    gross_profit: 19,
    commission: 0,
    swap: 0,
    fee: 0,
    initial_risk: 22,
    best_excursion: 24.2,
    worst_excursion: -5.5,
    exit_reason: 'target',
    currency: 'USD',
    account_type: 'demo',
    status: 'CLOSED',
    corrections: [],
    provenance: 'demo-alone',
    decision_id: null,
    account: { server: 'Broker-Demo', login: '5012345' },
    has_note: false,
    tags: [],
    setup: null,
    ...part,
  };
}

export function buildStatistics(part: Partial<TradeStatistics> = {}): TradeStatistics {
  return {
    currency: 'USD',
    total_trades: 5,
    winning_trades: 2,
    losing_trades: 2,
    break_even_trades: 1,
    win_rate: 40,
    net_profit: 12.5,
    total_profit: 20,
    total_loss: -7.5,
    profit_factor: 2.666667,
    profit_factor_text: '2.67',
    average_win: 10,
    average_loss: -3.75,
    largest_win: 15,
    largest_loss: -5,
    expectancy: 2.5,
    total_costs: -3.5,
    average_r: 0.21,
    trades_with_r: 5,
    ...part,
  };
}

/** The answer of the trade history call. */
export function buildHistory(part: {
  trades?: ListedTrade[];
  page?: number;
  per_page?: number;
  total?: number;
  statistics?: TradeStatistics;
  currencies?: { currency: string; total_trades: number }[];
}) {
  const { trades = [], page = 1, per_page = 50, total = trades.length } = part;
  return {
    success: true,
    recent_trades: trades,
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
    statistics: part.statistics ?? buildStatistics(),
    currencies: part.currencies ?? [{ currency: 'USD', total_trades: total }],
  };
}

export function buildDecision(part: Partial<DecisionReply> = {}): DecisionReply {
  return {
    decision_id: newId(),
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-11-20T12:00:00.000Z',
    decided_at: '2026-11-20T12:00:01.000Z',
    snapshot_hash: 'ab'.repeat(32),
    action: 'SELL',
    p_up: 0.39,
    pool_slope: 1,
    verdict_figures: null,
    sl_atr: 1.5,
    tp_atr: 2.3,
    reason: 'Two of three expect a fall.',
    agreeing: 2,
    quorum: 2,
    voters: 3,
    votes: [
      buildVote('trend', 'SELL', 0.33, 'The averages point down.'),
      buildVote('breakout', 'SELL', 0.4, 'The low of 20 bars is broken.'),
      buildVote('house-model', 'HOLD', 0.5, 'Nothing stands out.'),
    ],
    rules: [
      { name: 'quorum', value: 2, limit: 2, pass: true },
      { name: 'expected_value', value: 0.05, limit: 0.1, pass: false },
    ],
    depth: 'basic',
    tokens: 2_104,
    cost_usd: 0,
    latency_ms: 12,
    clock_class: 'live',
    market_grade: 'alone',
    agreed_by: 0,
    marked_bars: 0,
    ...part,
  };
}

function buildVote(
  analyst: string,
  action: DecisionReply['action'],
  up: number,
  reason: string,
): DecisionReply['votes'][number] {
  return {
    analyst,
    model: 'offline',
    action,
    p_up: up,
    sl_atr: 1.5,
    tp_atr: 2.3,
    reason,
    evidence: [],
    abstained: false,
    fault: null,
    provider: 'offline',
    family: analyst,
    round: 1,
    first: null,
    share: 1 / 3,
    p_pooled: up,
    turned: false,
    prompt_version: '1',
    tokens: 700,
    input_tokens: 600,
    output_tokens: 100,
    cost_usd: 0,
    latency_ms: 0,
  };
}

export function buildSnapshot(): SnapshotDocument {
  return {
    v: 1,
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-11-20T12:00:00.000Z',
    digits: 5,
    atr_points: 140,
    spread_points: 7,
    bars: Array.from({ length: SNAPSHOT_BARS }, () => [0, 0.5, -0.5, 0]),
    indicators: {
      close_less_ema20: 0,
      close_less_ema50: 0,
      ema20_less_ema50: 0,
      adx14: 20,
      plus_di14: 20,
      minus_di14: 20,
      rsi14: 50,
      zscore20: 0,
      above_high20: -0.5,
      below_low20: 0.5,
      atr_ratio50: 1,
    },
    session: 'overlap',
  };
}
