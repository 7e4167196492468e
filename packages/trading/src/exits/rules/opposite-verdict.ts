import type { Exit, ExitSettingsOf } from '../exit.ts';

export const settings = {
  exitOnOppositePercent: {
    field: 'exit_on_opposite_percent',
    label: 'Exit on an opposite verdict',
    unit: '%',
    least: 50,
    most: 99,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'The analysts are asked while a position is open, which costs tokens; a verdict the other way with at least this probability closes it.',
  },
} as const satisfies ExitSettingsOf;

/** What the analysts would no longer buy is not held. */
export const exit: Exit<typeof settings> = {
  name: 'opposite_verdict',
  label: 'Opposite verdict',
  does: 'closes the position when a verdict says the other direction, and opens nothing at that bar',
  check({ oppositePercent, settings: { exitOnOppositePercent: least } }) {
    if (least === null || oppositePercent === null || oppositePercent < least) return undefined;
    return { act: 'close' };
  },
};
