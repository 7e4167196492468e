import { atLeast, type VerdictRule } from './verdict-rule.ts';

/** Heads and chances point the same way. */
export const probability: VerdictRule = {
  check: ({ pRight }) => atLeast('probability', pRight, 0.5),
  held: ({ value, limit }, { side }) =>
    `Hold: the pooled chance of ${side} is ${value}, at least ${limit} is needed.`,
};
