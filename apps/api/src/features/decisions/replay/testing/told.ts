import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import { deskInputs } from '@quorate/contract/desk-inputs';
import { deskInputsOf } from '@quorate/trading/risk/desk-inputs';
import { deskReport } from '@quorate/trading/risk/desk-report';
import { askRiskDesk, type Proposal } from '@quorate/trading/risk/risk-desk';
import { aDesk, aProposal } from '@quorate/trading/testing/desk-context';
import { lotsToNumber } from '@quorate/values/lots';
import { outcomeInput } from '../../testing/outcomes.ts';

const POINTS = 10 ** 5;

/**
 * What a bot tells of a decision to buy with a stop of 1.5 and a target of 3 ATR of 120 points: its desk
 * sizes 0.53 lots at a reward of 1.8876 times the risk.
 */
export function orderTold(
  decisionId: string,
  proposal: Partial<Proposal> = {},
  tradesToday = 0,
): OutcomeInput {
  const desk = aDesk({ tradesToday });
  const answer = askRiskDesk(aProposal({ atrPoints: 120, ...proposal }), desk);
  const refusal = answer.kind === 'refused' ? answer.refusal : null;
  const { side, stopLoss, takeProfit } = answer.idea;
  return outcomeInput(decisionId, {
    verdict: refusal ? 'vetoed' : 'ordered',
    checks: deskReport(answer.checks, refusal).map((check) => ({ ...check })),
    order: {
      side,
      lots: answer.kind === 'approved' ? lotsToNumber(answer.order.lots) : null,
      volume_step: 0.01,
      stop_loss: stopLoss === null ? null : stopLoss / POINTS,
      take_profit: takeProfit === null ? null : takeProfit / POINTS,
      bid: desk.quote.bid / POINTS,
      ask: desk.quote.ask / POINTS,
      asked_at: '2026-02-02T08:00:00.000Z',
    },
    refusal: refusal && {
      rule: refusal.code,
      limit: refusal.limit,
      actual: refusal.actual,
      sentence: refusal.message,
    },
    shadow: null,
    desk_inputs: deskInputs.parse(deskInputsOf(desk)),
  });
}
