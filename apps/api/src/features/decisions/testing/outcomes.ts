import type { OutcomeInput } from '@quorate/contract/decision-outcomes';

/** A veto of the desk whose order would have reached its target. */
export function outcomeInput(
  decisionId: string,
  changes: Partial<OutcomeInput> = {},
): OutcomeInput {
  return {
    decision_id: decisionId,
    revision: 1,
    verdict: 'vetoed',
    checks: [
      { rule: 'risk_percent', value: 1, limit: 5, unit: 'percent', pass: true },
      { rule: 'spread', value: 52, limit: 36, unit: 'points', pass: false },
    ],
    order: {
      side: 'BUY',
      lots: null,
      stop_loss: 1.08,
      take_profit: 1.086,
      bid: 1.082,
      ask: 1.08252,
      asked_at: '2026-02-02T08:00:00.000Z',
    },
    fill: null,
    refusal: {
      rule: 'spread',
      limit: 36,
      actual: 52,
      sentence: 'The spread of EURUSD is 52 points, the limit is 36.',
    },
    shadow: {
      entry: 1.08252,
      stop_loss: 1.08,
      take_profit: 1.086,
      exit: 1.086,
      exit_reason: 'target',
      exit_at: '2026-02-02T12:59:59.999Z',
      r: 1.38,
    },
    digits: 5,
    bars: [
      [1_770_019_200, 108_200, 108_260, 108_150, 108_220],
      [1_770_022_800, 108_220, 108_620, 108_200, 108_600],
    ],
    first_touch: null,
    raw_bars: [],
    desk_inputs: null,
    ...changes,
  };
}

/** An order that was filled under a ticket. */
export function orderedInput(decisionId: string, ticket: string): OutcomeInput {
  return outcomeInput(decisionId, {
    verdict: 'ordered',
    checks: [{ rule: 'risk_percent', value: 1, limit: 5, unit: 'percent', pass: true }],
    refusal: null,
    shadow: null,
    fill: { ticket, price: 1.08214, at: '2026-02-02T08:00:00.000Z', slippage_points: 2 },
  });
}
