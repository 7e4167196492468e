import { login, logout } from '@quorate/contract/account';
import { listPlans } from '@quorate/contract/billing';
import { getDecision } from '@quorate/contract/decisions';
import { listReviews, writeReview } from '@quorate/contract/reviews';
import { getDashboard } from '@quorate/contract/usage';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildReview, signInAs } from '../testing/builders.ts';
import { refusal, serve, silence } from '../testing/handlers.ts';
import { callApi } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { errorReason, errorText } from './error-text.ts';
import { getSession } from './session/session.ts';

const noReviews = {
  success: true,
  reviews: [],
  pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
};

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
}

afterEach(() => vi.useRealTimers());

describe('what is sent', () => {
  // @spec 7.4
  test('the stored token goes along as a bearer', async () => {
    signInAs();
    const calls = serve({ 'GET /api/reviews': { body: noReviews } });
    await callApi(listReviews, {});
    expect(calls[0]?.token).toBe('token');
  });

  // @spec 7.9
  test('a plain request carries no token', async () => {
    signInAs();
    const calls = serve({ 'GET /api/saas/plans': { body: { success: true, plans: [] } } });
    await callApi(listPlans, {}, { plain: true });
    expect(calls[0]?.token).toBeNull();
  });

  // @spec 7.1
  test('every call goes to the origin of the page', async () => {
    const addresses: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      addresses.push(new URL(address, window.location.href).href);
      return new Response(JSON.stringify(noReviews));
    });
    window.history.replaceState(null, '', '/dashboard?tab=history');
    await callApi(listReviews, { query: { page: 3 } });
    expect(addresses).toEqual([`${window.location.origin}/api/reviews?page=3`]);
  });

  // @spec 7.2
  test('a body goes as JSON, and a call without one says nothing of a type', async () => {
    const calls = serve({
      'POST /api/reviews': { body: { success: true, message: 'ok', review: buildReview() } },
      'POST /api/logout': { body: { success: true, message: 'ok' } },
    });
    await callApi(writeReview, { body: { rating: 4, comment: 'long enough to stand' } });
    await callApi(logout, {});
    expect(calls[0]).toMatchObject({
      body: { rating: 4, comment: 'long enough to stand' },
      contentType: 'application/json',
    });
    expect(calls[1]).toMatchObject({ body: undefined, contentType: null });
  });

  // @spec 7.1
  test('params stand in the path, encoded, and the query holds what is given', async () => {
    const calls = serve({
      'GET /api/user/decisions/a%2Fb': refusal(404, 'not_found', 'Nothing was found.'),
      'GET /api/reviews': { body: noReviews },
    });
    await failureOf(callApi(getDecision, { params: { decision_id: 'a/b' } }));
    await callApi(listReviews, { query: { page: 2, per_page: undefined } });
    expect(calls[0]?.path).toBe('/api/user/decisions/a%2Fb');
    expect(calls[1]?.query).toEqual({ page: '2' });
  });
});

describe('what comes back', () => {
  // @spec 10.26
  test('a reply that breaks the contract is a failure without a sentence', async () => {
    serve({ 'GET /api/reviews': { body: { success: true, reviews: 'none' } } });
    const error = await failureOf(callApi(listReviews, {}));
    expect(error).toMatchObject({ code: 'bad_reply', status: 200, sentence: null });
    expect(errorText(error, 'Fallback')).toBe('Fallback');
  });

  test('a refusal keeps its code, its sentence and its fields', async () => {
    serve({
      'POST /api/reviews': {
        status: 400,
        body: {
          success: false,
          code: 'validation_failed',
          message: 'The comment needs at least 10 characters',
          error: 'The comment needs at least 10 characters',
          fields: { comment: 'too short' },
        },
      },
    });
    const error = await failureOf(callApi(writeReview, { body: { rating: 5, comment: 'x' } }));
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 400,
      sentence: 'The comment needs at least 10 characters',
      fields: { comment: 'too short' },
    });
  });

  test('success: false is a refusal whatever the status', async () => {
    serve({ 'GET /api/reviews': { body: { success: false, error: 'Not today' } } });
    expect((await failureOf(callApi(listReviews, {}))).sentence).toBe('Not today');
  });

  test.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>'],
    ['words of a broken server', 500, { message: 'TypeError: x is not a function' }],
    ['nothing', 500, ''],
  ])('%s is never shown', async (_, status, body) => {
    serve({ 'GET /api/reviews': { status, body } });
    const error = await failureOf(callApi(listReviews, {}));
    expect(errorText(error, 'Fallback', 'Unanswered')).toBe('Fallback');
  });

  // @spec 7.3, 9.17
  test('no answer within 10 seconds is a timeout', async () => {
    vi.useFakeTimers();
    serve({ 'GET /api/reviews': silence });
    const failure = failureOf(callApi(listReviews, {}));
    await vi.advanceTimersByTimeAsync(9_999);
    let settled = false;
    void failure.then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const error = await failure;
    expect(error.code).toBe('timeout');
    expect(errorReason(error)).toBe('The service did not answer in time.');
  });

  test('a service that cannot be reached is told apart from one that answers', async () => {
    serve({ 'GET /api/reviews': new TypeError('Failed to fetch') });
    const error = await failureOf(callApi(listReviews, {}));
    expect(error).toMatchObject({ code: 'network', status: null });
    expect(errorText(error, 'Fallback', 'Unanswered')).toBe('Unanswered');
  });

  test('a caller that gives up gets its own reason, not a failure of the service', async () => {
    serve({ 'GET /api/reviews': silence });
    const caller = new AbortController();
    const call = callApi(listReviews, {}, { signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401', () => {
  const unauthorized = refusal(401, 'unauthorized', 'Please sign in.');

  // @spec 4.7, 8.11
  test('ends the session', async () => {
    signInAs();
    serve({ 'GET /api/user/dashboard': unauthorized });
    await failureOf(callApi(getDashboard, {}));
    expect(getSession()).toMatchObject({ token: null, user: null, expired: true });
    expect(localStorage.getItem('authToken')).toBeNull();
  });

  // @spec 4.7
  test.each(['/checkout', '/checkout/done'])('on %s changes nothing', async (path) => {
    signInAs();
    window.history.replaceState(null, '', path);
    serve({ 'GET /api/user/dashboard': unauthorized });
    await failureOf(callApi(getDashboard, {}));
    expect(getSession().token).toBe('token');
  });

  test('on a page whose name only begins like checkout ends the session', async () => {
    signInAs();
    window.history.replaceState(null, '', '/checkouts');
    serve({ 'GET /api/user/dashboard': unauthorized });
    await failureOf(callApi(getDashboard, {}));
    expect(getSession().token).toBeNull();
  });

  // @spec 10.21
  test('of sign-in itself is the message of its page', async () => {
    serve({ 'POST /login': refusal(401, 'invalid_credentials', 'Invalid username.') });
    const call = callApi(login, { body: { username_or_email: 'a', password: 'b' } });
    expect((await failureOf(call)).sentence).toBe('Invalid username.');
    expect(getSession().expired).toBe(false);
  });
});
