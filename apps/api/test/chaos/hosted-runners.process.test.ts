import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { atScale } from '../helpers/at-scale.ts';
import { freshStorage } from '../helpers/fresh-database.ts';
import { until } from '../helpers/until.ts';
import { hostedFleet } from './helpers/hosted-fleet.ts';
import { killRunners } from './helpers/kill-runners.ts';

const skip =
  process.env.TEST_DATABASE !== 'postgres' && 'the embedded database has one runner: its own';
/** Twice what it may take, for a busy machine; the figure is in the report. */
const TAKEN_OVER_MS = 30_000;

/** A whole week: five days on which the market is open, whatever day it is today. */
const WEEK = { days: 7, fastHourMs: 60 };

async function fleetOf(t: TestContext) {
  const storage = await freshStorage();
  t.after(storage.remove);
  return hostedFleet(t, storage.env.DATABASE_URL ?? '', WEEK);
}

describe('hosted accounts of several runners', () => {
  const kills = atScale({ full: 12, part: 6 });
  const count = atScale({ full: 20, part: 8 });

  it(`trade as if nothing had happened when a runner is killed ${kills} times`, {
    skip,
  }, async (t) => {
    const fleet = await fleetOf(t);
    const { history: expected } = await fleet.undisturbed();
    const members = await fleet.begin(count);
    const { longestMs, stood, faults } = await killRunners(fleet, { kills, patient: 6 });
    await fleet.finished();
    assert.ok(longestMs <= TAKEN_OVER_MS, `${longestMs} ms without a runner`);
    assert.ok((stood.decisions ?? 0) + (stood.bots ?? 0) > 0, 'killed where a bar is stored');
    for (const { id } of members) assert.deepEqual(await fleet.historyOf(id), expected);
    assert.deepEqual(await fleet.wrongBooks(), []);
    assert.deepEqual(faults, []);
    t.diagnostic(
      `${kills} kills, ${count} accounts, ${count * expected.trades.length} trades, ${count * expected.decisions.length} decisions, taken over in ${Math.round(longestMs)} ms, ${JSON.stringify(stood)}`,
    );
  });

  it('are taken from a runner that is frozen, and the database refuses what it writes once it wakes', {
    skip,
  }, async (t) => {
    const fleet = await fleetOf(t);
    const { history: expected } = await fleet.undisturbed();
    const members = await fleet.begin(6);
    await countRefused(fleet.db);
    const frozen = await fleet.runner();
    // With the one that nobody disturbed, which has come to its end.
    await until(async () => (await fleet.heldBy(frozen.id)) > members.length, 60_000);
    await until(async () => (await storedBars(fleet.db)) === members.length + 1, 60_000);
    const other = await fleet.runner();
    frozen.freeze();
    const ms = await fleet.takenOver(frozen.id);
    frozen.thaw();
    assert.ok(ms <= TAKEN_OVER_MS, `${ms} ms without a runner`);
    await until(async () => (await frozen.held()) === 0, 30_000);
    assert.equal(await fleet.heldBy(frozen.id), 0);
    // Refused by the turn, or rolled back with the session that stood still in the middle.
    const refused = (await refusedWrites(fleet.db)) + frozen.faults.length;
    assert.ok(refused > 0, 'it tried to store a bar, and could not');
    await fleet.finished();
    for (const { id } of members) assert.deepEqual(await fleet.historyOf(id), expected);
    assert.deepEqual(await fleet.wrongBooks(), []);
    // What it had begun was rolled back with its session.
    assert.deepEqual(
      frozen.faults.filter((fault) => !/onnection (error|terminated)|EPIPE|ECONNRESET/.test(fault)),
      [],
    );
    assert.deepEqual(other.faults, []);
    t.diagnostic(`taken over in ${Math.round(ms)} ms`);
  });
});

async function storedBars(db: Parameters<typeof refusedWrites>[0]): Promise<number> {
  const rows = await db
    .selectFrom('hosted_accounts')
    .select('id')
    .where('bar_at', 'is not', null)
    .execute();
  return rows.length;
}

/** Counts, outside of any transaction, updates of an account's state that find no account in their turn. */
async function countRefused(db: Parameters<typeof refusedWrites>[0]): Promise<void> {
  await sql`create sequence refused_writes minvalue 0 start 0`.execute(db);
  await sql`select nextval('refused_writes')`.execute(db);
  await sql`
    create function count_refused() returns trigger language plpgsql as $$
    begin
      if current_query() like '%hosted.closed_trades + kept.closed%' and not exists (select from fresh)
      then perform nextval('refused_writes'); end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger count_refused after update on hosted_accounts
    referencing new table as fresh for each statement execute function count_refused()`.execute(db);
}

async function refusedWrites(db: Awaited<ReturnType<typeof hostedFleet>>['db']): Promise<number> {
  const { rows } = await sql<{ last: string }>`
    select last_value as last from refused_writes`.execute(db);
  return Number(rows[0]?.last);
}
