import { bestR, type Exit, type ExitSettingsOf } from '../exit.ts';

export const settings = {
  partialCloseAfterR: {
    field: 'partial_close_after_r',
    label: 'Partial close after',
    unit: 'R',
    least: 0.1,
    most: 20,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'Once the price has gone so many times the first risk, a part of the position is closed.',
  },
  partialClosePercent: {
    field: 'partial_close_percent',
    label: 'Part that is closed',
    unit: '%',
    least: 1,
    most: 99,
    default: 50,
    recommended: '50',
    help: 'How much of the opened volume the partial close takes off, rounded down to whole steps.',
  },
} as const satisfies ExitSettingsOf;

/**
 * A part of the profit is taken. It says what may stay open and not what to close, so that it happens once,
 * whoever took a part off before and however often the run begins again.
 */
export const exit: Exit<typeof settings> = {
  name: 'partial_close',
  label: 'Partial close',
  does: 'closes a part of the opened volume once, at the market',
  check(facts) {
    const { partialCloseAfterR: after, partialClosePercent: percent } = facts.settings;
    if (after === null || facts.riskPoints === null || bestR(facts) < after) return undefined;
    const closed = Math.floor((facts.openedSteps * percent) / 100 + 1e-9);
    return { act: 'leave', steps: facts.openedSteps - closed };
  },
};
