import { namesPaper } from '@quorate/contract/trade-sync';
import type { Verdict } from '@quorate/trading/analysts/vote';
import { type PlainActions, plainActions } from '@quorate/trading/ensemble/plain-rules';
import { type PanelStanding, PROVEN_FROM, standOf } from '@quorate/trading/ensemble/standing';
import { type Learned, memberOf, weigh } from '@quorate/trading/ensemble/verdict';
import { DEFAULT_LIMITS, type VerdictLimits } from '@quorate/trading/ensemble/verdict-rules';
import type { PanelVote } from '../../models/panel.ts';
import type { AnalyseInput } from './decisions.deps.ts';

/**
 * Under which limits a call is decided: as its bot asks, and otherwise by the record on accounts with real money, by
 * what is stated on all others. A panel of fewer than three is a quorum when all of it answers.
 *
 * @param outcomes known of the market: on an account with real money learning ends where a record begins to count
 */
export function limitsOf(
  { account, verdict }: Pick<AnalyseInput, 'account' | 'verdict'>,
  outcomes: number,
  voters: number,
): VerdictLimits {
  const isReal = account.account_type === 'real' && !namesPaper(account);
  const wanted = verdict?.mode ?? (isReal ? 'proven' : 'learning');
  return {
    ...DEFAULT_LIMITS,
    mode: isReal && outcomes >= PROVEN_FROM ? 'proven' : wanted,
    minVoters: Math.min(DEFAULT_LIMITS.minVoters, voters),
    oneProven: verdict?.one_proven ?? DEFAULT_LIMITS.oneProven,
    minExpectedR: verdict?.min_expected_r ?? DEFAULT_LIMITS.minExpectedR,
    confidencePercent: verdict?.confidence_percent ?? DEFAULT_LIMITS.confidencePercent,
  };
}

/** The verdict, and what the plain rules would have done with the same votes. */
export function decideAll(
  votes: readonly PanelVote[],
  costAtr: number,
  learned: Learned,
  limits: VerdictLimits,
): Readonly<{
  verdict: Verdict;
  ruleActions: PlainActions;
  limits: VerdictLimits;
  panel: PanelStanding;
}> {
  const cast = votes.filter(({ abstained }) => !abstained);
  const panel = standOf(
    learned.record,
    cast.map(({ analyst }) => memberOf(learned, analyst)),
    costAtr,
    limits.confidencePercent,
  );
  return {
    verdict: weigh(cast, costAtr, panel, limits),
    ruleActions: plainActions(cast, costAtr, panel),
    limits,
    panel,
  };
}
