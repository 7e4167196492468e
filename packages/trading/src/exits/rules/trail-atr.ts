import { type Exit, type ExitSettingsOf, signOf, stopBehind } from '../exit.ts';

export const settings = {
  trailAtr: {
    field: 'trail_atr',
    label: 'Trailing distance',
    unit: 'ATR',
    least: 0.5,
    most: 20,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'The stop follows the best price so far at this many average ranges (ATR 14 of the bar).',
  },
} as const satisfies ExitSettingsOf;

/** The stop hangs from the best price, as far as the market usually moves. */
export const exit: Exit<typeof settings> = {
  name: 'trail_atr',
  label: 'Trailing by ATR',
  does: 'moves the stop to the best price since the opening less so many ATR',
  check({ side, entry, bestPoints, atrPoints, settings: { trailAtr } }) {
    if (trailAtr === null || !(atrPoints > 0)) return undefined;
    const best = entry + signOf(side) * bestPoints;
    return { act: 'stop', points: stopBehind(side, best, trailAtr * atrPoints) };
  },
};
