import { healthTimes, openSlowSockets } from '../apps/api/test/chaos/helpers/slow-sockets.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const SOCKETS = 1_000;
const FOR_MS = 20_000;

/** How long others wait while a thousand clients send a byte a second. */
export const benchmark: Benchmark = {
  name: 'chaos.slow-clients',
  title: `/healthz beside ${SOCKETS} clients that send a byte a second, 99 of 100`,
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 200 },
  async run({ folder, onEnd }) {
    const port = await freePort();
    const service = await startService({ port, dataDir: folder });
    onEnd(service.stop);
    const share = (times: number[], part: number) => times[Math.floor(times.length * part)] ?? 0;
    const alone = await healthTimes(service.url, 3_000);
    const slow = await openSlowSockets(port, SOCKETS);
    onEnd(() => slow.close());
    const times = await healthTimes(service.url, FOR_MS);
    return {
      figure: share(times, 0.99),
      denominator: { value: share(alone, 0.99), what: '/healthz on its own' },
      note: `${times.length} calls in ${FOR_MS / 1_000} s, half within ${share(times, 0.5).toFixed(1)} ms, the slowest ${(times.at(-1) ?? 0).toFixed(1)} ms`,
    };
  },
};
