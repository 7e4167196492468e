import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { readLiveCounts } from '../../../process/announcer.ts';
import {
  addRunningBots,
  hear,
  mailsOf,
  silenceStage,
  silencesOf,
} from './testing/silence-stage.ts';
import { LOOK_EVERY_MS } from './watch-silences.ts';

describe('a bot that falls silent', () => {
  it('is noticed and its owner’s mail is queued within 60 s of its last heartbeat, whenever that was', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    for (let offset = 0; offset < LOOK_EVERY_MS; offset += 490) {
      await db.deleteFrom('outbox').execute();
      await db.deleteFrom('users').execute();
      const last = clock.now() + offset;
      await addRunningBots(db, { at: last, users: 1 });
      await lookFor(SILENT_AFTER_S * 1_000 - LOOK_EVERY_MS);
      assert.deepEqual(await mailsOf(db), [], 'nobody is told before its time');
      await lookFor(60_000 - (clock.now() - last));
      const [mail] = await mailsOf(db);
      const tookMs = Number(mail?.created_at) - last;
      assert.ok(tookMs <= 50_000, `told after ${tookMs} ms`);
    }
  });

  it('is one silence, one mail and one change of the dashboard, however often it is looked for', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const last = clock.now();
    const [bot] = await addRunningBots(db, { at: last, users: 1 });
    const countOf = async () => (await readLiveCounts(db, bot?.user_id ?? '')).bots;
    await lookFor(600_000);
    const [silence, ...more] = await silencesOf(db);
    assert.deepEqual(more, []);
    assert.equal(Number(silence?.since), last);
    assert.equal(silence?.open_positions, 3);
    assert.equal(silence?.ended_at, null);
    assert.equal(silence?.told, true);
    assert.equal(await countOf(), 1);
    const [mail, ...others] = await mailsOf(db);
    assert.deepEqual(others, []);
    assert.equal(mail?.to_address, bot?.email);
    assert.equal(mail?.subject, 'Your bot on demo account 1 at Demo-Server is offline');
    assert.match(
      mail?.text ?? '',
      /last seen on 2 March 2026 at 10:01 UTC\. 3 positions were open then\./,
    );
    assert.match(mail?.text ?? '', /Stop losses and take profits that the broker has still hold\./);
    assert.match(mail?.text ?? '', /https:\/\/quorate\.example\/dashboard\/security#notifications/);
  });

  it('is named practice where its account is, in mails about both and with nothing to do', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 1 });
    const hosted = { server: HOSTED_SERVER, login: 'practice-1', paper: true };
    await db
      .updateTable('trading_accounts')
      .set({ ...hosted, account_type: 'practice' })
      .execute();
    await lookFor(420_000);
    await hear(db, clock.now(), bots);
    await lookFor(5_000);
    const mails = await mailsOf(db);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [
        'Your bot on practice account practice-1 is offline',
        'Your bot on practice account practice-1 is back online',
      ],
    );
    assert.match(mails[0]?.text ?? '', /You need to do nothing/);
    assert.doesNotMatch(mails[0]?.text ?? '', /MetaTrader|broker/);
    await db.deleteFrom('outbox').execute();
    await db.updateTable('trading_accounts').set({ account_type: 'demo' }).execute();
    await lookFor(60_000);
    assert.deepEqual(
      (await mailsOf(db)).map(({ subject }) => subject),
      ['Your bot on paper account practice-1 is offline'],
    );
  });

  it('that has ended in order is not silent', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    await addRunningBots(db, { at: clock.now(), users: 1 });
    await db
      .updateTable('bots')
      .set({ ended_at: new Date(clock.now()) })
      .execute();
    await lookFor(600_000);
    assert.deepEqual(await silencesOf(db), []);
    assert.deepEqual(await mailsOf(db), []);
  });

  it('is told together with its owner’s other bots, in one mail', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    await addRunningBots(db, { at: clock.now(), users: 1, each: 3, open: 0 });
    await lookFor(60_000);
    const mails = await mailsOf(db);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['3 of your bots are offline'],
    );
    assert.match(mails[0]?.text ?? '', /Nothing was open then/);
    assert.equal((await silencesOf(db)).length, 3);
  });

  it('is told at most three times an hour while it comes and goes, and the third mail says so', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 1 });
    for (let time = 0; time < 8; time += 1) {
      await lookFor(60_000);
      await hear(db, clock.now(), bots);
      await lookFor(10_000);
    }
    const silences = await silencesOf(db);
    assert.equal(silences.length, 8);
    assert.deepEqual(
      silences.map(({ told }) => told),
      [true, true, true, false, false, false, false, false],
    );
    assert.ok(silences.every(({ ended_at: ended }) => ended !== null));
    const texts = (await mailsOf(db)).map(({ text }) => text);
    assert.deepEqual(
      texts.map((text) => /we write no more about it in this hour/.test(text)),
      [false, false, true],
    );
    await lookFor(3_600_000, () => hear(db, clock.now()), 20_000);
    await lookFor(60_000);
    assert.equal((await mailsOf(db)).length, 4, 'an hour later it is told again');
  });

  it('and is back is told so if it was away for more than five minutes, and it had been told', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const bots = await addRunningBots(db, { at: clock.now(), users: 1 });
    await lookFor(300_000);
    await hear(db, clock.now(), bots);
    await lookFor(5_000);
    assert.equal(
      (await mailsOf(db)).length,
      1,
      'five minutes to the second are not more than five',
    );
    await lookFor(420_000);
    await hear(db, clock.now(), bots);
    await lookFor(5_000);
    const subjects = (await mailsOf(db)).map(({ subject }) => subject);
    assert.deepEqual(subjects.slice(1), [
      'Your bot on demo account 1 at Demo-Server is offline',
      'Your bot on demo account 1 at Demo-Server is back online',
    ]);
    const [, second] = await silencesOf(db);
    assert.equal(Number(second?.ended_at), clock.now() - 5_000);
  });

  it('and ends in order afterwards is over without a word', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    await addRunningBots(db, { at: clock.now(), users: 1 });
    await lookFor(600_000);
    const at = new Date(clock.now());
    await db.updateTable('bots').set({ last_heartbeat_at: at, ended_at: at }).execute();
    await lookFor(5_000);
    assert.equal((await mailsOf(db)).length, 1);
    assert.equal(Number((await silencesOf(db))[0]?.ended_at), Number(at));
  });

  it('is not told to those who turned it off, and is on the dashboard all the same', async (t) => {
    const { db, clock, lookFor } = await silenceStage(t);
    const [bot] = await addRunningBots(db, { at: clock.now(), users: 2 });
    const off = { user_id: bot?.user_id ?? '', silent_bot_mail: false, silent_bot_push: true };
    await db.insertInto('notification_settings').values(off).execute();
    await lookFor(60_000);
    const mails = await mailsOf(db);
    assert.equal(mails.length, 1);
    assert.notEqual(mails[0]?.to_address, bot?.email);
    assert.equal((await silencesOf(db)).length, 2);
  });
});
