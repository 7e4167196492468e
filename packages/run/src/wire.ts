import { createHash } from 'node:crypto';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import { type OrderKey, orderKeyFromHash } from '@quorate/trading/account/order';
import type { Trade } from '@quorate/trading/account/trade';
import type { DecisionOutcome, ServiceLimit } from '@quorate/trading/analysts/decision';
import type { Excursion } from '@quorate/trading/exits/excursion';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { Snapshot } from '@quorate/trading/market/snapshot';
import { type Instant, instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { lotsToNumber } from '@quorate/values/lots';
import { moneyToNumber } from '@quorate/values/money';
import { type Price, priceToNumber } from '@quorate/values/price';

/** SHA-256 of the snapshot's canonical JSON in hex, as the service checks it. */
export function snapshotHashOf(snapshot: Snapshot): string {
  return createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
}

/** The key of a decision's order. The service gives one decision one id for ever, so the key is stable, too. */
export function orderKeyOf(decisionId: string): OrderKey {
  return orderKeyFromHash(createHash('sha256').update(decisionId).digest('hex'));
}

export function decisionFromWire(
  decision: DecisionReply,
  account: Pick<AccountInput, 'account_type'> = { account_type: 'demo' },
): Extract<DecisionOutcome, { kind: 'decision' }> {
  return {
    kind: 'decision',
    decisionId: decision.decision_id,
    orderKey: orderKeyOf(decision.decision_id),
    action: decision.action,
    pUp: decision.p_up,
    stopLossAtr: decision.sl_atr,
    takeProfitAtr: decision.tp_atr,
    reason: decision.reason,
    ...(learnsOn(decision, account) && { riskShare: LEARNING_RISK }),
  };
}

/** Real money that is traded on what the analysts state, while nothing is proven, is risked by a quarter. */
const LEARNING_RISK = 0.25;

function learnsOn(
  { verdict_figures: figures }: DecisionReply,
  { account_type }: Pick<AccountInput, 'account_type'>,
): boolean {
  return account_type === 'real' && figures?.mode === 'learning';
}

/** Refusals that speak of a limit of the plan. */
export const PLAN_LIMITS = [
  'token_limit_reached',
  'free_tokens_spent',
  'symbol_limit_reached',
  'daily_trade_limit_reached',
  'terminal_account_limit_reached',
  'paper_account_limit_reached',
] as const;

/** The plan limit a refusal speaks of, or null when it speaks of something else. */
export function limitFromWire(
  refusal: Readonly<{
    code: string;
    message: string;
    details: Readonly<Record<string, string | number>>;
  }>,
): ServiceLimit | null {
  const code = PLAN_LIMITS.find((known) => known === refusal.code);
  if (!code) return null;
  const { limit, actual, until } = refusal.details;
  return {
    code,
    limit: Number(limit),
    actual: Number(actual),
    until: momentOrNull(until),
    message: refusal.message,
  };
}

function momentOrNull(text: string | number | undefined): Instant | null {
  return typeof text === 'string' ? instantFromIso(text) : null;
}

/**
 * A trade as the service stores it.
 *
 * @param decisionId of the decision that opened it, where one is known
 * @param excursion how far it was ahead and behind, where that is known
 */
export function tradeToWire(
  trade: Trade,
  decisionId: string | null,
  excursion?: Excursion,
): TradeInput {
  return {
    position_ticket: trade.positionTicket,
    symbol: trade.symbol,
    trade_type: trade.side,
    volume: lotsToNumber(trade.lots),
    digits: trade.openPrice.digits,
    open_price: priceToNumber(trade.openPrice),
    close_price: numberOrNull(trade.closePrice),
    stop_loss: numberOrNull(trade.stopLoss),
    take_profit: numberOrNull(trade.takeProfit),
    opened_at: isoFromInstant(trade.openedAt),
    closed_at: trade.closedAt === null ? null : isoFromInstant(trade.closedAt),
    status: trade.status,
    gross_profit: moneyToNumber(trade.grossProfit),
    commission: moneyToNumber(trade.commission),
    swap: moneyToNumber(trade.swap),
    fee: moneyToNumber(trade.fee),
    profit: moneyToNumber(trade.profit),
    initial_risk: trade.initialRisk === null ? null : moneyToNumber(trade.initialRisk),
    ...(excursion && {
      best_excursion: moneyToNumber(excursion.best),
      worst_excursion: moneyToNumber(excursion.worst),
    }),
    exit_reason: trade.exitReason,
    decision_id: decisionId,
    revision: trade.revision,
  };
}

export function numberOrNull(quote: Price | null): number | null {
  return quote === null ? null : priceToNumber(quote);
}
