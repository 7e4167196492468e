import assert from 'node:assert/strict';
import { it } from 'node:test';
import { instanceFigures } from '@quorate/contract/admin-health';
import { sql } from 'kysely';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { until } from '../../../test/helpers/until.ts';
import { newId } from '../../db/ids.ts';
import { NEWEST_MIGRATION } from '../../db/migrate.ts';
import type { Db } from '../../db/tables.ts';
import { createLifecycle } from '../lifecycle.ts';
import { startInstance } from './instance.ts';
import { removeGoneInstances } from './instances.queries.ts';

const log = { warn: () => {} };

const list = (db: Db) => db.selectFrom('service_instances').selectAll().orderBy('pid').execute();

it('each copy of the service says that it is there and how it does, until it ends', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.close());
  const { db } = database;
  const lifecycle = createLifecycle();
  Object.assign(lifecycle.counts, { requests: 12, errors: 1 });
  const self = { id: newId(), host: 'one', pid: 1, version: '0.1.0' };
  const one = startInstance({ db, lifecycle, log, everyMs: 300 }, self);
  t.after(() => one.stop());
  const two = startInstance(
    { db, lifecycle: createLifecycle(), log, everyMs: 20 },
    { ...self, id: newId(), host: 'two', pid: 2 },
  );
  t.after(() => two.stop());
  const first = await until(async () => (await list(db)).length === 2 && (await list(db))[0]);
  assert.deepEqual([first.id, first.host, first.version], [self.id, 'one', '0.1.0']);
  const figures = instanceFigures.parse(first.figures);
  assert.deepEqual([figures.requests, figures.errors], [12, 1]);
  assert.equal(figures.schema, NEWEST_MIGRATION);
  assert.ok(figures.rss_mb > 10 && figures.heap_mb > 1);
  await until(async () => {
    const [again] = await list(db);
    return again && again.seen_at > first.seen_at;
  });
  // A loop that is blocked for 150 ms again and again says so.
  await until(async () => {
    const blockedUntil = performance.now() + 150;
    while (performance.now() < blockedUntil);
    const [again] = await list(db);
    return instanceFigures.parse(again?.figures).loop_lag_ms > 100;
  });
  await one.stop();
  assert.deepEqual(
    (await list(db)).map(({ host }) => host),
    ['two'],
  );
  await two.stop();
  assert.deepEqual(await list(db), []);
});

it('a copy that was killed is forgotten after ten minutes, by the database’s clock', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.close());
  const { db } = database;
  for (const [pid, minutes] of [
    [1, 9],
    [2, 11],
  ]) {
    await sql`
      insert into service_instances (id, host, pid, version, started_at, seen_at, figures)
      values (${newId()}, 'one', ${pid}, '0.1.0', now(), now() - ${minutes} * interval '1 minute', '{}')
    `.execute(db);
  }
  await removeGoneInstances({ db });
  assert.deepEqual(
    (await list(db)).map(({ pid }) => pid),
    [1],
  );
});

it('a copy whose database is away says so in its log, and goes on', async () => {
  const warned: string[] = [];
  const copy = startInstance(
    {
      db: undefined as never,
      lifecycle: createLifecycle(),
      log: { warn: (_details, message) => warned.push(message) },
      everyMs: 5,
    },
    { id: newId(), host: 'one', pid: 1, version: '0.1.0' },
  );
  await until(() => warned.length > 2);
  await copy.stop();
});
