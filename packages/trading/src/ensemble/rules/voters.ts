import { atLeast, type VerdictRule } from './verdict-rule.ts';

/** Enough analysts have voted at all; one without a share in the pool is counted here, and nowhere else. */
export const voters: VerdictRule = {
  check: (figures, { minVoters }) => atLeast('voters', figures.voters, minVoters),
  held: ({ value, limit }) =>
    `Hold: ${value} ${value === 1 ? 'analyst' : 'analysts'} voted, ${limit} must.`,
};
