import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { sql } from 'kysely';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import type { Database } from '../apps/api/src/db/database.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { openReplica, type Replica } from '../apps/api/src/db/replica.ts';
import { accountInput, signedInUser, tradeInput } from '../apps/api/test/helpers/builders.ts';
import { startTestService, type TestService } from '../apps/api/test/helpers/test-service.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

describe('a service with a reading replica', () => {
  let postgres: RunningPostgres;
  let database: Database;
  let replica: Replica;
  /** Statements that the replica was asked. */
  let asked = 0;

  before(async () => {
    postgres = await startPostgres({ replica: true });
    replica = openReplica(postgres.replicaUrl ?? assert.fail('no replica'));
    const counted = replica.db.withPlugin({
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const primary = await connectPostgres(postgres.url);
    await migrateToLatest(primary.db);
    database = { ...primary, replica: { ...replica, db: counted } };
  });
  after(async () => {
    await replica?.close();
    await database?.close();
    await postgres?.stop();
  });

  async function untilCaughtUp(): Promise<void> {
    const { rows } = await sql<{
      at: string;
    }>`select pg_current_wal_insert_lsn()::text as at`.execute(database.db);
    for (;;) {
      const reached = await sql<{ is: boolean }>`
        select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::text::pg_lsn as is
      `.execute(replica.db);
      if (reached.rows[0]?.is) return;
      await sleep(20);
    }
  }

  async function send(service: TestService, token: string, ticket: string): Promise<void> {
    const trades = [tradeInput({ position_ticket: ticket })];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
  }

  async function countOf(service: TestService, token: string, userId: string): Promise<number> {
    const history = await service.call(getTradeStatistics, { params: { user_id: userId } }, token);
    return history.statistics.total_trades;
  }

  it('reads from it once it has caught up, and never shows less than was acknowledged', async (t) => {
    const service = await startTestService(t, { database });
    const { token, user } = await signedInUser(service);
    await send(service, token, '1');
    await untilCaughtUp();
    const before = asked;
    assert.equal(await countOf(service, token, user.id), 1);
    assert.ok(asked > before + 1, 'the replica was not read');

    await sql`select pg_wal_replay_pause()`.execute(replica.db);
    await send(service, token, '2');
    assert.equal(await countOf(service, token, user.id), 2);
    await sql`select pg_wal_replay_resume()`.execute(replica.db);

    for (let ticket = 3; ticket <= 40; ticket += 1) {
      await send(service, token, String(ticket));
      assert.equal(await countOf(service, token, user.id), ticket);
    }
  });

  it('goes on without it when it is gone', async (t) => {
    const lines: string[] = [];
    const gone = openReplica('postgresql://nobody:nothing@127.0.0.1:1/none');
    t.after(gone.close);
    const service = await startTestService(t, {
      database: { ...database, replica: gone },
      log: (line) => void lines.push(line),
    });
    const { token, user } = await signedInUser(service);
    await send(service, token, '1');
    for (let call = 0; call < 3; call += 1) assert.equal(await countOf(service, token, user.id), 1);
    assert.equal(lines.filter((line) => line.includes('reading replica')).length, 1);
  });
});
