import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listAudit } from '@quorate/contract/admin-audit';
import {
  getUser,
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
} from '@quorate/contract/admin-users';
import type { UserId } from '@quorate/values/ids';
import { addOwner } from '../../../../test/contract/helpers/owner.ts';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { newId } from '../../../db/ids.ts';

const PARTS = [getUser, listUserSubscriptions, listUserPayments, listUserBots, listUserEvents];

async function start(t: TestContext) {
  const service = await startTestService(t);
  return { service, operator: await signedInOperator(service) };
}

describe('the page of an account', () => {
  it('has who it is, what it may do and what it has used', async (t) => {
    const { service, operator } = await start(t);
    const owner = await addOwner(service);
    const params = { user_id: owner.id };
    const { account } = await service.call(getUser, { params }, operator.token);
    assert.equal(account.username, owner.username);
    assert.deepEqual(account.sessions, { browsers: 1, devices: 1 });
    assert.equal(account.ways_in.password, true);
    assert.ok(account.ways_in.passkeys > 0 && account.ways_in.totp);
    assert.equal(account.trading_accounts, 1);
    assert.ok(account.trades > 0);
    assert.equal(account.decision_days.length, 1);
    assert.ok(account.limits.symbols_used_today >= 0);
    const { subscriptions } = await service.call(listUserSubscriptions, { params }, operator.token);
    const { payments } = await service.call(listUserPayments, { params }, operator.token);
    const { bots } = await service.call(listUserBots, { params }, operator.token);
    const { events } = await service.call(listUserEvents, { params }, operator.token);
    for (const list of [subscriptions, payments, bots, events]) assert.ok(list.length > 0);
  });

  it('shows nothing that opens the account, and nothing it decides by', async (t) => {
    const { service, operator } = await start(t);
    const owner = await addOwner(service);
    const forbidden = [
      ...owner.secrets,
      ...['decisionReason', 'voteReason', 'symbol', 'ticket'].map((mark) => owner.marks[mark]),
    ];
    for (const { path } of PARTS) {
      const answer = await service.app.inject({
        url: path.replace(':user_id', owner.id),
        headers: { authorization: `Bearer ${operator.token}` },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      for (const secret of forbidden)
        assert.ok(!answer.body.includes(secret ?? '?'), `${path} shows ${secret}`);
    }
  });

  it('is written to the audit log once for looks within 15 minutes, however many come at once', async (t) => {
    const { service, operator } = await start(t);
    const other = await signedInOperator(service, 'otto');
    const { user } = await signedInUser(service);
    const params = { user_id: user.id };
    const looks = async () => {
      const { entries } = await service.call(
        listAudit,
        { query: { action: 'account_looked_at', subject_id: user.id } },
        operator.token,
      );
      return entries.map(({ operator_name }) => operator_name);
    };
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.call(PARTS[index % PARTS.length] ?? getUser, { params }, operator.token),
      ),
    );
    assert.deepEqual(await looks(), ['olga']);
    service.clock.advance(15 * 60_000);
    await service.call(getUser, { params }, operator.token);
    await service.call(getUser, { params }, other.token);
    assert.deepEqual(
      (await looks()).toSorted((a, b) => String(a).localeCompare(String(b))),
      ['olga', 'olga', 'otto'],
    );
  });

  it('is nobody’s for an id that no account has, and that look leaves no line', async (t) => {
    const { service, operator } = await start(t);
    const params = { user_id: newId<UserId>() };
    for (const part of PARTS) {
      const failure = await service.fail(part, { params }, operator.token);
      assert.equal(failure.status, 404);
      assert.equal(failure.message, `There is no account ${params.user_id}.`);
    }
    const { entries } = await service.call(listAudit, {}, operator.token);
    assert.deepEqual(entries, []);
  });
});
