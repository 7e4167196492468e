import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { listAudit } from '@quorate/contract/admin-audit';
import { givePlan } from '@quorate/contract/admin-users';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { listSecurityEvents } from '@quorate/contract/security';
import { getDashboard } from '@quorate/contract/usage';
import { addSession } from '../../../../test/contract/helpers/people.ts';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { notedActions, REASON } from '../../../../test/helpers/operator.ts';
import { addedPasskey } from '../../../../test/helpers/passkeys.ts';
import { userWithApp } from '../../../../test/helpers/second-factor.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';
import { noteReset, noteRole } from '../../../commands/operator.ts';
import {
  expectSetUp,
  findOperators,
  OperatorError,
  resetFactors,
  setRole,
} from './operators.service.ts';

const deps = ({ db, clock }: TestService) => ({ db, clock, noteRole });

describe('the role of an operator', () => {
  it('opens the calls for operators to sessions that are open already, and closes them again', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'Mira' });
    await signedInUser(service);
    const status = async () => {
      // Sessions are remembered for up to a second.
      service.clock.advance(1_000);
      const headers = { authorization: `Bearer ${token}` };
      return (await service.app.inject({ url: listAudit.path, headers })).statusCode;
    };
    assert.equal(await status(), 403);
    const granted = await setRole(deps(service), 'mira', 'admin');
    assert.deepEqual(granted, { username: 'Mira', changed: true });
    assert.equal(await status(), 200);
    assert.deepEqual(await findOperators(service.db), [{ username: 'Mira', email: user.email }]);
    assert.equal((await setRole(deps(service), user.email, 'admin')).changed, false);
    assert.equal((await setRole(deps(service), 'MIRA', 'user')).changed, true);
    assert.equal(await status(), 403);
    assert.deepEqual(await findOperators(service.db), []);
  });

  it('is written to the audit log and to the account’s own events, once for each change', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'Mira' });
    const log = () =>
      service.db.selectFrom('operator_actions').selectAll().orderBy('at').orderBy('id').execute();
    await Promise.all([
      setRole(deps(service), 'mira', 'admin'),
      setRole(deps(service), 'mira', 'admin'),
    ]);
    await setRole(deps(service), 'mira', 'user');
    assert.deepEqual(
      (await log()).map((row) => [row.action, row.operator_id, row.subject_id, row.details]),
      ['role_granted', 'role_revoked'].map((action) => [
        action,
        user.id,
        user.id,
        { by: 'command line' },
      ]),
    );
    const { events } = await service.call(listSecurityEvents, {}, token);
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('role_'));
    assert.deepEqual(kinds.sort(), ['role_granted', 'role_revoked']);
  });

  it('is told to the site by the next look at the dashboard', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service);
    assert.equal((await service.call(getDashboard, {}, token)).role, 'user');
    await setRole(deps(service), user.username, 'admin');
    service.clock.advance(1_000);
    assert.equal((await service.call(getDashboard, {}, token)).role, 'admin');
  });

  it('is told to the site at the next sign-in', async (t) => {
    const service = await startTestService(t);
    const { user, password } = await signedInUser(service);
    await setRole(deps(service), user.username, 'admin');
    const body = { username_or_email: user.username, password };
    assert.equal((await service.call(login, { body })).user.role, 'admin');
  });

  it('is given to nobody who has no account', async (t) => {
    const service = await startTestService(t);
    await assert.rejects(
      setRole(deps(service), 'nobody', 'admin'),
      new OperatorError('There is no account "nobody".'),
    );
  });

  it('cannot be given before the database is set up', async (t) => {
    const { db } = await startTestService(t);
    await expectSetUp(db);
    await db.schema.alterTable('users').renameTo('people').execute();
    await assert.rejects(expectSetUp(db), /holds no accounts yet/);
  });
});

describe('the command line', () => {
  it('resets the factors of an operator who lost them, with a line in the log and a mail', async (t) => {
    const service = await startTestService(t);
    const mira = await signedInUser(service, { username: 'mira' });
    const operator = await userWithApp(service, { username: 'olga' });
    await setRole(deps(service), 'olga', 'admin');
    const give = () => ({
      params: { user_id: mira.user.id },
      body: { plan_name: 'Elite', reason: REASON } as const,
    });
    await addedPasskey(service, operator.token);
    const { db, clock } = service;
    const resetting = {
      db,
      clock,
      brand: DEFAULT_BRAND,
      publicUrl: 'http://localhost:3000',
      noteReset,
    };
    await assert.rejects(resetFactors(resetting, 'mira'), /mira is no operator/);
    const reset = await resetFactors(resetting, 'olga');
    assert.deepEqual(reset, { username: 'olga', app: true, passkeys: 1, sessions: 1 });
    for (const table of ['totp_secrets', 'recovery_codes', 'passkeys'] as const)
      assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
    assert.equal((await service.fail(givePlan, give(), operator.token)).code, 'unauthorized');
    const [noted] = await notedActions(service, 'factors_reset');
    assert.deepEqual(noted?.details, { by: 'command line', app: true, passkeys: 1, sessions: 1 });
    const [mail] = await service.mailsTo('olga@example.com');
    assert.equal(mail?.subject, 'The second factors of your account were reset');
    const { token } = await addSession(service, operator.user.id, { factorMinutesAgo: null });
    assert.equal((await service.fail(givePlan, give(), token)).code, 'second_factor_missing');
  });
});
