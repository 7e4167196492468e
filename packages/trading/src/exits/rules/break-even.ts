import { bestR, type Exit, type ExitSettingsOf, signOf, stopBehind } from '../exit.ts';

export const settings = {
  breakEvenAfterR: {
    field: 'break_even_after_r',
    label: 'Break-even after',
    unit: 'R',
    least: 0.1,
    most: 20,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'Once the price has gone so many times the first risk, the stop moves to the opening price.',
  },
  breakEvenLockR: {
    field: 'break_even_lock_r',
    label: 'Break-even keeps',
    unit: 'R',
    least: 0,
    most: 10,
    default: 0,
    recommended: '0',
    help: 'The stop of break-even stands so far beyond the opening price: 0.1 pays for usual costs.',
  },
} as const satisfies ExitSettingsOf;

/** A trade that was ahead does not become a loss, gaps and costs aside. */
export const exit: Exit<typeof settings> = {
  name: 'break_even',
  label: 'Break-even',
  does: 'moves the stop to the opening price, or beyond it by what it keeps',
  check(facts) {
    const { breakEvenAfterR: after, breakEvenLockR: lock } = facts.settings;
    const { side, entry, riskPoints } = facts;
    if (after === null || riskPoints === null || bestR(facts) < after) return undefined;
    return { act: 'stop', points: stopBehind(side, entry + signOf(side) * lock * riskPoints, 0) };
  },
};
