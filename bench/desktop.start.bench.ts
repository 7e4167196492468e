import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { buildInstalled, startInstalled } from './desktop/installed-app.ts';
import { median } from './median.ts';

const STARTS = 7;

/** From the start of the installed program in a fresh data folder to the first state that it tells. */
export const benchmark: Benchmark = {
  name: 'desktop.start',
  title: 'the installed desktop app from its start to its first answer',
  unit: 's',
  bar: { of: 'figure', op: '<=', value: 3 },
  async run(context) {
    const program = await buildInstalled(context);
    const seconds: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      const app = await startInstalled(context, program, join(context.folder, `data ${start}`));
      seconds.push(app.readySeconds);
      await app.call('POST', '/api/quit');
    }
    return {
      figure: Math.max(...seconds),
      note: `the slowest of ${STARTS} starts, each in a fresh data folder, median ${median(seconds).toFixed(2)} s; a program of this system with the same script as the one for Windows`,
    };
  },
};
