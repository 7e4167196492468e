import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getAdminPayment, refundPayment } from '@quorate/contract/admin-payments';
import { notedActions, signedInOperator } from '../../../../test/helpers/operator.ts';
import { PaymentsError } from '../payments.ts';
import { runProviderTasks } from '../record/provider-tasks.ts';
import { startShop } from '../testing/shop.ts';

const REASON = 'Asked for by its buyer within 30 days';
const BODY = { reason: REASON, amount: 80 };

async function soldShop(t: TestContext, options: Parameters<typeof startShop>[1] = {}) {
  const shop = await startShop(t, options);
  const operator = await signedInOperator(shop.service);
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  await shop.settle();
  const params = { transaction_id: sale.transactionId };
  const refund = (body: object = BODY, token = operator.token) =>
    shop.service.call(refundPayment, { params, body: body as typeof BODY }, token);
  const refuse = (body: object) =>
    shop.service.fail(refundPayment, { params, body }, operator.token);
  const look = (token = operator.token) => shop.service.call(getAdminPayment, { params }, token);
  const atProvider = () => shop.provider.payments.findAdjustments(sale.transactionId);
  const noted = () => notedActions(shop.service);
  return { shop, operator, user, sale, params, refund, refuse, look, atProvider, noted };
}

describe('an operator’s refund', () => {
  it('says before what it does, waits for the provider, then ends the plan', async (t) => {
    const { shop, user, refund, look, atProvider, noted } = await soldShop(t);
    const before = await look();
    assert.deepEqual(before.refund, {
      state: 'none',
      impossible: null,
      ends_plan: true,
      last_error: null,
    });
    assert.equal((await refund()).refund.state, 'pending');
    assert.equal(await shop.planOf(user), 'Pro');
    await shop.control.moveClock({ advance: '11m' });
    await shop.settle();
    const after = await look();
    assert.deepEqual([after.refund.state, after.payment.returned], ['approved', 80]);
    assert.equal(after.refund.impossible, 'all of it has gone back already.');
    assert.equal(after.subscription?.status, 'canceled');
    assert.equal(await shop.planOf(user), 'Free');
    assert.equal((await atProvider()).length, 1);
    const [line, ...more] = await noted();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [line?.action, line?.subject_id, line?.details],
      [
        'refund_asked',
        after.payment.transaction_id,
        { reason: REASON, amount: 80, currency: 'USD' },
      ],
    );
    const subjects = (await shop.service.mailsTo(user.user.email)).map(({ subject }) => subject);
    assert.equal(subjects.filter((subject) => subject === '$80.00 goes back to you').length, 1);
  });

  it('sent twice, by two operators at once, twenty times each, gives back once', async (t) => {
    const { shop, refund, atProvider, noted } = await soldShop(t);
    const other = await signedInOperator(shop.service, 'otto');
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? refund() : refund(BODY, other.token),
      ),
    );
    await shop.settle();
    await refund();
    assert.equal((await atProvider()).length, 1);
    assert.equal((await noted()).length, 1);
  });

  it('that the provider rejects changes nothing, and can be asked for again', async (t) => {
    const { shop, user, refund, look, atProvider } = await soldShop(t);
    await refund();
    const [first] = await atProvider();
    await shop.control.decideAdjustment(first?.id ?? '', 'rejected');
    await shop.settle();
    assert.equal((await look()).refund.state, 'rejected');
    assert.equal(await shop.planOf(user), 'Pro');
    assert.equal((await refund()).refund.state, 'pending');
    assert.equal((await atProvider()).length, 2);
  });

  it('of a bill whose period is over ends no plan', async (t) => {
    const { shop, user, refund, look } = await soldShop(t);
    await shop.control.moveClock({ set: '2026-04-02T10:00:05Z' });
    await shop.settle();
    // The operator's session has ended meanwhile.
    const later = await signedInOperator(shop.service, 'otto');
    const { refund: outlook } = await look(later.token);
    assert.deepEqual([outlook.impossible, outlook.ends_plan], [null, false]);
    await refund(BODY, later.token);
    await shop.control.moveClock({ advance: '11m' });
    await shop.settle();
    assert.equal((await look(later.token)).refund.state, 'approved');
    assert.equal(await shop.planOf(user), 'Pro');
  });

  it('that the provider refuses for good is shown as that, and can be asked for again', async (t) => {
    const { shop, refund, look, noted } = await soldShop(t, {
      payments: (real) => ({
        ...real,
        refundTransaction: async () => {
          throw new PaymentsError('refused', 'no refunds today', { code: 'adjustment_refused' });
        },
      }),
    });
    const asked = await refund();
    assert.deepEqual(
      [asked.refund.state, asked.refund.last_error],
      ['asked', 'refused: adjustment_refused'],
    );
    for (let tries = 0; tries < 12; tries += 1) {
      shop.clock.advance(3_600_000);
      await runProviderTasks(shop.deps);
    }
    assert.equal((await look()).refund.state, 'refused');
    assert.ok(shop.log.errors().some((line) => line.includes('refused for good')));
    // Who confirmed hours ago is asked again.
    const later = await signedInOperator(shop.service, 'otto');
    assert.equal((await refund(BODY, later.token)).refund.state, 'asked');
    assert.equal((await noted()).length, 2);
  });

  it('whose answer is lost is asked about first, and is not made twice', async (t) => {
    let silentFor = 1;
    const { shop, refund, atProvider } = await soldShop(t, {
      payments: (real) => ({
        ...real,
        refundTransaction: async (...all) => {
          const made = await real.refundTransaction(...all);
          silentFor -= 1;
          if (silentFor >= 0) throw new PaymentsError('unreachable', 'no answer in 3000 ms');
          return made;
        },
      }),
    });
    const asked = await refund();
    assert.deepEqual(
      [asked.refund.state, asked.refund.last_error],
      ['asked', 'unreachable no answer in 3000 ms'],
    );
    assert.equal((await refund()).refund.state, 'asked', 'whoever clicks again is told the same');
    shop.clock.advance(2_000);
    await shop.settle();
    assert.equal((await atProvider()).length, 1);
  });

  it('wants the amount typed, a reason, and a payment that was made', async (t) => {
    const { shop, operator, refuse, atProvider, noted } = await soldShop(t);
    const differs = await refuse({ ...BODY, amount: 8 });
    assert.deepEqual(
      [differs.status, differs.code, differs.message],
      [
        409,
        'refund_amount_differs',
        'The payment is over $80.00, and 8 USD was typed. Nothing was given back.',
      ],
    );
    assert.equal((await refuse({ ...BODY, reason: 'too short' })).code, 'validation_failed');
    assert.equal((await refuse({ reason: REASON })).code, 'validation_failed');
    const unknown = { transaction_id: `txn_${'0'.repeat(26)}` };
    const nobodys = await shop.service.fail(
      refundPayment,
      { params: unknown, body: BODY },
      operator.token,
    );
    assert.deepEqual([nobodys.status, nobodys.code], [404, 'record_unknown']);
    await shop.service.db.updateTable('transactions').set({ status: 'past_due' }).execute();
    const unpaid = await refuse(BODY);
    assert.deepEqual([unpaid.status, unpaid.code], [409, 'refund_refused']);
    assert.match(unpaid.message, /it is past_due, and no money has been taken with it/);
    assert.deepEqual([await atProvider(), await noted()], [[], []]);
  });

  it('of what went back in part is left to the provider’s own page', async (t) => {
    const { shop, sale, refuse, look } = await soldShop(t);
    const { db } = shop.service;
    await db.updateTable('transactions').set({ returned: 1_000 }).execute();
    const at = new Date(shop.clock.now());
    const part = {
      id: `adj_${'0'.repeat(26)}`,
      action: 'refund',
      status: 'approved',
      amount: 1_000,
    };
    await db
      .insertInto('adjustments')
      .values({
        ...part,
        transaction_id: sale.transactionId,
        currency: 'USD',
        provider_updated_at: at,
        created_at: at,
      })
      .execute();
    assert.match((await refuse(BODY)).message, /\$10\.00 of it have gone back already/);
    assert.match((await look()).refund.impossible ?? '', /provider’s dashboard/);
  });

  it('is for operators who have just confirmed who they are', async (t) => {
    const { shop, operator, user, params } = await soldShop(t);
    const call = (token: string) => shop.service.fail(refundPayment, { params, body: BODY }, token);
    assert.equal((await call(user.token)).code, 'operator_only');
    await shop.service.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(shop.clock.now() - 16 * 60_000) })
      .execute();
    assert.equal((await call(operator.token)).code, 'confirmation_needed');
  });
});
