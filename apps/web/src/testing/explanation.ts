import type { Explanation, OutcomeReply } from '@quorate/contract/decision-outcomes';
import type { ListedDecision, ShortOutcome } from '@quorate/contract/decisions';
import { buildDecision, buildSnapshot } from './builders.ts';

/** An outcome of an order that passed the desk and was filled. */
export function buildOutcome(part: Partial<OutcomeReply> = {}): OutcomeReply {
  return {
    revision: 4,
    verdict: 'ordered',
    checks: [
      { rule: 'risk_percent', value: 1, limit: 5, unit: 'percent', pass: true },
      { rule: 'spread_points', value: 12, limit: 36, unit: 'points', pass: true },
      { rule: 'plan_daily_trades', value: 2, limit: null, unit: 'trades', pass: true },
      { rule: 'loss_at_stop_minor', value: 9_870, limit: 10_000, unit: 'minor', pass: true },
    ],
    order: {
      side: 'SELL',
      lots: 0.37,
      stop_loss: 1.084,
      take_profit: 1.078,
      bid: 1.082,
      ask: 1.08212,
      asked_at: '2026-11-20T12:00:00.000Z',
    },
    fill: {
      ticket: '71-1',
      price: 1.08198,
      at: '2026-11-20T12:00:00.000Z',
      slippage_points: 2,
    },
    refusal: null,
    shadow: null,
    first_touch: null,
    touch_grade: null,
    touched_at: null,
    reported_at: '2026-11-20T18:00:00.000Z',
    ...part,
  };
}

/** A veto of the desk whose order would have reached its target. */
export function buildVeto(): OutcomeReply {
  return buildOutcome({
    verdict: 'vetoed',
    checks: [
      { rule: 'risk_percent', value: 1, limit: 5, unit: 'percent', pass: true },
      { rule: 'spread', value: 52, limit: 36, unit: 'points', pass: false },
    ],
    fill: null,
    refusal: {
      rule: 'spread',
      limit: 36,
      actual: 52,
      sentence: 'The spread of EURUSD is 52 points, the limit is 36.',
    },
    shadow: {
      entry: 1.08198,
      stop_loss: 1.084,
      take_profit: 1.078,
      exit: 1.078,
      exit_reason: 'target',
      exit_at: '2026-11-20T16:59:59.999Z',
      r: 1.9,
    },
  });
}

export function buildExplanation(part: Partial<Explanation> = {}): Explanation {
  const decision = part.decision ?? buildDecision();
  return {
    success: true,
    decision,
    snapshot: buildSnapshot(),
    weights: decision.votes.map(({ analyst }) => ({ analyst, weight: 1 / 3 })),
    account_type: 'demo',
    currency: 'USD',
    outcome: null,
    digits: 5,
    bars: [],
    trade: null,
    erased_at: null,
    previous: null,
    next: null,
    ...part,
  };
}

/** Ten hours of bars around the noon of the decision. */
export function buildBars(): Explanation['bars'] {
  return Array.from({ length: 10 }, (_, hour) => ({
    time: new Date(Date.UTC(2026, 10, 20, 8 + hour)).toISOString(),
    open: 1.083 - hour * 0.0004,
    high: 1.0834 - hour * 0.0004,
    low: 1.0825 - hour * 0.0004,
    close: 1.0827 - hour * 0.0004,
  }));
}

export function buildListed(
  outcome: Partial<ShortOutcome> | null,
  part: Partial<ListedDecision> = {},
): ListedDecision {
  const nothing: ShortOutcome = {
    kind: 'traded',
    profit: null,
    currency: null,
    r: null,
    hypothetical: false,
    ending: null,
    rule: null,
  };
  return {
    ...buildDecision(),
    outcome: outcome && { ...nothing, ...outcome },
    account_type: 'demo',
    ...part,
  };
}
