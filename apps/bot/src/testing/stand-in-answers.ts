import { createHash, randomUUID } from 'node:crypto';
import { login, logout } from '@quorate/contract/account';
import { reportOutcomes } from '@quorate/contract/decision-outcomes';
import { analyse, type DecisionReply } from '@quorate/contract/decisions';
import { claimDevice } from '@quorate/contract/devices';
import type { Endpoint, HandlerInput } from '@quorate/contract/endpoint';
import { ERRORS, type ErrorCode, type ErrorDetails, errorMessage } from '@quorate/contract/errors';
import { sendHeartbeat } from '@quorate/contract/live';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getEntitlements, type Usage } from '@quorate/contract/usage';
import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { costAtrOf } from '@quorate/trading/ensemble/expected-value';
import { emptyRecord } from '@quorate/trading/ensemble/learned-record';
import { decide } from '@quorate/trading/ensemble/verdict';
import { LEARNING_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { packRawBars, seriesOfRaw } from '@quorate/trading/market/raw-bars';
import { buildSnapshot } from '@quorate/trading/market/snapshot';
import { tradingDayName, tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { heard } from './stand-in-heartbeats.ts';
import { reported } from './stand-in-outcomes.ts';
import type { Answer, StandInState } from './stand-in-state.ts';

const NOTHING_LEARNED = { record: emptyRecord(), members: {} };
const TOKENS_A_DECISION = 3_000;

const CALLS = [
  login,
  claimDevice,
  logout,
  getEntitlements,
  analyse,
  reportOutcomes,
  sendHeartbeat,
  syncTrades,
] as const;

type Call = { method: string; path: string; token: string; text: string };

/** Answers a call as the contract says, each body read with the contract's own schema. */
export function answerCall(state: StandInState, call: Call): Answer {
  const called = CALLS.find(
    (endpoint) => endpoint.path === call.path && endpoint.method === call.method,
  );
  if (!called) return failure('not_found');
  if (called.auth !== 'none' && !state.sessions.has(call.token)) return failure('unauthorized');
  switch (called) {
    case login:
      return withBody(login.body, call.text, (body) => signIn(state, body));
    case claimDevice:
      return withBody(claimDevice.body, call.text, ({ code, device }) =>
        state.codes.delete(code) ? opened(state, device.name) : failure('device_code_invalid'),
      );
    case logout:
      state.sessions.delete(call.token);
      return { status: 200, document: { success: true, message: 'Signed out.' } };
    case getEntitlements:
      return entitlements(state);
    case analyse:
      return withBody(analyse.body, call.text, (body) => analysed(state, body));
    case reportOutcomes:
      return withBody(reportOutcomes.body, call.text, (body) => reported(state, body));
    case sendHeartbeat:
      return withBody(sendHeartbeat.body, call.text, (body) => heard(state, body));
    default:
      return withBody(syncTrades.body, call.text, (body) => synced(state, body));
  }
}

export function failure(code: ErrorCode, details: ErrorDetails = {}): Answer {
  const message = errorMessage(code, details);
  return {
    status: ERRORS[code].status,
    document: { success: false, code, message, error: message, details },
  };
}

function withBody<S extends NonNullable<Endpoint['body']>>(
  schema: S,
  text: string,
  work: (body: ReturnType<S['parse']>) => Answer,
): Answer {
  const body = schema.safeParse(JSON.parse(text));
  if (!body.success) return failure('validation_failed', { reason: body.error.message });
  return work(body.data as ReturnType<S['parse']>);
}

function signIn(state: StandInState, body: HandlerInput<typeof login>['body']): Answer {
  const { user: username, password } = state.credentials;
  if (body.username_or_email !== username || body.password !== password)
    return failure('invalid_credentials');
  return opened(state, body.device?.name ?? 'browser');
}

function opened(state: StandInState, device: string): Answer {
  const { user: username } = state.credentials;
  state.devices.push(device);
  const token = randomUUID();
  state.sessions.add(token);
  const user = { id: state.userId, username, email: 'mira@example.org', role: 'user' };
  return {
    status: 200,
    document: { success: true, access_token: token, user, message: 'Signed in.' },
  };
}

function usageOf({ plan: { tokens }, tokensUsed }: StandInState): Usage {
  return {
    token_limit: tokens,
    tokens_used: tokensUsed,
    tokens_remaining: tokens === -1 ? -1 : Math.max(0, tokens - tokensUsed),
    period_start: '2026-11-01T00:00:00.000Z',
    period_end: '2026-12-01T00:00:00.000Z',
  };
}

function entitlements(state: StandInState): Answer {
  const document = {
    success: true,
    plan_name: 'Free',
    symbols: state.plan.symbols?.length ?? -1,
    daily_trades: state.plan.dailyTrades,
    rate_limit_per_minute: 20,
    terminal_accounts: state.plan.terminalAccounts ?? 1,
    usage: usageOf(state),
  };
  return { status: 200, document };
}

function analysed(state: StandInState, body: HandlerInput<typeof analyse>['body']): Answer {
  const { snapshot, snapshot_hash, account } = body;
  const { symbol, timeframe, as_of } = snapshot;
  const hash = createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
  if (hash !== snapshot_hash)
    return failure('snapshot_hash_mismatch', { limit: hash, actual: snapshot_hash });
  const missing = joined(state, body);
  if (missing) return missing;
  const key = [account.login, symbol, timeframe, as_of].join(' ');
  const known = state.decisions.get(key);
  if (known && known.snapshot_hash !== hash) return failure('decision_conflict', { symbol });
  if (!known) {
    const refused = planRefusal(state, body);
    if (refused) return refused;
    state.tokensUsed += TOKENS_A_DECISION;
  }
  const decision = known ?? decisionOn(snapshot, hash);
  state.decisions.set(key, decision);
  return { status: 200, document: { success: true, decision, usage: usageOf(state) } };
}

/** Keeps the bars of a call, and makes the snapshot from them as the service does. */
function joined(state: StandInState, body: HandlerInput<typeof analyse>['body']): Answer | null {
  const { snapshot, snapshot_hash, account, bars, bars_after } = body;
  if (!bars) return null;
  const { symbol, timeframe, digits } = snapshot;
  const key = `${account.login} ${symbol}`;
  const kept = state.bars.get(key) ?? [];
  const at = kept.findIndex(([seconds]) => seconds === bars_after);
  if (bars_after !== undefined && at < 0)
    return failure('bars_missing', { symbol, timeframe, from: snapshot.as_of });
  const all = [...kept.slice(0, at + 1), ...bars];
  const series = seriesOfRaw({ symbol, timeframe, digits }, packRawBars(all));
  const seen = buildSnapshot(series, series.length - 1);
  const limit = seen ? createHash('sha256').update(canonicalJson(seen)).digest('hex') : 'none';
  if (limit !== snapshot_hash)
    return failure('snapshot_hash_mismatch', { limit, actual: snapshot_hash });
  state.bars.set(key, all);
  return null;
}

function decisionOn(
  snapshot: HandlerInput<typeof analyse>['body']['snapshot'],
  hash: string,
): DecisionReply {
  const votes = OFFLINE_ANALYSTS.map((analyst) => analyst.vote(snapshot));
  const verdict = decide(votes, costAtrOf(snapshot), NOTHING_LEARNED, LEARNING_LIMITS);
  const { symbol, timeframe, as_of } = snapshot;
  return {
    decision_id: randomUUID(),
    symbol,
    timeframe,
    as_of,
    decided_at: '2026-11-20T00:00:00.000Z',
    snapshot_hash: hash,
    action: verdict.action,
    p_up: verdict.pUp,
    pool_slope: 1,
    verdict_figures: null,
    sl_atr: verdict.stopLossAtr,
    tp_atr: verdict.takeProfitAtr,
    reason: verdict.reason,
    agreeing: verdict.agreeing,
    quorum: verdict.quorum,
    voters: verdict.voters,
    votes: [],
    rules: [...verdict.rules],
    depth: 'basic',
    tokens: TOKENS_A_DECISION,
    cost_usd: 0,
    latency_ms: 12,
    clock_class: 'replayed',
    market_grade: 'alone',
    agreed_by: 0,
    marked_bars: 0,
  };
}

function planRefusal(
  state: StandInState,
  body: HandlerInput<typeof analyse>['body'],
): Answer | null {
  const { symbol, as_of } = body.snapshot;
  const { tokens, dailyTrades, symbols } = state.plan;
  const plan_name = 'Free';
  const day = tradingDayOf(instantFromIso(as_of));
  const actual = body.trades_opened_today;
  if (dailyTrades !== -1 && actual >= dailyTrades) {
    const until = isoFromInstant(tradingDayStart(day + 1));
    const details = { plan_name, limit: dailyTrades, actual, day: tradingDayName(day), until };
    return failure('daily_trade_limit_reached', details);
  }
  if (symbols && !symbols.includes(symbol)) {
    const figures = {
      limit: symbols.length,
      actual: symbols.length,
      until: '2026-11-21T00:00:00.000Z',
    };
    return failure('symbol_limit_reached', {
      plan_name,
      ...figures,
      symbols: symbols.join(', '),
      symbol,
    });
  }
  if (tokens !== -1 && state.tokensUsed + TOKENS_A_DECISION > tokens) {
    const figures = { limit: tokens, actual: state.tokensUsed, needed: TOKENS_A_DECISION };
    return failure('token_limit_reached', {
      plan_name,
      ...figures,
      until: usageOf(state).period_end,
    });
  }
  return null;
}

function synced(
  state: StandInState,
  { account, trades }: HandlerInput<typeof syncTrades>['body'],
): Answer {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const trade of trades) {
    const key = `${account.login} ${trade.position_ticket}`;
    const stored = state.trades.get(key);
    if (stored && stored.revision >= trade.revision) counts.unchanged++;
    else {
      counts[stored ? 'updated' : 'created']++;
      state.trades.set(key, trade);
    }
  }
  return { status: 200, document: { success: true, account_id: state.userId, ...counts } };
}
