import { randomBytes, randomUUID } from 'node:crypto';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { inTransaction } from '../apps/api/src/db/in-transaction.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import type { Db } from '../apps/api/src/db/tables.ts';
import { appendEvents, type RecordEvent } from '../apps/api/src/features/records/append-events.ts';
import {
  findNewestCheckpoint,
  listLeaves,
} from '../apps/api/src/features/records/log/log.queries.ts';
import { createLogKey, originOf } from '../apps/api/src/features/records/log/log-key.ts';
import { readTileFrom, sequence } from '../apps/api/src/features/records/log/sequence.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { readCheckpoint } from '../packages/tlog/src/checkpoint.ts';
import { isSameHash, leafHash } from '../packages/tlog/src/merkle.ts';
import { readNote } from '../packages/tlog/src/note.ts';
import { includes, inclusionProof } from '../packages/tlog/src/proofs.ts';
import { rootsFrom, tilePath } from '../packages/tlog/src/tiles.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { ratesOf } from './http/rates.ts';
import { fillLog } from './record/large-log.ts';

const ENTRIES = Number(process.env.BENCH_LOG_ENTRIES ?? 10_000_000);
const USERS = 200;
const APPENDS = 5_000;
const CHECKPOINTS = 5;
/** More than come in the five seconds between two turns of the job, at the rate of `decision.rate`. */
const WAITING = 2_000;
const PROOFS = 2_000;
const SECRET = randomBytes(32);

/** What each may take, and how many of a file's requests a tile's must reach: the bars of the record. */
const BARS = { appendMs: 5, checkpointMs: 1_000, proofMs: 5, tileRatio: 0.8 };

/**
 * A log of ten million entries on PostgreSQL with fsync: what an event's entry adds to the transaction that it is in,
 * how long a checkpoint takes, a proof, and a tile beside a file. The figure is the one that comes nearest to its bar.
 */
export const benchmark: Benchmark = {
  name: 'record.log',
  title: `a log of ${ENTRIES / 1_000_000} million entries: append, checkpoint, proof and tile, the one nearest to its bar`,
  unit: 'of its bar',
  bar: { of: 'figure', op: '<=', value: 1 },
  async run({ folder, onEnd, say }) {
    const postgres = await startPostgres({ fsync: true, sharedBuffers: '1GB' });
    onEnd(postgres.stop);
    const database = await connectPostgres(postgres.url);
    onEnd(database.close);
    const { db } = database;
    await migrateToLatest(db);
    const port = await freePort();
    const publicUrl = `http://localhost:${port}`;
    const log = { db, clock: systemClock, logKey: createLogKey(SECRET), publicUrl };
    const root = await fillLog(db, ENTRIES, { origin: originOf(publicUrl), say });

    say('checkpoints');
    const ofTiles = await rootsFrom(readTileFrom(db), ENTRIES)(0, ENTRIES);
    if (!isSameHash(ofTiles, root))
      throw new Error('the tiles do not give the root of the entries');
    const checkpoints: number[] = [];
    const users = Array.from({ length: USERS }, () => randomUUID());
    for (let turn = 0; turn < CHECKPOINTS; turn += 1) {
      await appendEvents(
        db,
        Array.from({ length: WAITING }, (_, at) => eventOf(users, at)),
      );
      checkpoints.push(await timed(() => sequence(log)));
    }

    say('appends');
    const appends: number[] = [];
    for (let at = 0; at < APPENDS; at += 1)
      await inTransaction(db, async (tx) => {
        const pair = [eventOf(users, at), eventOf(users, at)];
        appends.push(await timed(() => appendEvents(tx, pair)));
      });

    say('proofs');
    await sequence(log);
    const { size, root: last } = await checkpointOf(db);
    const proofs: number[] = [];
    for (let at = 0; at < PROOFS; at += 1) {
      const index = Math.floor((at * size) / PROOFS);
      let proof: Uint8Array[] = [];
      proofs.push(
        await timed(async () => {
          proof = await inclusionProof(index, size, rootsFrom(readTileFrom(db), size));
        }),
      );
      const [leaf = ''] = await listLeaves(db, index, index + 1);
      if (!includes(last, { leaf: leafHash(Buffer.from(leaf)), index, size, proof }))
        throw new Error(`entry ${index} is not in the log`);
    }

    say('tiles');
    const service = await startService({
      port,
      dataDir: folder,
      env: {
        DATABASE_URL: postgres.url,
        SECRET_KEY: SECRET.toString('hex'),
        PUBLIC_URL: publicUrl,
      },
    });
    onEnd(service.stop);
    const tile = tilePath({ level: 0, index: Math.floor(ENTRIES / 512), width: 256 });
    const rates = await ratesOf(
      { url: `${service.url}/log/${tile}` },
      { url: `${service.url}${FILE}` },
    );
    const tileRatio = rates.ours / rates.theirs;

    const [append, checkpoint, proof] = [
      shareOf(appends, 0.99),
      Math.max(...checkpoints),
      shareOf(proofs, 0.5),
    ];
    return {
      figure: Math.max(
        append / BARS.appendMs,
        checkpoint / BARS.checkpointMs,
        proof / BARS.proofMs,
        BARS.tileRatio / tileRatio,
      ),
      note: `two entries within a transaction ${ms(shareOf(appends, 0.5))}, 99 of 100 ${ms(append)} (bar ${BARS.appendMs} ms); a checkpoint of ${WAITING} more entries at most ${ms(checkpoint)} (bar ${BARS.checkpointMs} ms); a proof of inclusion ${ms(proof)} (bar ${BARS.proofMs} ms), 99 of 100 ${ms(shareOf(proofs, 0.99))}; tiles ${Math.round(rates.ours)} a second, a file of the site ${Math.round(rates.theirs)} (${tileRatio.toFixed(2)}, bar ${BARS.tileRatio})`,
    };
  },
};

/**
 * A little smaller than a tile, which has 8,192 bytes, and binary like one: the client that counts puts bodies together
 * as text, which takes it several times as long for a hash as for a script.
 */
const FILE = '/icons/maskable-512.png';

/** As long as a snapshot, with amounts that may be withheld. */
function eventOf(users: readonly string[], number: number): RecordEvent {
  const userId = users[number % users.length] ?? '';
  return {
    userId,
    subjectId: userId,
    kind: 'decision',
    at: new Date(),
    terminalAt: new Date(),
    body: { reason: `${number} `.repeat(400), votes: [1, 2, 3] },
    private: { number },
  };
}

async function checkpointOf(db: Db) {
  const newest = await findNewestCheckpoint(db);
  const checkpoint = newest && readCheckpoint(readNote(newest.note)?.text ?? '');
  if (!checkpoint) throw new Error('the log has no checkpoint');
  return checkpoint;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function shareOf(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}

function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}
