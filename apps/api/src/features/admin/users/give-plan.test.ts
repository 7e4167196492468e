import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listAudit } from '@quorate/contract/admin-audit';
import { givePlan } from '@quorate/contract/admin-users';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { REASON, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const HOUR_MS = 3_600_000;

async function start(t: TestContext) {
  const service = await startTestService(t);
  const operator = await signedInOperator(service);
  const person = await signedInUser(service, { username: 'mira' });
  const params = { user_id: person.user.id };
  const give = (body: object) =>
    service.call(givePlan, { params, body: { reason: REASON, ...body } as never }, operator.token);
  const refuse = (body: object, token = operator.token) =>
    service.fail(givePlan, { params, body: { reason: REASON, ...body } }, token);
  const planNow = async () => (await service.call(getDashboard, {}, person.token)).plan.name;
  const log = async () => (await service.call(listAudit, {}, operator.token)).entries;
  const mails = async () => (await service.mailsTo('mira@example.com')).map((mail) => mail.subject);
  const inHours = (hours: number) => new Date(service.clock.now() + hours * HOUR_MS).toISOString();
  return { service, operator, person, params, give, refuse, planNow, log, mails, inHours };
}

describe('giving a plan', () => {
  it('holds at once, until its moment, and is in the audit log and in a mail', async (t) => {
    const { service, give, planNow, log, mails, inHours } = await start(t);
    const until = inHours(1);
    const { message, standing } = await give({ plan_name: 'Pro', until });
    assert.equal(message, 'mira is given Pro until 2 March 2026 at 11:00 UTC.');
    assert.deepEqual(standing, {
      plan_name: 'Pro',
      source: 'given',
      given_until: until,
      grace_until: null,
    });
    assert.equal(await planNow(), 'Pro');
    assert.ok((await mails()).includes('You have the Pro plan'));
    const [entry] = await log();
    assert.equal(entry?.action, 'plan_given');
    assert.equal(entry?.subject_name, 'mira');
    assert.deepEqual(entry?.details, {
      plan: 'Pro',
      until,
      was: 'Free',
      was_until: null,
      reason: REASON,
    });
    service.clock.advance(HOUR_MS - 1);
    assert.equal(await planNow(), 'Pro');
    service.clock.advance(1);
    assert.equal(await planNow(), 'Free');
  });

  it('is taken back by giving Free', async (t) => {
    const { give, planNow, mails } = await start(t);
    await give({ plan_name: 'Elite' });
    assert.equal(await planNow(), 'Elite');
    const { message } = await give({ plan_name: 'Free' });
    assert.equal(message, 'mira is given no plan.');
    assert.equal(await planNow(), 'Free');
    assert.ok((await mails()).some((subject) => subject.endsWith('plan has ended')));
  });

  it('that has ended on its own can be tidied away, and its user is not told that it ends now', async (t) => {
    const { service, give, log, mails, inHours } = await start(t);
    await give({ plan_name: 'Pro', until: inHours(0.1) });
    service.clock.advance(HOUR_MS / 10);
    const before = await mails();
    await give({ plan_name: 'Free' });
    assert.deepEqual(await mails(), before);
    assert.equal((await log()).length, 2);
  });

  it('sent twice, or twenty times at once, is done and told once', async (t) => {
    const { give, log, mails, inHours } = await start(t);
    const gift = { plan_name: 'Pro', until: inHours(48) };
    const replies = await Promise.all(Array.from({ length: 20 }, () => give(gift)));
    assert.equal(replies.filter(({ message }) => message.endsWith('was so already.')).length, 19);
    assert.equal((await log()).length, 1);
    assert.equal(
      (await mails()).filter((subject) => subject === 'You have the Pro plan').length,
      1,
    );
  });

  it('refuses what cannot be meant, and changes nothing', async (t) => {
    const { refuse, planNow, log, inHours } = await start(t);
    const faults: [object, string][] = [
      [{ plan_name: 'Pro', until: inHours(0) }, 'until must be later than now'],
      [{ plan_name: 'Pro', until: inHours(-1) }, 'until must be later than now'],
      [
        { plan_name: 'Free', until: inHours(1) },
        'until belongs to a plan that is given, and Free is none',
      ],
      [{ plan_name: 'Pro', reason: '  because  ' }, 'The reason needs at least 10 characters'],
      [{ plan_name: 'Pro', reason: 'x'.repeat(501) }, 'The reason takes at most 500 characters'],
      [{ plan_name: 'Gold' }, ''],
    ];
    for (const [body, message] of faults) {
      const failure = await refuse(body);
      assert.equal(failure.code, 'validation_failed', JSON.stringify(body));
      if (message) assert.equal(failure.message, message);
    }
    assert.equal(await planNow(), 'Free');
    assert.deepEqual(await log(), []);
  });

  it('asks who sits there once more after 15 minutes, and takes no device and no other user', async (t) => {
    const { service, person, refuse, planNow } = await start(t);
    assert.equal((await refuse({ plan_name: 'Elite' }, person.token)).code, 'operator_only');
    service.clock.advance(15 * 60_000 + 1);
    assert.equal((await refuse({ plan_name: 'Elite' })).code, 'confirmation_needed');
    assert.equal(await planNow(), 'Free');
  });

  it('happens together with its line of the audit log or not at all', async (t) => {
    const { service, refuse, planNow, mails } = await start(t);
    await service.database.db.schema
      .alterTable('operator_actions')
      .addColumn('never', 'text', (column) => column.notNull())
      .execute();
    assert.equal((await refuse({ plan_name: 'Pro' })).status, 500);
    assert.equal(await planNow(), 'Free');
    assert.ok(!(await mails()).includes('You have the Pro plan'));
  });
});
