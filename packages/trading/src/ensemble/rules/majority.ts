import { atLeast, type VerdictRule } from './verdict-rule.ts';

/** A tie is no trade. */
export const majority: VerdictRule = {
  check: ({ agreeing, opposed }) => atLeast('majority', agreeing - opposed, 1),
  held: () => 'Hold: as many voters want to buy as to sell.',
};
