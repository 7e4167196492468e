import { expect, test } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { serve } from '../../testing/handlers.ts';
import { getSession } from './session.ts';
import { signOut } from './sign-out.ts';

// @spec 7.31
test('the service is told with the token and without a body', async () => {
  signInAs();
  const calls = serve({ 'POST /api/logout': { body: 'not even JSON' } });
  await signOut();
  expect(calls).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/api/logout',
      token: 'token',
      body: undefined,
      contentType: null,
    }),
  ]);
  expect(getSession().token).toBeNull();
});

test('a session that the service has ended already is no failure', async () => {
  signInAs();
  serve({ 'POST /api/logout': { status: 401, body: { success: false } } });
  await signOut();
  expect(getSession()).toMatchObject({ token: null, expired: false });
});
