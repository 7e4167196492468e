import type { Exit, ExitSettingsOf } from '../exit.ts';

export const settings = {
  timeStopBars: {
    field: 'time_stop_bars',
    label: 'Time stop',
    unit: 'bars',
    least: 1,
    most: 10_000,
    whole: true,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'A position that is still open after so many closed bars is closed at the market.',
  },
} as const satisfies ExitSettingsOf;

/** An idea that has not worked by then is given up. */
export const exit: Exit<typeof settings> = {
  name: 'time_stop',
  label: 'Time stop',
  does: 'closes the position after so many bars',
  check({ barsHeld, settings: { timeStopBars } }) {
    return timeStopBars !== null && barsHeld >= timeStopBars ? { act: 'close' } : undefined;
  },
};
