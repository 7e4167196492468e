import { newPerson, signedUp } from '../support/account.ts';
import { linkIn, newestMail } from '../support/mailbox.ts';
import { madeUpTrades, sendTrades } from '../support/record.ts';
import { expect, type Holds, test } from './holds.ts';
import type { StatementId } from './statements.ts';

type Answer = { status: number; body: Record<string, unknown> };
type Call = (path: string, sent?: { body?: unknown; token?: string }) => Promise<Answer>;

/** A GET without a body, a POST with one. */
function callsOf(serviceUrl: string): Call {
  return async (path, { body, token } = {}) => {
    const reply = await fetch(serviceUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(reply.headers.get('content-type'), path).toContain('application/json');
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
}

const words = expect.any(String);
const number = expect.any(Number);
const ok = { status: 200, body: { success: true } };
const refused = (status: number) => ({
  status,
  body: { success: false, message: words, error: words },
});

/** Tries what a call answers, and hands that over. */
function answering(holds: Holds, call: Call) {
  return async (
    ids: StatementId | readonly StatementId[],
    [path, sent]: Parameters<Call>,
    expected: unknown,
  ): Promise<Record<string, unknown>> => {
    const answer = await call(path, sent);
    for (const id of [ids].flat())
      await holds(id, 'call', async () =>
        expect(answer, path).toMatchObject(expected as Record<string, unknown>),
      );
    return answer.body;
  };
}

test('calls of a visitor', async ({ service, holds }) => {
  const call = callsOf(service.url);
  const answers = answering(holds, call);
  const { plans } = await answers(['6.1', '7.5'], ['/api/saas/plans'], ok);
  await holds('3.1', 'call', async () =>
    expect(plans).toEqual(
      ['Free', 'Starter', 'Pro', 'Elite'].map((name) =>
        expect.objectContaining({ id: expect.anything(), name, monthly_cost: number }),
      ),
    ),
  );
  const figures = (plans as Record<string, unknown>[]).map(
    ({ monthly_cost, token_limit, rate_limit_per_minute, features }) => ({
      monthly_cost,
      token_limit,
      rate_limit_per_minute,
      features,
    }),
  );
  for (const [at, id, cost, tokens, requests, features] of [
    [0, '9.1', 0, 300_000, 20, { ai_analysis: 'basic', symbols: 2, daily_trades: 3 }],
    [1, '9.2', 40, 3_000_000, 60, { ai_analysis: 'advanced', symbols: 5, daily_trades: 10 }],
    [2, '9.3', 80, 8_000_000, 300, { ai_analysis: 'premium', symbols: 10, daily_trades: 20 }],
    [3, '9.4', 380, 40_000_000, 1_000, { symbols: -1, daily_trades: -1 }],
  ] as const)
    for (const each of [id, '3.2'] as const)
      await holds(each, 'call', async () =>
        expect(figures[at]).toMatchObject({
          monthly_cost: cost,
          token_limit: tokens,
          rate_limit_per_minute: requests,
          features,
        }),
      );
  await holds('9.6', 'call', async () =>
    expect(figures.map((plan) => (plan.features as { support: string }).support)).toEqual([
      'community',
      'email',
      'priority',
      'dedicated',
    ]),
  );
  await answers(['6.1', '7.3'], ['/api/reviews'], {
    status: 200,
    body: { success: true, reviews: expect.any(Array) },
  });
  const question = { message: 'Is there a free plan?', history: [] };
  await answers(['6.1', '7.2'], ['/api/chat', { body: question }], {
    status: 200,
    body: { message: expect.stringContaining('Free plan') },
  });
  const message = { role: 'user', content: 'x', timestamp: 1 };
  const long = { message: 'x', history: Array.from({ length: 11 }, () => message) };
  await answers('7.2', ['/api/chat', { body: long }], refused(400));

  for (const [path, body] of [
    ['/api/user/dashboard'],
    ['/api/user/checklist'],
    ['/api/user/checklist', { checklist: {} }],
    ['/api/user/subscription'],
    ['/api/user/success-rate'],
    ['/api/user/trading-statistics?period=daily'],
    ['/api/bot/trade-statistics/00000000-0000-4000-8000-000000000000'],
    ['/api/reviews', { rating: 5, comment: 'long enough' }],
    ['/api/subscription/cancel', {}],
    ['/api/paddle/upgrade-plan', { plan_name: 'Pro', transaction_id: 'txn_1' }],
    ['/api/download/desktop-installer'],
    ['/api/admin/users'],
  ] as const) {
    const { status } = await call(path, { body });
    for (const id of path.endsWith('installer') ? (['6.2', '7.20'] as const) : (['6.2'] as const))
      await holds(id, 'call', async () => expect(status, path).toBe(401));
  }
  const letter = { name: 'Amina', email: 'amina@example.com', subject: 'Hello', message: 'Words' };
  await answers('7.21', ['/api/contact', { body: letter }], ok);
  await answers('7.21', ['/api/contact', { body: { ...letter, name: '' } }], refused(400));
});

test('calls from sign-up to sign-out', async ({ service, holds }) => {
  const call = callsOf(service.url);
  const answers = answering(holds, call);
  const person = newPerson('caller');
  const done = { status: 200, body: { success: true, message: words } };
  const tokenIn = async (path: string) => {
    await expect
      .poll(async () => (await newestMail(service.url, person.email)).text)
      .toContain(path);
    const link = linkIn(await newestMail(service.url, person.email), path);
    return new URL(link).searchParams.get('token');
  };
  await answers('7.8', ['/signup', { body: person }], { body: { success: true, message: words } });
  for (const changes of [
    { username: '' },
    { email: 'x@y' },
    { password: 'short' },
    { password: 'passwordpassword' },
  ])
    await answers('7.8', ['/signup', { body: { ...newPerson(), ...changes } }], refused(400));
  await answers('7.9', ['/resend-verification', { body: { email: person.email } }], done);
  const token = await tokenIn('/verify-email');
  const entry = { username_or_email: person.username, password: person.password };
  await answers('8.8', ['/login', { body: entry }], {
    status: 403,
    body: { message: expect.stringMatching(/verify your email/i) },
  });
  await answers('7.12', ['/verify-email', { body: { token } }], done);
  await answers('8.15', ['/verify-email', { body: { token: 'unknown' } }], {
    status: 400,
    body: { message: expect.stringMatching(/already verified|invalid or expired/i) },
  });
  await answers('7.10', ['/forgot-password', { body: { email: person.email } }], done);
  const reset = await tokenIn('/reset-password');
  await answers(
    '7.11',
    ['/reset-password', { body: { token: reset, password: '12zqv' } }],
    refused(400),
  );
  await answers('7.11', ['/reset-password', { body: { token: reset, password: 'mqvwzx' } }], done);
  await answers('7.7', ['/login', { body: entry }], refused(401));
  const signedIn = await answers('7.7', ['/login', { body: { ...entry, password: 'mqvwzx' } }], {
    ...done,
    body: { ...done.body, access_token: words, user: { username: person.username } },
  });
  const session = String(signedIn.access_token);
  await holds('7.22', 'call', async () => {
    const headers = { authorization: `Bearer ${session}` };
    const logout = await fetch(`${service.url}/api/logout`, { method: 'POST', headers });
    expect(logout.ok).toBe(true);
    expect((await call('/api/user/dashboard', { token: session })).status).toBe(401);
  });
});

test('calls of a user', async ({ service, holds }) => {
  const call = callsOf(service.url);
  const answers = answering(holds, call);
  const enter = async () => {
    const { username: username_or_email, password } = await signedUp(service.url);
    const { body } = await call('/login', { body: { username_or_email, password } });
    const user = body.user as { id: string };
    return { token: String(body.access_token), id: user.id };
  };
  const [own, other] = [await enter(), await enter()];
  const { token } = own;
  await answers(['6.3', '7.14'], ['/api/user/dashboard', { token }], {
    status: 200,
    body: { success: true },
  });
  await answers('3.3', ['/api/user/dashboard', { token }], {
    body: { plan: { name: 'Free', monthly_cost: 0, token_limit: 300_000, is_unlimited: false } },
  });
  await answers('3.4', ['/api/user/dashboard', { token }], {
    body: { usage: { token_limit: 300_000, tokens_used: 0, tokens_remaining: 300_000 } },
  });
  const review = { rating: 4, comment: 'It says no more often than yes.' };
  await answers(['6.3', '7.4'], ['/api/reviews', { body: review, token }], {
    body: { success: true, message: words },
  });
  await answers(
    '7.4',
    ['/api/reviews', { body: { rating: 6, comment: 'x' }, token }],
    refused(400),
  );
  const { reviews } = (await call('/api/reviews')).body;
  await holds('3.6', 'call', async () =>
    expect((reviews as object[])[0]).toMatchObject({
      id: words,
      rating: number,
      comment: words,
      user_name: words,
      created_at: words,
    }),
  );
  const items = {
    'mt5-installed': true,
    'mt5-account': false,
    'algo-trading': false,
    'desktop-app': false,
    'bot-config': false,
    'risk-settings': false,
  };
  await answers('7.13', ['/api/user/checklist', { body: { checklist: items }, token }], ok);
  await answers(['7.13', '3.14'], ['/api/user/checklist', { token }], {
    status: 200,
    body: { success: true, checklist: items },
  });
  await answers('7.15', ['/api/subscription/cancel', { body: {}, token }], {
    body: { success: false, message: words, error: words },
  });
  await answers(
    '7.6',
    ['/api/paddle/upgrade-plan', { body: { plan_name: 'Gold' }, token }],
    refused(400),
  );
  await answers('7.16', ['/api/user/success-rate', { token }], ok);

  await sendTrades(service.url, token, madeUpTrades(60, new Date()));
  await answers('7.17', ['/api/user/trading-statistics?period=daily', { token }], ok);
  await holds('3.13', 'call', async () => {
    const { body } = await call('/api/user/trading-statistics?period=daily', { token });
    const all = JSON.stringify(body);
    for (const name of ['win_rate', 'total_trades', 'winning_trades', 'total_pnl'])
      expect(all).toContain(`"${name}":`);
  });
  const list = `/api/bot/trade-statistics/${own.id}`;
  const page = await answers('7.18', [`${list}?period=all`, { token }], {
    status: 200,
    body: { success: true, recent_trades: expect.any(Array) },
  });
  await holds('3.12', 'call', async () =>
    expect(page.pagination).toEqual({ page: 1, per_page: 50, total: 60, total_pages: 2 }),
  );
  await holds('3.11', 'call', async () => {
    const twelve =
      'total_trades win_rate net_profit profit_factor winning_trades losing_trades total_profit total_loss average_win average_loss largest_win largest_loss';
    expect(Object.keys(page.statistics as object)).toEqual(
      expect.arrayContaining(twelve.split(' ')),
    );
  });
  await holds('3.10', 'call', async () =>
    expect((page.recent_trades as object[])[0]).toMatchObject({
      trade_time: words,
      symbol: words,
      trade_type: expect.stringMatching(/^(BUY|SELL)$/),
      volume: number,
      price: number,
      profit: number,
      account_type: expect.stringMatching(/^(demo|real)$/),
      status: 'CLOSED',
    }),
  );
  const trades = async (query: string) => {
    const { status, body } = await call(`${list}?${query}`, { token });
    expect(status, query).toBe(200);
    return body.recent_trades as Record<string, number | string>[];
  };
  await holds('7.19', 'call', async () => {
    const real = await trades('account_type=real&period=all');
    expect(new Set(real.map(({ account_type }) => account_type))).toEqual(new Set(['real']));
    for (const [sort, order] of [
      ['symbol', 'asc'],
      ['volume', 'desc'],
      ['profit', 'asc'],
    ] as const) {
      const sorted = await trades(`period=all&sort_by=${sort}&sort_order=${order}&per_page=100`);
      const values = sorted.map((trade) => trade[sort] ?? '');
      const inOrder = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values, sort).toEqual(order === 'asc' ? inOrder : inOrder.toReversed());
    }
    expect(await trades('period=all&page=2&per_page=50')).toHaveLength(10);
    for (const period of ['daily', 'weekly', 'monthly']) await trades(`period=${period}`);
    expect(await trades('period=custom&start_date=2020-01-01&end_date=2020-01-31')).toHaveLength(0);
    const half = await call(`${list}?period=custom&start_date=2020-01-01`, { token });
    expect(half.status).toBe(400);
  });
  await holds('6.4', 'call', async () => {
    const { status, body } = await call(`${list}?period=all`, { token: other.token });
    expect([status, body.recent_trades]).toEqual([expect.any(Number), undefined]);
    expect(status).toBeGreaterThanOrEqual(403);
    const { body: theirs } = await call(`/api/bot/trade-statistics/${other.id}?period=all`, {
      token: other.token,
    });
    expect(theirs.recent_trades).toEqual([]);
  });
});
