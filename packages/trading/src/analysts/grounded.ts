import type { Snapshot } from '../market/snapshot.ts';
import type { Vote } from './vote.ts';

/** Characters a reason may have. */
export const REASON_MAX = 280;

/**
 * Lets a vote count only if it was cast on this very snapshot and every figure it quotes stands there.
 * A model that misreads its data, or answers out of form, has not voted.
 *
 * @param votedOn the hash of the snapshot the voter says it saw
 * @param shown the hash of `snapshot`
 * @returns the vote itself, or the same voter's abstention with the fault as its reason
 * @example groundedVote(vote, snapshot, reply.snapshot_hash, snapshotHash)
 */
export function groundedVote(vote: Vote, snapshot: Snapshot, votedOn: string, shown: string): Vote {
  if (vote.abstained) return vote;
  const fault =
    votedOn === shown
      ? (formFault(vote) ?? evidenceFault(vote, snapshot))
      : 'voted on another snapshot';
  return fault === undefined ? vote : abstention(vote.analyst, vote.model, `Abstained: ${fault}.`);
}

/** The vote of someone who did not vote. @param reason cut to the length a reason may have */
export function abstention(analyst: string, model: string, reason: string): Vote {
  return {
    analyst,
    model,
    action: 'HOLD',
    pUp: 0.5,
    stopLossAtr: null,
    takeProfitAtr: null,
    evidence: [],
    reason: reason.slice(0, REASON_MAX),
    abstained: true,
  };
}

/**
 * The figure of a snapshot under a dotted path, such as `indicators.adx14` or `bars.29.3`.
 *
 * @returns undefined where there is no single figure or text
 */
export function snapshotField(snapshot: Snapshot, path: string): number | string | undefined {
  let at: unknown = snapshot;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    // Entries are its own properties only: a path must not reach into what every object inherits.
    at = Object.entries(at).find(([name]) => name === key)?.[1];
  }
  return typeof at === 'number' || typeof at === 'string' ? at : undefined;
}

function formFault(vote: Vote): string | undefined {
  const { action, pUp, stopLossAtr, takeProfitAtr } = vote;
  if (!(pUp >= 0.01 && pUp <= 0.99)) return `p_up is ${pUp}, it must lie from 0.01 to 0.99`;
  if (vote.reason.length > REASON_MAX) {
    return `the reason has ${vote.reason.length} characters, the limit is ${REASON_MAX}`;
  }
  if (action === 'HOLD') return undefined;
  if (action === 'BUY' ? pUp <= 0.5 : pUp >= 0.5) return `${action} contradicts p_up ${pUp}`;
  if (stopLossAtr === null || !(stopLossAtr >= 0.5 && stopLossAtr <= 4)) {
    return `the stop loss is ${stopLossAtr} ATR, it must lie from 0.5 to 4`;
  }
  if (takeProfitAtr === null || !(takeProfitAtr > 0 && takeProfitAtr <= 16)) {
    return `the take profit is ${takeProfitAtr} ATR, it must lie above 0 and at most at 16`;
  }
  return vote.evidence.length === 0 ? `${action} comes without evidence` : undefined;
}

function evidenceFault(vote: Vote, snapshot: Snapshot): string | undefined {
  for (const { field, value } of vote.evidence) {
    const actual = snapshotField(snapshot, field);
    if (actual === undefined) return `the snapshot has no ${field.slice(0, 60)}`;
    if (actual !== value)
      return `${field} is ${actual} in the snapshot, not ${String(value).slice(0, 40)}`;
  }
  return undefined;
}
