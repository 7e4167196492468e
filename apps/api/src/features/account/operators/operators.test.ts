import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { listAudit } from '@quorate/contract/admin-audit';
import { listSecurityEvents } from '@quorate/contract/security';
import { getDashboard } from '@quorate/contract/usage';
import { noteRole } from '../../../operator.ts';
import { signedInUser } from '../../../testing/builders.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { expectSetUp, findOperators, OperatorError, setRole } from './operators.service.ts';

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
