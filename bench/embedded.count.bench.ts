import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { lookOn, makeEmbeddedTraders } from './embedded-trader.ts';
import { percentile, signInTrader } from './heavy-user.ts';

/** What goes through a whole history once, while others ask for something small. */
export const benchmark: Benchmark = {
  name: 'embedded.count',
  title:
    'the longest that others wait while the origins of a million trades are counted on the embedded database',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 100 },
  async run({ folder, onEnd }) {
    const dataDir = join(folder, 'data');
    await makeEmbeddedTraders(dataDir);
    const service = await startService({ port: await freePort(), dataDir });
    onEnd(service.stop);
    const { get } = await signInTrader(service.url, 'heavy');
    const alone = await lookOn(service.url, () => sleep(3_000));
    const startedAt = performance.now();
    const { waits } = await lookOn(service.url, () => get('/api/user/trade-provenance?period=all'));
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      figure: percentile(waits, 1),
      denominator: { value: percentile(alone.waits, 1), what: '/healthz on its own' },
      note: `counted in ${seconds.toFixed(1)} s; /healthz beside it 99 of 100 within ${percentile(waits, 0.99).toFixed(1)} ms`,
    };
  },
};
