import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { getNotifications, saveNotifications } from '@quorate/contract/notifications';
import { syncTrades } from '@quorate/contract/trade-sync';
import { unsubscribe } from '@quorate/contract/weekly-review';
import { accountInput, signedInUser, tradeInput } from '../../../../test/helpers/builders.ts';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { createSealing } from '../../../db/sealing.ts';
import { deliverMail } from '../../../mail/outbox.ts';
import { sendWeeklyMails } from './send-weekly-mails.ts';

const MONDAY = '2026-03-02';
const HOUR_MS = 3_600_000;

/** A service on the Monday after a week with trades, at an hour of UTC. */
async function start(t: TestContext, hour = 10) {
  const clock = testClock(`${MONDAY}T00:00:00Z`);
  clock.advance(hour * HOUR_MS);
  const sealing = createSealing(Buffer.alloc(32, 7));
  const service = await startTestService(t, { clock, sealing });
  const deps = {
    db: service.db,
    clock,
    brand: DEFAULT_BRAND,
    publicUrl: 'https://quorate.example',
    sealing,
  };
  const trader = async (login = '100200', account: object = {}) => {
    const person = await signedInUser(service);
    const trades = [
      lastWeek({ profit: 42.18, gross_profit: 42.88, exit_reason: 'target' }),
      lastWeek({ profit: -20.7, gross_profit: -20, symbol: 'GBPUSD', exit_reason: 'stop' }),
    ];
    const body = { account: accountInput({ login, ...account }), trades };
    await service.call(syncTrades, { body }, person.token);
    return person;
  };
  const reviews = () =>
    service.db.selectFrom('outbox').selectAll().where('subject', 'like', 'Your week%').execute();
  return { service, deps, clock, trader, reviews, send: () => sendWeeklyMails(deps) };
}

function lastWeek(changes: Parameters<typeof tradeInput>[0]) {
  return tradeInput({
    opened_at: '2026-02-25T08:00:00.000Z',
    closed_at: '2026-02-25T09:30:00.000Z',
    commission: -0.7,
    ...changes,
  });
}

describe('the weekly review by mail', () => {
  it('goes once to everybody with trades in the week, however often and from however many copies it is sent', async (t) => {
    const { service, trader, reviews, send } = await start(t);
    const people = [];
    for (let n = 0; n < 23; n += 1) people.push(await trader());
    await signedInUser(service);
    const sent = await Promise.all([send(), send(), send()]);
    await send();
    assert.equal(
      sent.reduce((sum, count) => sum + count, 0),
      23,
    );
    const mails = await reviews();
    assert.deepEqual(
      mails.map(({ to_address }) => to_address).toSorted(),
      people.map(({ user }) => user.email).toSorted(),
    );
  });

  it('says three facts and one question, with links to the stories and out of these mails', async (t) => {
    const { trader, reviews, send } = await start(t);
    const { user } = await trader();
    await send();
    const [mail] = await reviews();
    assert.equal(mail?.subject, 'Your week: You made +21.48 USD net over 2 trades');
    const text = mail?.text ?? '';
    assert.match(text, /23 February to 1 March\. Demo account in USD\./);
    assert.match(
      text,
      /1\. You made \+21\.48 USD net over 2 trades\. The week before had no closed trade\./,
    );
    assert.match(
      text,
      /EURUSD BUY with \+42\.18 USD, which reached its target\. Your worst was GBPUSD BUY with −20\.70 USD, which hit its stop\./,
    );
    assert.match(text, /\n3\. /);
    assert.doesNotMatch(text, /\n4\. /);
    assert.match(text, /One question: .*\?/);
    assert.match(text, /Worst trade: https:\/\/quorate\.example\/dashboard\/trades\/[\w-]+\/\d+/);
    assert.match(text, /https:\/\/quorate\.example\/unsubscribe\?token=/);
    assert.equal(mail?.about_user, user.id);
    assert.match(mail?.unsubscribe_url ?? '', /\/api\/notifications\/unsubscribe\?token=/);
  });

  it('names practice and paper as such, and adds up no two currencies', async (t) => {
    const { service, trader, reviews, send } = await start(t);
    const { token } = await trader('1', { kind: 'paper', server: 'paper' });
    const body = {
      account: accountInput({ login: '2', currency: 'EUR', kind: 'paper', server: 'paper' }),
      trades: [lastWeek({ profit: 99.3, gross_profit: 100 })],
    };
    await service.call(syncTrades, { body }, token);
    await send();
    const [mail] = await reviews();
    assert.match(mail?.text ?? '', /Paper account in USD\./);
    assert.match(mail?.text ?? '', /paper money: no real money is involved/);
    assert.match(mail?.text ?? '', /Paper account in EUR: \+99\.30 EUR over 1 trade\./);
    assert.match(mail?.text ?? '', /You made \+21\.48 USD/);
  });

  it('waits for Monday morning in the user’s zone', async (t) => {
    const { service, clock, trader, reviews, send } = await start(t, 1);
    const karachi = await trader();
    const utc = await trader();
    await service.call(saveNotifications, { body: { time_zone: 'Asia/Karachi' } }, karachi.token);
    await send();
    assert.deepEqual(await reviews(), [], '6:00 in Karachi');
    clock.advance(HOUR_MS);
    await send();
    assert.deepEqual(
      (await reviews()).map(({ to_address }) => to_address),
      [karachi.user.email],
    );
    clock.advance(5 * HOUR_MS);
    await send();
    assert.deepEqual(
      (await reviews()).map(({ to_address }) => to_address).toSorted(),
      [karachi.user.email, utc.user.email].toSorted(),
    );
  });

  it('is not sent a second time to somebody who moves to another zone', async (t) => {
    const { service, trader, reviews, send } = await start(t, 15);
    const { token } = await trader();
    await send();
    await service.call(saveNotifications, { body: { time_zone: 'America/New_York' } }, token);
    await send();
    assert.equal((await reviews()).length, 1);
  });

  it('is not sent by a service that comes back after more than two days, nor on other days', async (t) => {
    const { trader, clock, reviews, send } = await start(t, 7 + 48);
    await trader();
    await send();
    assert.deepEqual(await reviews(), []);
    clock.advance(3 * 24 * HOUR_MS);
    await send();
    assert.deepEqual(await reviews(), []);
  });

  it('goes on where it was killed, and sends nobody a second one', async (t) => {
    const { service, deps, trader, reviews, send } = await start(t);
    for (let n = 0; n < 25; n += 1) await trader();
    // The first batch is stored; in the midst of the second the process dies.
    let sealed = 0;
    const sealing = {
      ...deps.sealing,
      seal(secret: string, place: string) {
        sealed += 1;
        if (sealed > 22) throw new Error('killed');
        return deps.sealing.seal(secret, place);
      },
    };
    await assert.rejects(() => sendWeeklyMails({ ...deps, sealing }), /killed/);
    assert.equal((await reviews()).length, 20);
    await send();
    assert.equal((await reviews()).length, 25);
    const rows = await service.db.selectFrom('weekly_mails').selectAll().execute();
    assert.equal(rows.length, 25);
  });

  it('is not sent to somebody who does not want it, or whose address is not confirmed', async (t) => {
    const { service, trader, reviews, send } = await start(t);
    const unwilling = await trader();
    const unconfirmed = await trader();
    await service.call(saveNotifications, { body: { weekly_review_mail: false } }, unwilling.token);
    await service.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unconfirmed.user.id)
      .execute();
    await send();
    assert.deepEqual(await reviews(), []);
  });

  it('has a link that turns it off with one click, also twice, and no other', async (t) => {
    const { service, trader, reviews, send } = await start(t);
    const { token, user } = await trader();
    await send();
    const [mail] = await reviews();
    const link = new URL(mail?.unsubscribe_url ?? '');
    const click = (search: string) =>
      service.app.inject({
        method: 'POST',
        url: `${unsubscribe.path}${search}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const { settings: before } = await service.call(getNotifications, {}, token);
    assert.equal(before.weekly_review_mail, true);
    for (let turn = 0; turn < 2; turn += 1)
      assert.equal((await click(link.search)).statusCode, 200);
    const { settings } = await service.call(getNotifications, {}, token);
    assert.deepEqual(settings, { ...before, weekly_review_mail: false });
    const forged = await click(`?token=${encodeURIComponent(`v1.${user.id}`)}`);
    assert.equal(forged.json().code, 'unsubscribe_invalid');
  });

  it('leaves with the header that mail programs look for', async (t) => {
    const { deps, trader, send } = await start(t);
    await trader();
    await send();
    const sent: unknown[] = [];
    const transport = { keeps: false, send: async (mail: unknown) => void sent.push(mail) };
    await deliverMail({ ...deps, transport });
    const [mail] = sent as { unsubscribeUrl?: string }[];
    assert.match(mail?.unsubscribeUrl ?? '', /unsubscribe\?token=/);
  });
});
