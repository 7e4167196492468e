import type { VoteFault } from '@quorate/contract/decisions';
import { abstention, groundedVote, snapshotField } from '@quorate/trading/analysts/grounded';
import type { Vote } from '@quorate/trading/analysts/vote';
import { z } from 'zod';
import type { Question } from './panel.ts';

/**
 * The form of a model's answer, as it is told to the provider. Bounds are left out: some providers refuse
 * schemas that hold them, and `voteFrom` checks them in any case. A field too many is an answer out of form.
 */
export const voteAnswer = z.strictObject({
  snapshot_hash: z.string(),
  action: z.enum(['BUY', 'SELL', 'HOLD']),
  p_up: z.number(),
  sl_atr: z.number().nullable(),
  tp_atr: z.number().nullable(),
  evidence: z.array(
    z.strictObject({ field: z.string(), value: z.union([z.number(), z.string()]) }),
  ),
  reason: z.string(),
  abstain: z.boolean(),
});
export type VoteAnswer = z.output<typeof voteAnswer>;

const EVIDENCE_MAX = 6;

export type Voted = Readonly<{ vote: Vote; fault: VoteFault | null }>;

/** Takes an answer for a vote where it is one; else the abstention, with the fault. */
export function voteFrom(
  { name, model }: { name: string; model: string },
  answer: VoteAnswer,
  { snapshot, snapshotHash }: Question,
): Voted {
  const reason = plainText(answer.reason);
  if (answer.snapshot_hash !== snapshotHash)
    return refusedVote(name, model, 'stale', 'voted on another snapshot');
  if (reason === '') {
    const mute = refusedVote(name, model, 'malformed', 'it gives no reason');
    return answer.abstain ? { ...mute, fault: null } : mute;
  }
  if (answer.abstain) return { vote: cleaned(abstention(name, model, reason)), fault: null };
  if (answer.evidence.length > EVIDENCE_MAX) {
    const count = `${answer.evidence.length} pieces of evidence, the limit is ${EVIDENCE_MAX}`;
    return refusedVote(name, model, 'malformed', `it gives ${count}`);
  }
  const trades = answer.action !== 'HOLD';
  const said: Vote = {
    analyst: name,
    model,
    action: answer.action,
    pUp: answer.p_up,
    stopLossAtr: trades ? answer.sl_atr : null,
    takeProfitAtr: trades ? answer.tp_atr : null,
    evidence: answer.evidence,
    reason,
    abstained: false,
  };
  const vote = groundedVote(said, snapshot, answer.snapshot_hash, snapshotHash);
  if (!vote.abstained) return { vote, fault: null };
  const isGrounded = said.evidence.every(
    ({ field, value }) => snapshotField(snapshot, field) === value,
  );
  return { vote: cleaned(vote), fault: isGrounded ? 'malformed' : 'ungrounded' };
}

/** The abstention of a model that has not voted. @param why goes on after "Abstained: " */
export function refusedVote(name: string, model: string, fault: VoteFault, why: string): Voted {
  return { vote: abstention(name, model, `Abstained: ${why}.`), fault };
}

/** What a model wrote may stand in the reason of a refusal, an unknown field's name for one, and cut in two. */
function cleaned(vote: Vote): Vote {
  return { ...vote, reason: plainText(vote.reason) };
}

/** Without control and format characters and lone surrogates: they reach screens, logs and the ledger. */
function plainText(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ').trim();
}
