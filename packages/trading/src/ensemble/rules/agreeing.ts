import { atLeast, type VerdictRule } from './verdict-rule.ts';

/** One voice is no quorum, however sure; one without a share in the pool is none at all. */
export const agreeing: VerdictRule = {
  check: (figures, { minAgreeing }) => atLeast('agreeing', figures.agreeing, minAgreeing),
  held: ({ value, limit }, { voters }) =>
    `Hold: ${value} of ${voters} voters agree on a direction, ${limit} must.`,
};
