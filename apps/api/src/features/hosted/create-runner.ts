import type { Brand } from '@quorate/contract/brand';
import { shareSlipReserves } from '@quorate/trading/governor/slip-reserve';
import { sql } from 'kysely';
import type { Limits } from '../../config/limits.ts';
import { type Batch, batchBy } from '../../db/batch.ts';
import { afterCommit, inTransaction } from '../../db/in-transaction.ts';
import { FREES_ROWS_SOON } from '../../db/query-limit.ts';
import type { Db } from '../../db/tables.ts';
import { offlinePanel, offlineVotes } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { createAnnouncer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import { createLearning } from '../calibration/learning.ts';
import { createDecideTogether } from '../decisions/decide-together.ts';
import { analyseSnapshot, createUnderWay } from '../decisions/decisions.service.ts';
import { storeOutcomes } from '../decisions/outcomes.service.ts';
import { createBarStore } from '../market/bar-store.ts';
import { createMetering } from '../usage/metering.ts';
import { mayRunFast } from './fast-hours.ts';
import { createKeeping } from './keep-together.ts';
import type { Prices } from './price-sources.ts';
import { type Runner, startRunner } from './runner.ts';

export type RunnerDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Accounts of other sources are left to other runners. */
  prices: readonly Prices[];
  panel: Panel;
  brand: Brand;
  publicUrl: string;
  limits: Limits;
  fastHourMs?: number;
  log: Readonly<{
    error(fields: object, message: string): void;
    debug(fields: object, message: string): void;
  }>;
}>;

/** The built-in analysts where their votes cost no tokens: in fast time, and for everybody to look at. */
const freePanel: Panel = {
  ...offlinePanel,
  estimateOf: () => ({ all: 0, paid: 0 }),
  ask: async (question) => offlineVotes(question).map((vote) => ({ ...vote, tokens: 0 })),
};

/** Puts a runner together from the service's own parts, and starts it. */
export function createRunner(deps: RunnerDeps): Runner {
  const { db, clock, brand, publicUrl, limits, log } = deps;
  const announcer = createAnnouncer({ db });
  const { announce } = announcer;
  const learning = createLearning({ clock, brand, publicUrl });
  const barStore = createBarStore();
  const deciding = (panel: Panel, countsPaper: boolean) => ({
    db,
    clock,
    panel,
    limits,
    log,
    announce,
    barStore,
    ...learning,
    underWay: createUnderWay(),
    metering: createMetering({ db, clock, countsPaper, freeTokensPerDay: limits.freeTokensPerDay }),
  });
  const asked = {
    free: deciding(freePanel, false),
    rules: deciding(offlinePanel, false),
    models: deciding(deps.panel, !deps.panel.offline),
  };
  const together = (panel: Panel) =>
    createDecideTogether({ db, clock, panel, log, announceAll: announcer.announceAll });
  const plain = { free: together(freePanel), rules: together(offlinePanel), models: null };
  const outcomes = { clock, announce, barStore, ...learning };
  const runner = startRunner({
    db,
    clock,
    prices: deps.prices,
    reserveOf: shareSlipReserves(),
    announce,
    keepPlain: createKeeping({
      db,
      clock,
      brand,
      publicUrl,
      announceAll: announcer.announceAll,
    }),
    keepAlone: batchBy(([work]: Batch<() => Promise<void>>) => work(), {
      keyOf: () => '',
      atOnce: 4,
      itemsMax: 1,
    }),
    ruleSets: { brand, publicUrl },
    log,
    fastHourMs: deps.fastHourMs,
    mayRunFast: (turn, seconds) => mayRunFast({ db, clock }, turn, seconds),
    decisions: {
      log,
      decideTogether: async (payer, question) => (await plain[payer]?.(question)) ?? null,
      analyse: (payer, userId, input, gone) =>
        analyseSnapshot(asked[payer], { id: userId, operator: false }, input, gone),
      async storeOutcomes(handle, userId, told) {
        await inTransaction(handle, async (tx) => {
          await sql`select ${sql.raw(FREES_ROWS_SOON)}`.execute(tx);
          const forgetLearned: typeof learning.forgetLearned = (id) =>
            afterCommit(tx, () => learning.forgetLearned(id));
          await storeOutcomes({ ...outcomes, forgetLearned, db: tx }, userId, told);
        });
      },
    },
  });
  return {
    ...runner,
    async stop() {
      await runner.stop();
      await announcer.close();
    },
  };
}
