import { roundTo } from '../../rounding.ts';
import { atLeast, type VerdictRule } from './verdict-rule.ts';

/** What is left after the costs is worth the risk. */
export const expectedValue: VerdictRule = {
  check: ({ expectedR }, { minExpectedR }) =>
    atLeast('expected_r', roundTo(expectedR ?? 0, 4), minExpectedR),
  held: ({ value, limit }, { side }) =>
    `Hold: ${side} is worth ${value} R after costs, at least ${limit} R is needed.`,
};
