import { join } from 'node:path';
import { analyse } from '@quorate/contract/decisions';
import type { Timeframe } from '@quorate/trading/market/candle';
import { asOfFault, rawBarsFault, shapeFault } from '@quorate/trading/market/plausible';
import type { RawBar } from '@quorate/trading/market/raw-bars';
import { createRememberingDecisions } from '@quorate/trading/testing/remembering-decisions';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { inTransaction } from '../apps/api/src/db/in-transaction.ts';
import type { Db } from '../apps/api/src/db/tables.ts';
import { appendEvents, type RecordEvent } from '../apps/api/src/features/records/append-events.ts';
import { makeAccount, storageVariables } from '../tools/demo/make-account.ts';
import { signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import { createAnalyseBodies } from './analyse-body.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 20_000;
const DECISIONS = 600;
const ROUNDS = 4;

/**
 * What the record adds to a decision: the entries of its snapshot and itself, in the transaction that stores it, and the
 * checks whether its bars can be. Real decisions are made by a service first; their entries are then appended again.
 */
export const benchmark: Benchmark = {
  name: 'decision.record-cost',
  title: 'what log and plausibility add to a decision on PostgreSQL, half of the calls',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 1 },
  async run({ folder, onEnd, say }) {
    const decisions = createRememberingDecisions();
    const series = madeUpSeries(BARS);
    await replay(decisions, series);
    const bodyOf = createAnalyseBodies(series);
    const bodies = decisions.asked.slice(0, DECISIONS).map(({ snapshot }) => bodyOf(snapshot));
    if (bodies.length < DECISIONS) throw new Error(`only ${bodies.length} snapshots`);
    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const storage = { dataDir: join(folder, 'data'), databaseUrl: postgres.url };
    await makeAccount(storage, 'Elite');
    const service = await startService({
      port: await freePort(),
      dataDir: storage.dataDir,
      env: storageVariables(storage),
    });
    onEnd(service.stop);
    say('deciding');
    const { post } = await signIn(service.url);
    for (const body of bodies) await post(analyse.path, body);
    await service.stop();

    const database = await connectPostgres(postgres.url);
    onEnd(database.close);
    const pairs = await pairsOnRecord(database.db);
    if (pairs.length !== DECISIONS) throw new Error(`${pairs.length} decisions are on record`);
    say('appending');
    const appends: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const pair of pairs)
        await inTransaction(database.db, async (tx) => {
          const startedAt = performance.now();
          await appendEvents(tx, pair);
          appends.push(performance.now() - startedAt);
        });
    const checks = Array.from({ length: ROUNDS }, () => bodies.map(plausibleMs)).flat();
    const [append, check] = [median(appends), median(checks)];
    return {
      figure: append + check,
      note: `${DECISIONS} decisions; two entries ${append.toFixed(2)} ms, of which 99 of 100 within ${shareOf(appends).toFixed(1)} ms; plausibility ${check.toFixed(3)} ms; medians, with a statement of their own in the decision's transaction`,
    };
  },
};

async function pairsOnRecord(db: Db): Promise<RecordEvent[][]> {
  const rows = await db
    .selectFrom('record_entries')
    .selectAll()
    .where('kind', 'in', ['snapshot', 'decision'])
    .orderBy('position')
    .execute();
  const events = rows.map(
    ({ user_id: userId, subject_id: subjectId, terminal_at: terminalAt, kind, at, body }) => {
      const told = JSON.parse(body ?? 'null') as RecordEvent['body'];
      return { userId, subjectId, kind, at, terminalAt, body: told };
    },
  );
  return Array.from({ length: events.length / 2 }, (_, at) => events.slice(2 * at, 2 * at + 2));
}

type Body = {
  snapshot: { timeframe: Timeframe; as_of: string; bars: [number, number, number, number][] };
  bars: RawBar[];
};

function plausibleMs(body: object): number {
  const { snapshot, bars } = body as Body;
  const startedAt = performance.now();
  const asOf = Date.parse(snapshot.as_of);
  const now = asOf + 5_000;
  const faults = [
    asOfFault(snapshot.timeframe, asOf, now),
    shapeFault(snapshot.bars),
    rawBarsFault(snapshot.timeframe, bars, { asOf, now }),
  ];
  const took = performance.now() - startedAt;
  if (faults.some((fault) => fault !== null)) throw new Error(String(faults));
  return took;
}

function shareOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
