import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { DEFAULT_LIMITS } from '../../../config/limits.ts';
import { connectPostgres } from '../../../db/connect.ts';
import { offlinePanel } from '../../../models/offline-panel.ts';
import { systemClock } from '../../../process/clock.ts';
import { createRunner } from '../create-runner.ts';
import { createPracticePrices } from '../price-sources.ts';

/** A runner as a process of its own, for tests that kill it; it tells its parent its id, its faults and what it holds. */
const { DATABASE_URL = '', FAST_HOUR_MS = '0' } = process.env;
const tell = (message: object) => process.send?.(message);
const { db } = await connectPostgres(DATABASE_URL);
const runner = createRunner({
  db,
  clock: systemClock,
  panel: offlinePanel,
  brand: DEFAULT_BRAND,
  publicUrl: 'http://localhost:3000',
  limits: DEFAULT_LIMITS,
  prices: [createPracticePrices()],
  fastHourMs: Number(FAST_HOUR_MS),
  log: {
    debug() {},
    error: (fields, message) =>
      tell({ fault: message, why: 'err' in fields ? String(fields.err) : '' }),
  },
});
process.on('message', () => tell({ held: runner.held() }));
process.on('disconnect', () => process.exit(0));
tell({ id: runner.id });
