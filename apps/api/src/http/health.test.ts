import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getHealth, getReadiness } from '@quorate/contract/health';
import { fastify } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import type { Database } from '../db/database.ts';
import { NEWEST_MIGRATION } from '../db/migrate.ts';
import type { Db, Tables } from '../db/tables.ts';
import { createLifecycle } from '../process/lifecycle.ts';
import { createRoute, type OperatorGuard } from './endpoint.ts';
import { registerErrors } from './errors.ts';
import { registerHealth } from './health.routes.ts';
import { registerLifecycle } from './lifecycle.ts';

async function start(t: TestContext, change: Partial<Database> = {}) {
  const database = await freshDatabase();
  t.after(() => database.close());
  const lifecycle = createLifecycle();
  const app = fastify();
  t.after(() => app.close());
  registerErrors(app);
  registerLifecycle(app, lifecycle);
  const nobody = { caller: async () => null, forget: () => {} };
  const operators: OperatorGuard = {
    expectProof: async () => {},
    act: (_call, work) => work(),
  };
  const limit = { count: () => {} };
  const route = createRoute(app, { identify: nobody, operators, limit, demo: null });
  registerHealth(route, { database: { ...database, ...change }, lifecycle });
  const status = async (path: string) =>
    (await app.inject({ method: 'GET', url: path })).statusCode;
  return {
    app,
    db: database.db,
    lifecycle,
    ready: () => status(getReadiness.path),
    alive: () => status(getHealth.path),
  };
}

/** A database that takes every question and answers none. */
function hanging(): { db: Db; asked: () => number } {
  let asked = 0;
  const executor = {
    transformQuery: (node: unknown) => node,
    compileQuery: () => ({ sql: '', parameters: [], query: {} }),
    executeQuery: () => {
      asked += 1;
      return new Promise(() => {});
    },
  };
  const db = { getExecutor: () => executor } as unknown as Kysely<Tables>;
  return { db, asked: () => asked };
}

describe('readiness', () => {
  it('holds while the database answers and its schema is new enough', async (t) => {
    const { ready, db } = await start(t);
    assert.equal(await ready(), 200);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db);
    assert.equal(await ready(), 200, 'a newer copy has migrated: this one goes on');
  });

  it('is refused on a schema that is too old, or that is none', async (t) => {
    const { ready, alive, db } = await start(t);
    await sql`delete from kysely_migration where name = ${NEWEST_MIGRATION}`.execute(db);
    assert.equal(await ready(), 503);
    await sql`drop table kysely_migration`.execute(db);
    assert.equal(await ready(), 503);
    assert.equal(await alive(), 200);
  });

  it('is refused from the moment the service is told to end, and connections are given back', async (t) => {
    const { app, ready, alive, lifecycle } = await start(t);
    lifecycle.end();
    assert.equal(await ready(), 503);
    assert.equal(await alive(), 200, 'the process itself is well');
    const reply = await app.inject({ method: 'GET', url: getHealth.path });
    assert.equal(reply.headers.connection, 'close');
  });

  it('is refused within a second by a database that hangs, which is asked once, and life goes on', async (t) => {
    const { db, asked } = hanging();
    const { ready, alive } = await start(t, { db });
    const begun = performance.now();
    const probes = Array.from({ length: 50 }, ready);
    assert.equal(await alive(), 200);
    assert.deepEqual(new Set(await Promise.all(probes)), new Set([503]));
    assert.ok(performance.now() - begun < 1_500);
    assert.equal(asked(), 1, 'fifty probes hold one connection');
  });

  it('is counted with every other request, and those that are under way are known', async (t) => {
    const { app, ready, lifecycle } = await start(t);
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    app.get('/slow', async () => {
      begun.resolve();
      await gate.promise;
      return 'done';
    });
    app.get('/broken', async () => {
      throw new Error('broken');
    });
    const slow = app.inject({ method: 'GET', url: '/slow' });
    await begun.promise;
    assert.equal(lifecycle.counts.inFlight, 1);
    gate.resolve();
    await slow;
    await ready();
    await app.inject({ method: 'GET', url: '/broken' });
    await app.inject({ method: 'GET', url: '/nowhere' });
    assert.deepEqual(lifecycle.counts, { requests: 4, errors: 1, inFlight: 0 });
  });
});
