import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../../apps/api/src/db/migrate.ts';
import { hostedFleet } from '../../apps/api/test/chaos/helpers/hosted-fleet.ts';
import { until } from '../../apps/api/test/helpers/until.ts';
import { startOwnPostgres } from '../postgres/own-server.ts';

const STOPS = 3;

it('hosted accounts trade as if nothing had happened when PostgreSQL is killed under their runners', async (t) => {
  const postgres = await startOwnPostgres();
  if (!postgres) return t.skip('no PostgreSQL is found on this machine');
  t.after(() => postgres.remove());
  const empty = await connectPostgres(postgres.url);
  await migrateToLatest(empty.db);
  await empty.close();
  const fleet = await hostedFleet(t, postgres.url, { days: 7, fastHourMs: 60 });
  const { history: expected } = await fleet.undisturbed();
  const members = await fleet.begin(8);
  const runners = [await fleet.runner(), await fleet.runner()];
  const held = async () =>
    Math.max(...(await Promise.all(runners.map(({ id }) => fleet.heldBy(id)))));
  await until(async () => (await held()) > 0, 30_000);
  for (let stops = 0; stops < STOPS; stops += 1) {
    await sleep(1_000 + Math.random() * 1_000);
    await postgres.stop('immediate');
    await sleep(300);
    await postgres.start();
  }
  await fleet.finished();
  for (const { id } of members) assert.deepEqual(await fleet.historyOf(id), expected);
  assert.deepEqual(await fleet.wrongBooks(), []);
});
