import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listAudit } from '@quorate/contract/admin-audit';
import { OPERATOR_ACT_ERRORS } from '@quorate/contract/admin-endpoint';
import { endUserSessions, givePlan } from '@quorate/contract/admin-users';
import { enableTotp, startPasskey, startTotp } from '@quorate/contract/second-factors';
import {
  confirmIdentity,
  confirmWithPasskey,
  startPasskeyConfirmation,
} from '@quorate/contract/security';
import { type Call, send } from '../../../test/contract/helpers/calls.ts';
import { startLiftedService } from '../../../test/contract/helpers/lifted-service.ts';
import { addPerson, addSession } from '../../../test/contract/helpers/people.ts';
import { validInputs } from '../../../test/contract/helpers/valid-input.ts';
import { signedInUser, type TestUser } from '../../../test/helpers/builders.ts';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { notedActions, REASON } from '../../../test/helpers/operator.ts';
import { addedPasskey } from '../../../test/helpers/passkeys.ts';
import { codeOf, userWithApp } from '../../../test/helpers/second-factor.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { DEFAULT_LIMITS } from '../../config/limits.ts';

const MINUTE_MS = 60_000;
const GIFT = { plan_name: 'Elite', reason: REASON } as const;

/** From the contract itself, so that a new act is among them whatever its author thought of. */
const isAct = ({ endpoint: { auth, method } }: Call) => auth === 'admin' && method !== 'GET';

async function makeOperator(service: TestService, { user }: TestUser): Promise<void> {
  await service.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute();
}

async function start(t: TestContext) {
  const service = await startTestService(t);
  const mira = await signedInUser(service, { username: 'mira' });
  const operator = await userWithApp(service, { username: 'olga' });
  await makeOperator(service, operator);
  const confirm = (steps = 0) =>
    service.call(
      confirmIdentity,
      { body: { password: operator.password, code: codeOf(service, operator.secret, steps) } },
      operator.token,
    );
  const give = (id = mira.user.id) => ({ params: { user_id: id }, body: GIFT });
  return { service, mira, operator, confirm, give };
}

async function startAll(t: TestContext) {
  const service = await startLiftedService(t);
  const acts = service.calls.filter(isAct);
  const operator = await addPerson(service, { role: 'admin' });
  const tryAll = async (
    session: Parameters<typeof addSession>[2],
    codes: RegExp,
    found: boolean,
  ) => {
    const { token } = await addSession(service, operator.id, session);
    for (const call of acts) {
      const answer = await send(service.app, call, validInputs(call, 1)[0] ?? {}, { token });
      assert.equal(codes.test(answer.body), found, `${call.name}: ${answer.body}`);
      if (found) assert.equal(answer.status, 403, call.name);
    }
  };
  return { service, acts, operator, tryAll };
}

describe('every act of the back office', () => {
  it('says in the contract how it can be refused', async (t) => {
    const { acts } = await startAll(t);
    assert.ok(acts.length >= 13, `${acts.length} acts`);
    for (const { name, endpoint } of acts) {
      assert.equal(endpoint.confirmed, true, name);
      for (const code of OPERATOR_ACT_ERRORS)
        assert.ok(endpoint.errors.includes(code), `${name} lacks ${code}`);
    }
  });

  it('is refused to an operator without a second factor, who is asked to set one up', async (t) => {
    const { service, acts, tryAll } = await startAll(t);
    await tryAll({ factorMinutesAgo: null }, /"second_factor_missing"/, true);
    const noted = await notedActions(service, 'act_refused');
    assert.equal(noted.length, acts.length);
    for (const { details } of noted)
      assert.equal((details as { code?: string }).code, 'second_factor_missing');
  });

  it('asks for the factor once in 15 minutes, whatever the password confirmed', async (t) => {
    const { service, operator, tryAll } = await startAll(t);
    const at = new Date(service.clock.now());
    await service.db
      .insertInto('totp_secrets')
      .values({ user_id: operator.id, sealed_secret: 'x', created_at: at, enabled_at: at })
      .execute();
    await tryAll({ factorMinutesAgo: null }, /"confirmation_needed"/, true);
    await tryAll({ factorMinutesAgo: 16 }, /"confirmation_needed"/, true);
    await tryAll({ factorMinutesAgo: 14 }, /confirmation_needed|second_factor_missing/, false);
  });
});

describe('an operator', () => {
  it('goes on for 15 minutes after a code, and not a moment longer', async (t) => {
    const { service, operator, confirm, give } = await start(t);
    service.clock.advance(14 * MINUTE_MS);
    assert.equal(
      (await service.fail(givePlan, give(), operator.token)).code,
      'confirmation_needed',
    );
    await confirm();
    service.clock.advance(15 * MINUTE_MS - 1);
    await service.call(givePlan, give(), operator.token);
    service.clock.advance(1);
    assert.equal(
      (await service.fail(givePlan, give(), operator.token)).code,
      'confirmation_needed',
    );
  });

  it('cannot act on the own account, and the attempt stands in the audit log', async (t) => {
    const { service, operator, give } = await start(t);
    for (const [endpoint, input] of [
      [givePlan, give(operator.user.id)],
      [endUserSessions, { params: { user_id: operator.user.id }, body: { reason: REASON } }],
    ] as const) {
      const failure = await service.fail(endpoint, input, operator.token);
      assert.deepEqual([failure.status, failure.code], [403, 'own_account']);
    }
    const { given_plan } = await service.db
      .selectFrom('users')
      .select('given_plan')
      .where('id', '=', operator.user.id)
      .executeTakeFirstOrThrow();
    assert.equal(given_plan, 'Free');
    const { entries } = await service.call(
      listAudit,
      { query: { action: 'act_refused' } },
      operator.token,
    );
    assert.deepEqual(
      entries.map(({ subject_id, details }) => [subject_id, details.call, details.code]),
      [endUserSessions, givePlan].map(({ path }) => [
        operator.user.id,
        `POST ${path}`,
        'own_account',
      ]),
    );
  });

  it('gives 10 plans of 122 at once, over two copies, and the log keeps 20 refusals', async (t) => {
    const database = await freshDatabase();
    t.after(database.close);
    const limits = { operatorActs: DEFAULT_LIMITS.operatorActs };
    const here = await startTestService(t, { database, limits });
    const there = await startTestService(t, { database, limits, clock: here.clock });
    const operator = await userWithApp(here, { username: 'olga' });
    await makeOperator(here, operator);
    const people = await Promise.all(Array.from({ length: 122 }, () => addPerson(here)));
    const answers = await Promise.all(
      people.map(async ({ id }, nth) => {
        const { app } = nth % 2 === 0 ? here : there;
        return app.inject({
          method: 'POST',
          url: givePlan.path.replace(':user_id', id),
          headers: { authorization: `Bearer ${operator.token}` },
          payload: GIFT,
        });
      }),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    assert.equal(refused.length, 112);
    assert.match(refused[0]?.json().message, /10 changes a minute by one operator/);
    const { count } = await here.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('given_plan', '=', 'Elite')
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 10);
    assert.equal((await notedActions(here, 'plan_given')).length, 10);
    assert.equal((await notedActions(here, 'act_refused')).length, 20);
    here.clock.advance(MINUTE_MS);
    const input = { params: { user_id: people[121]?.id ?? '' }, body: GIFT };
    await there.call(givePlan, { ...input, body: { ...GIFT, plan_name: 'Pro' } }, operator.token);
  });

  it('without a factor sets one up, which counts for the next act', async (t) => {
    const { service, give } = await start(t);
    const otto = await signedInUser(service, { username: 'otto' });
    await makeOperator(service, otto);
    const failure = await service.fail(givePlan, give(), otto.token);
    assert.equal(failure.code, 'second_factor_missing');
    assert.match(failure.message, /security page/);
    const { secret } = await service.call(startTotp, {}, otto.token);
    await service.call(enableTotp, { body: { code: codeOf(service, secret) } }, otto.token);
    await service.call(givePlan, give(), otto.token);
  });

  it('who has a passkey confirms with it; the password alone neither does nor adds a factor', async (t) => {
    const { service, give } = await start(t);
    const otto = await signedInUser(service, { username: 'otto' });
    const passkey = await addedPasskey(service, otto.token);
    await makeOperator(service, otto);
    service.clock.advance(16 * MINUTE_MS);
    const password = { body: { password: otto.password } };
    assert.equal(
      (await service.fail(confirmIdentity, password, otto.token)).code,
      'passkey_needed',
    );
    // As after a new sign-in with the password, which is confirmed for everybody else.
    await service.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(service.clock.now()) })
      .execute();
    for (const endpoint of [startTotp, startPasskey])
      assert.equal((await service.fail(endpoint, {}, otto.token)).code, 'confirmation_needed');
    assert.equal((await service.fail(givePlan, give(), otto.token)).code, 'confirmation_needed');
    const { options } = await service.call(startPasskeyConfirmation, {}, otto.token);
    const body = { response: passkey.get(options) };
    await service.call(confirmWithPasskey, { body }, otto.token);
    await service.call(givePlan, give(), otto.token);
  });
});
