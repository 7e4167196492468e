import { lots, lotsToNumber } from '@quorate/values/lots';
import { deskReport } from '../risk/desk-report.ts';
import type { ToldDesk } from '../risk/replay-scene.ts';
import type { DeskAnswer } from '../risk/risk-desk.ts';
import type { Quote } from '../valuation.ts';

/** What a bot tells of its desk's answer. */
export function toldDesk(answer: DeskAnswer, quote: Quote): ToldDesk {
  const refusal = answer.kind === 'refused' ? answer.refusal : null;
  return {
    checks: deskReport(answer.checks, refusal),
    asked: {
      idea: answer.idea,
      quote,
      lots: answer.kind === 'approved' ? lotsToNumber(answer.order.lots) : null,
      volumeStep: answer.kind === 'approved' ? lotsToNumber(lots(1, answer.order.lots.step)) : null,
    },
    refusal: refusal && { rule: refusal.code, sentence: refusal.message },
  };
}
