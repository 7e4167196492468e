import { atMost, type VerdictRule } from './verdict-rule.ts';

/** Voters that are far apart do not look at the same market. */
export const dispersion: VerdictRule = {
  check: (figures, { maxDispersion }) => atMost('dispersion', figures.dispersion, maxDispersion),
  held: ({ value, limit }) =>
    `Hold: the voters' probabilities differ by ${value}, at most ${limit} is accepted.`,
};
