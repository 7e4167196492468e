import type { Analyst } from '../loop/ports.ts';
import type { SnapshotIndicators } from '../market/market-reader.ts';
import { breakoutBallot, breakoutVote } from './breakout.ts';
import { meanReversionBallot, meanReversionVote } from './mean-reversion.ts';
import { trendBallot, trendVote } from './trend.ts';
import type { Ballot } from './vote.ts';

/** The three analysts that need no model and no key. Pure: one snapshot, one answer, always the same. */
export const OFFLINE_ANALYSTS = [
  { name: 'trend', model: 'offline', vote: trendVote },
  { name: 'mean-reversion', model: 'offline', vote: meanReversionVote },
  { name: 'breakout', model: 'offline', vote: breakoutVote },
] as const satisfies readonly Analyst[];

/** What the three ask for in a few figures, without a word: a replay has millions of bars to get through. */
export function offlineBallots(indicators: SnapshotIndicators): readonly Ballot[] {
  return [trendBallot(indicators), meanReversionBallot(indicators), breakoutBallot(indicators)];
}
