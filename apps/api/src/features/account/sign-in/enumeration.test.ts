import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { forgotPassword, login, resendVerification, signup } from '@quorate/contract/account';
import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

/** A service that keeps the statements it sends, without their values. */
async function startListening(t: TestContext, limits = {}) {
  const database = await freshDatabase();
  t.after(database.close);
  const statements: string[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const service = await startTestService(t, {
    database: { ...database, db: database.db.withPlugin(listen) },
    limits,
  });
  await signedInUser(service, { username: 'amina' });
  await service.call(signup, {
    body: { username: 'waiting', email: 'waiting@example.com', password: 'correct horse battery' },
  });
  await service.runJobs();
  return { service, statements };
}

type Listening = Awaited<ReturnType<typeof startListening>>;

/** Everything that a caller or a database sees of a call but the values. */
async function seen({ service, statements }: Listening, path: string, payload: object) {
  statements.length = 0;
  const response = await service.app.inject({
    method: 'POST',
    url: path,
    payload,
    remoteAddress: '198.51.100.7',
  });
  // The time and the name of a call differ between any two.
  const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
  const body = { ...response.json<Record<string, unknown>>(), request_id: '' };
  return { status: response.statusCode, headers, body, statements: [...statements] };
}

const sign = (username: string, email: string, password = 'a password of their own') => ({
  username,
  email,
  password,
});

const pairs: [string, string, object, object][] = [
  [
    'sign-in by name',
    login.path,
    { username_or_email: 'amina', password: 'wrong' },
    { username_or_email: 'nobod', password: 'wrong' },
  ],
  [
    'sign-in by address',
    login.path,
    { username_or_email: 'amina@example.com', password: 'wrong' },
    { username_or_email: 'nobod@example.com', password: 'wrong' },
  ],
  [
    'sign-in to an account that waits for its verification',
    login.path,
    { username_or_email: 'waiting', password: 'wrong' },
    { username_or_email: 'nobody1', password: 'wrong' },
  ],
  [
    'sign-up with a taken address',
    signup.path,
    sign('newcomer1', 'amina@example.com'),
    sign('newcomer2', 'new02@example.com'),
  ],
  [
    'sign-up with a taken name',
    signup.path,
    sign('amina', 'new03@example.com'),
    sign('bruno', 'new04@example.com'),
  ],
  [
    'sign-up again with the right password',
    signup.path,
    sign('waiting', 'waiting@example.com', 'correct horse battery'),
    sign('fresh12', 'fresh12@example.com', 'correct horse battery'),
  ],
  ['forgot', forgotPassword.path, { email: 'amina@example.com' }, { email: 'nobod@example.com' }],
  ['resend', resendVerification.path, { email: 'waiting' }, { email: 'nobody1' }],
  ['resend to a verified account', resendVerification.path, { email: 'amina' }, { email: 'nobod' }],
];

describe('a known and an unknown account get the same answer by the same work', () => {
  for (const [what, path, known, unknown] of pairs) {
    // @spec 10.44, 10.45
    // @promise 2.1
    it(`takes the same work at ${what}`, async (t) => {
      const listening = await startListening(t);
      const first = await seen(listening, path, known);
      const second = await seen(listening, path, unknown);
      assert.deepEqual(first, second);
      assert.ok(first.statements.length >= 2, 'the statements were heard');
    });
  }

  // @promise 2.1
  it('at every one of them once the limit is reached', async (t) => {
    const listening = await startListening(t, {
      signInFailuresPerAccount: 1,
      signUps: 2,
      linkRequests: 2,
    });
    const limited = [
      [
        login.path,
        { username_or_email: 'amina', password: 'x' },
        { username_or_email: 'nobod', password: 'x' },
      ],
      [signup.path, sign('newcomer1', 'amina@example.com'), sign('newcomer2', 'new02@example.com')],
      [forgotPassword.path, { email: 'amina@example.com' }, { email: 'nobod@example.com' }],
      [resendVerification.path, { email: 'waiting' }, { email: 'nobody1' }],
    ] as const;
    for (const [path, known, unknown] of limited) {
      for (const body of [known, unknown]) await seen(listening, path, body);
      const first = await seen(listening, path, known);
      const second = await seen(listening, path, unknown);
      assert.equal(first.status, 429, path);
      assert.deepEqual(first, second);
    }
  });

  it('and mails only to the address in question, of each kind once a minute', async (t) => {
    const { service } = await startListening(t);
    for (let times = 0; times < 3; times += 1) {
      await service.call(forgotPassword, { body: { email: 'amina@example.com' } });
      await service.call(forgotPassword, { body: { email: 'nobody@example.com' } });
      await service.call(signup, { body: sign('newcomer', 'amina@example.com') });
    }
    const subjects = (await service.mailsTo('amina@example.com')).map(({ subject }) => subject);
    assert.deepEqual(subjects.sort(), [
      'Set a new password for Quorate',
      'You already have an account with Quorate',
    ]);
    assert.deepEqual(await service.mailsTo('nobody@example.com'), []);
    const everything = await service.db.selectFrom('outbox').select('to_address').execute();
    assert.deepEqual(
      new Set(everything.map(({ to_address }) => to_address)),
      new Set(['amina@example.com', 'waiting@example.com']),
    );
  });
});
