import type { Analyst } from '../ports.ts';
import { breakoutVote } from './breakout.ts';
import { meanReversionVote } from './mean-reversion.ts';
import { trendVote } from './trend.ts';

/** The three analysts that need no model and no key. Pure: one snapshot, one answer, always the same. */
export const OFFLINE_ANALYSTS = [
  { name: 'trend', model: 'offline', vote: trendVote },
  { name: 'mean-reversion', model: 'offline', vote: meanReversionVote },
  { name: 'breakout', model: 'offline', vote: breakoutVote },
] as const satisfies readonly Analyst[];
