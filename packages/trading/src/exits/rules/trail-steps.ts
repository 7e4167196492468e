import { bestR, type Exit, type ExitSettingsOf, signOf, stopBehind } from '../exit.ts';

export const settings = {
  trailStepR: {
    field: 'trail_step_r',
    label: 'Trailing steps',
    unit: 'R',
    least: 0.1,
    most: 20,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'For each step that the price has gone, the stop follows one step behind: to the opening price at the first.',
  },
} as const satisfies ExitSettingsOf;

/** The stop climbs a ladder, one rung below the price. */
export const exit: Exit<typeof settings> = {
  name: 'trail_steps',
  label: 'Trailing by steps',
  does: 'moves the stop to one step behind the last full step that the price has gone',
  check(facts) {
    const { trailStepR: step } = facts.settings;
    const { side, entry, riskPoints } = facts;
    if (step === null || riskPoints === null) return undefined;
    // A price exactly on a rung has gone that far, whatever the division makes of it.
    const steps = Math.floor(bestR(facts) / step + 1e-9);
    if (steps < 1) return undefined;
    const kept = (steps - 1) * step * riskPoints;
    return { act: 'stop', points: stopBehind(side, entry + signOf(side) * kept, 0) };
  },
};
