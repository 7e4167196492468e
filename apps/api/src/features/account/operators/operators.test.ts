import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { getServiceCalibration } from '@quorate/contract/calibration';
import { signedInUser } from '../../../testing/builders.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { expectSetUp, findOperators, OperatorError, setRole } from './operators.service.ts';

describe('the role of an operator', () => {
  it('opens the calls for operators to sessions that are open already, and closes them again', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'Mira' });
    await signedInUser(service);
    const status = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await service.app.inject({ url: getServiceCalibration.path, headers })).statusCode;
    };
    assert.equal(await status(), 403);
    const granted = await setRole(service.db, 'mira', 'admin');
    assert.deepEqual(granted, { username: 'Mira', changed: true });
    assert.equal(await status(), 200);
    assert.deepEqual(await findOperators(service.db), [{ username: 'Mira', email: user.email }]);
    assert.equal((await setRole(service.db, user.email, 'admin')).changed, false);
    assert.equal((await setRole(service.db, 'MIRA', 'user')).changed, true);
    assert.equal(await status(), 403);
    assert.deepEqual(await findOperators(service.db), []);
  });

  it('is told to the site at the next sign-in', async (t) => {
    const service = await startTestService(t);
    const { user, password } = await signedInUser(service);
    await setRole(service.db, user.username, 'admin');
    const body = { username_or_email: user.username, password };
    assert.equal((await service.call(login, { body })).user.role, 'admin');
  });

  it('is given to nobody who has no account', async (t) => {
    const { db } = await startTestService(t);
    await assert.rejects(
      setRole(db, 'nobody', 'admin'),
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
