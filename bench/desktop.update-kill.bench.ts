import { killStage, launch } from '../apps/desktop/src/updates/testing/killed-update.ts';
import { surviveKill } from '../apps/desktop/src/updates/testing/survive-kill.ts';
import type { Benchmark } from './benchmark.ts';

const RUNS = 20;
/** Some are done before their moment comes. */
const RUNS_MAX = 60;

/**
 * Updates that are killed at random moments between the start of the app and the moment at which it has handed
 * over. After each the launcher's table is applied, and the version that it names has to come up with its
 * bots and to take a later update. Programs are scripts, so that it runs on Linux alone.
 */
export const benchmark: Benchmark = {
  name: 'desktop.update-kill',
  title: `updates of ${RUNS} killed at random moments that leave no app that comes up and can update`,
  unit: 'updates',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ say, onEnd }) {
    const stage = { after: onEnd };
    const startedAt = performance.now();
    const whole = await launch(await killStage(stage), { updating: true });
    const lastsMs = performance.now() - startedAt;
    if (whole.code !== 0) throw new Error(whole.said);
    let lost = 0;
    let killed = 0;
    // Before a quarter of the time the program has not begun.
    const moment = () => Math.floor(lastsMs * (0.25 + 0.7 * Math.random()));
    for (let run = 1; killed < RUNS && run <= RUNS_MAX; run++) {
      const ms = moment();
      try {
        const end = await surviveKill(stage, ms);
        if (end.killed) killed++;
        say(`${end.killed ? 'killed' : 'was done'} after ${ms} ms, ${killed} of ${RUNS}`);
      } catch (error) {
        lost++;
        killed++;
        say(`lost after ${ms} ms: ${String(error)}`);
      }
    }
    if (killed < RUNS) throw new Error(`only ${killed} of ${RUNS_MAX} were killed in time`);
    return {
      figure: lost,
      note: `${killed} updates killed before they were done, each at a moment of its own in the ${Math.round(lastsMs)} ms that an update takes there`,
    };
  },
};
