import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { ensureSite } from '../tools/site.ts';
import type { Benchmark } from './benchmark.ts';
import { memoryOf } from './desktop/installed-app.ts';

const SETTLED_MS = 20_000;

/** A copy with the site, on a database that was made before, while nobody asks for anything. */
export const benchmark: Benchmark = {
  name: 'embedded.rest',
  title: 'memory of a copy on the embedded database, at rest',
  unit: 'MB',
  bar: { of: 'figure', op: '<=', value: 420 },
  async run({ folder, say, onEnd }) {
    await ensureSite(say);
    const dataDir = join(folder, 'data');
    const start = async () => {
      const service = await startService({ port: await freePort(), dataDir });
      onEnd(service.stop);
      return service;
    };
    const first = await start();
    await sleep(SETTLED_MS);
    const made = memoryOf(first.pid).rss;
    await first.stop();
    const second = await start();
    await sleep(SETTLED_MS);
    const rest = memoryOf(second.pid).rss;
    return { figure: rest, note: `after the start that made the database ${made.toFixed(0)} MB` };
  },
};
