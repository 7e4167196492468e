import { runInThisContext } from 'node:vm';
import { DEMO_TOKEN } from '@quorate/contract/demo-account';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { takeFirstCall } from './first-call.ts';
import { FIRST_CALL_SCRIPT } from './head-script.ts';

const asked = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
const ADDRESS = `/api/user/desk?range=1m&time_zone=${zone}`;
const { signal } = new AbortController();

beforeEach(() => {
  asked.mockReset().mockImplementation(async () => new Response('{}'));
  vi.stubGlobal('fetch', asked);
  vi.spyOn(performance, 'now').mockReturnValue(100);
});
afterEach(() => {
  delete window.firstCall;
});

/** Runs the head's script on a page, and waits for its moment. */
async function openPage(path: string) {
  window.history.replaceState(null, '', path);
  // The document of the tests runs scripts in a window that has no `fetch`.
  runInThisContext(FIRST_CALL_SCRIPT);
  await new Promise((resolve) => setTimeout(resolve, 10));
}

test('the dashboard of somebody signed in asks for the desk, once', async () => {
  signInAs();
  await openPage('/dashboard');
  expect(asked.mock.calls.map(([url]) => url)).toEqual([ADDRESS]);
  expect(asked.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer token' });
  const answer = await takeFirstCall(ADDRESS, 'token', signal);
  expect(answer?.status).toBe(200);
  expect(takeFirstCall(ADDRESS, 'token', signal)).toBeNull();
});

test('the demo asks with its own token', async () => {
  await openPage('/demo/');
  expect(asked.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: `Bearer ${DEMO_TOKEN}` });
});

test.each([
  ['/', true],
  ['/dashboard/security', true],
  ['/dashboard?tab=history', true],
  ['/dashboard', false],
])('%s asks for nothing, signed in %s', async (path, isSignedIn) => {
  if (isSignedIn) signInAs();
  await openPage(path);
  expect(asked).not.toHaveBeenCalled();
});

test('a session that cannot be read asks for nothing', async () => {
  localStorage.setItem('authToken', 'x');
  localStorage.setItem('user', '{"id":');
  await openPage('/dashboard');
  expect(asked).not.toHaveBeenCalled();
});

test('an answer of long ago is nobody’s', async () => {
  signInAs();
  await openPage('/dashboard');
  vi.spyOn(performance, 'now').mockReturnValue(20_001);
  expect(takeFirstCall(ADDRESS, 'token', signal)).toBeNull();
});

test('another call, another user and a caller who gave up do not get it', async () => {
  signInAs();
  await openPage('/dashboard');
  expect(takeFirstCall(`${ADDRESS}&account_id=1`, 'token', signal)).toBeNull();
  await openPage('/dashboard');
  expect(takeFirstCall(ADDRESS, 'another', signal)).toBeNull();
  asked.mockImplementation(() => new Promise(() => undefined));
  await openPage('/dashboard');
  const caller = new AbortController();
  const answer = takeFirstCall(ADDRESS, 'token', caller.signal);
  caller.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
});
