import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import {
  addRunningBots,
  hear,
  mailsOf,
  silenceStage,
  silencesOf,
} from './testing/silence-stage.ts';

describe('when it is the service that does not hear', () => {
  it('nobody is told after it was away, and one that stays silent is told a minute after the others are back', async (t) => {
    const { db, clock, look, lookFor, warnings } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 30 });
    clock.advance(40 * 60_000);
    await look();
    const [dead, ...running] = bots;
    await lookFor(15_000);
    await lookFor(60_000, () => hear(db, clock.now(), running));
    assert.deepEqual(await mailsOf(db), []);
    assert.equal(warnings.length, 1, 'operators read it once');
    await lookFor(5_000, () => hear(db, clock.now(), running));
    assert.deepEqual(
      (await mailsOf(db)).map(({ to_address }) => to_address),
      [dead?.email],
    );
  });

  it('nobody is told while nobody at all is heard of, and those who are lost are told once some are', async (t) => {
    const { db, clock, lookFor, warnings } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 6 });
    await lookFor(45 * 60_000, undefined, 20_000);
    assert.deepEqual(await silencesOf(db), []);
    assert.match(warnings.join(), /no bot at all is online/);
    const [dead, ...running] = bots;
    // They come back one after the other.
    for (const [index] of running.entries())
      await lookFor(10_000, () => hear(db, clock.now(), running.slice(0, index + 1)));
    assert.deepEqual(await silencesOf(db), []);
    await lookFor(60_000, () => hear(db, clock.now(), running));
    assert.deepEqual(
      (await silencesOf(db)).map(({ bot_id }) => bot_id),
      [dead?.bot_id],
    );
    assert.equal((await mailsOf(db)).length, 1);
  });

  it('nobody is told when the clock jumps ahead by an hour, and a bot that stops then is noticed', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 4 });
    clock.advance(3_600_000);
    await lookFor(120_000, () => hear(db, clock.now(), bots));
    assert.deepEqual(await silencesOf(db), []);
    await lookFor(60_000, () => hear(db, clock.now(), bots.slice(1)));
    assert.equal((await mailsOf(db)).length, 1);
  });

  it('nobody is told when the clock is put back by an hour, and one that died before is noticed soon', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 4 });
    clock.advance(-3_600_000);
    const [dead, ...running] = bots;
    await lookFor(60_000, () => hear(db, clock.now(), running));
    assert.deepEqual(await mailsOf(db), []);
    await lookFor(60_000, () => hear(db, clock.now(), running));
    assert.deepEqual(
      (await mailsOf(db)).map(({ to_address }) => to_address),
      [dead?.email],
    );
  });

  it('a silence from before the clock was put back is over once its bot is heard of', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 1 });
    await lookFor(60_000);
    clock.advance(-3_600_000);
    await lookFor(30_000, () => hear(db, clock.now(), bots));
    const silences = await silencesOf(db);
    assert.equal(silences.length, 1);
    assert.notEqual(silences[0]?.ended_at, null);
    assert.equal((await mailsOf(db)).length, 1);
  });

  it('copies whose clocks are an hour apart tell nobody anything that is not so', async (t) => {
    const { db, clock, lookFor, copy } = await silenceStage(t);
    const ahead = testClock();
    const other = copy(ahead);
    const bots = await addRunningBots(db, { at: clock.now(), users: 10 });
    await lookFor(300_000, async () => {
      ahead.set(new Date(clock.now() + 3_600_000).toISOString());
      await hear(db, clock.now(), bots.slice(0, 5));
      await hear(db, ahead.now(), bots.slice(5));
      await other.look();
    });
    assert.deepEqual(await mailsOf(db), []);
  });
});

describe('many silent bots', () => {
  it('of two thousand owners are each told once, though three copies look at once', async (t) => {
    const { db, clock, lookFor, copy } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 2_001 });
    const [alive] = bots;
    await lookFor(40_000, () => hear(db, clock.now(), bots.slice(0, 1)));
    clock.advance(6_000);
    await hear(db, clock.now(), bots.slice(0, 1));
    const found = await Promise.all([copy().look(), copy().look(), copy().look()]);
    assert.equal(
      found.reduce((sum, { silent }) => sum + silent, 0),
      2_000,
    );
    const told = (await mailsOf(db)).map(({ to_address }) => to_address);
    assert.equal(told.length, 2_000);
    assert.equal(new Set(told).size, 2_000);
    assert.ok(alive && !told.includes(alive.email));
    const { rows } =
      await sql`select 1 from live_counts where topic = 'bots' and count = 1`.execute(db);
    assert.equal(rows.length, 2_000);
  });

  it('lose no notice when a copy dies halfway: what it had not committed is told by the next', async (t) => {
    const { db, clock, lookFor, look } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 450 });
    await lookFor(40_000, () => hear(db, clock.now(), bots.slice(0, 1)));
    clock.advance(6_000);
    await hear(db, clock.now(), bots.slice(0, 1));
    // The last of its mails cannot be stored: as if it had been killed before its second commit.
    await sql`
      create function stop_mail() returns trigger language plpgsql as $$
      begin if (select count(*) from outbox) >= 300 then raise exception 'killed'; end if; return null; end $$
    `.execute(db);
    await sql`create trigger stop_mail after insert on outbox execute function stop_mail()`.execute(
      db,
    );
    await assert.rejects(look(), /killed/);
    const half = (await mailsOf(db)).length;
    assert.ok(half > 0 && half < 449, `${half} were told`);
    await sql`drop trigger stop_mail on outbox`.execute(db);
    clock.advance(1_000);
    await look();
    const told = (await mailsOf(db)).map(({ to_address }) => to_address);
    assert.equal(told.length, 449);
    assert.equal(new Set(told).size, 449);
    assert.equal((await silencesOf(db)).length, 449);
  });
});
