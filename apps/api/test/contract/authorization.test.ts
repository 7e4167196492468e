import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failureReply } from '@quorate/contract/errors';
import { CONFIRMED_MINUTES } from '@quorate/contract/security';
import { type Answer, type Call, type Input, send } from './helpers/calls.ts';
import { startLiftedService } from './helpers/lifted-service.ts';
import { addPerson, addSession, type SessionKind } from './helpers/people.ts';
import { validInputs } from './helpers/valid-input.ts';

const DAY = 1_440;

async function start(t: TestContext) {
  const service = await startLiftedService(t);
  const signedIn = async (session: SessionKind = {}, role: 'user' | 'admin' = 'user') => {
    const person = await addPerson(service, { role });
    return addSession(service, person.id, session);
  };
  const inputOf = (call: Call): Input => validInputs(call, 1)[0] ?? {};
  return { ...service, signedIn, inputOf };
}

function needsSession({ endpoint }: Call): boolean {
  return endpoint.auth !== 'none' && endpoint.auth !== 'optional';
}

function failureOf(answer: Answer) {
  const { request_id: _, ...failure } = failureReply.parse(JSON.parse(answer.body));
  return failure;
}

const NOT_SIGNED_IN = {
  success: false,
  code: 'unauthorized',
  message: 'Please sign in.',
  error: 'Please sign in.',
};

describe('a call that needs a session', () => {
  it('refuses everybody without a live one, in the same words, whatever they send', async (t) => {
    const { app, db, calls, signedIn, inputOf } = await start(t);
    const live = await signedIn();
    const ended = await signedIn();
    await db.deleteFrom('sessions').where('token_hash', '=', ended.tokenHash).execute();
    const expired = await signedIn({ minutesLeft: -1 });
    const idle = await signedIn({ idleMinutes: 8 * DAY });
    const idleBot = await signedIn({ kind: 'bot', idleMinutes: 61 * DAY });
    const authorizations: Record<string, string | undefined> = {
      'no header': undefined,
      'an empty header': '',
      'the scheme alone': 'Bearer',
      'an ended session': `Bearer ${ended.token}`,
      'an expired session': `Bearer ${expired.token}`,
      'a session that lay idle': `Bearer ${idle.token}`,
      'a bot that lay idle': `Bearer ${idleBot.token}`,
      'a hash out of the database': `Bearer ${live.tokenHash}`,
      'the id of a session': `Bearer ${live.id}`,
      'a token that nobody has': `Bearer ${'x'.repeat(43)}`,
      'a token without its last letter': `Bearer ${live.token.slice(0, -1)}`,
      'a token in another case': `Bearer ${swapCase(live.token)}`,
      'a token with something behind it': `Bearer ${live.token} x`,
      'a token behind another': `Bearer ${'x'.repeat(43)}, Bearer ${live.token}`,
      'a token with a percent sign': `Bearer ${live.token}%00`,
      'a token as a password': `Basic ${Buffer.from(`${live.token}:`).toString('base64')}`,
      'a token without a scheme': live.token,
      'a token that is too long': `Bearer ${'x'.repeat(8_000)}`,
      'words for SQL': `Bearer ' or '1'='1' -- aaaaaaaaaaaaaaaaaaaaa`,
    };
    for (const call of calls.filter(needsSession)) {
      for (const [what, authorization] of Object.entries(authorizations)) {
        const headers: Record<string, string> =
          authorization === undefined ? {} : { authorization };
        for (const input of [inputOf(call), { ...inputOf(call), body: { nonsense: true } }]) {
          const answer = await send(app, call, input, { headers });
          assert.equal(answer.status, 401, `${call.name} with ${what}: ${answer.body}`);
          assert.deepEqual(failureOf(answer), NOT_SIGNED_IN, `${call.name} with ${what}`);
          assert.equal(answer.headers['cache-control'], 'no-store', call.name);
        }
      }
    }
  });

  // @promise 3.6
  it('takes no token from an address, a body or a cookie', async (t) => {
    const { app, calls, signedIn, inputOf } = await start(t);
    const { token } = await signedIn();
    for (const call of calls.filter(needsSession)) {
      const input = inputOf(call);
      const inAddress = { ...input, query: { ...input.query, access_token: token, token } };
      const inBody = { ...input, body: { ...input.body, access_token: token, token } };
      const headers = {
        cookie: `authToken=${token}; access_token=${token}`,
        'x-auth-token': token,
      };
      for (const answer of [
        await send(app, call, inAddress),
        await send(app, call, inBody),
        await send(app, call, input, { headers }),
      ]) {
        assert.equal(answer.status, 401, `${call.name}: ${answer.body}`);
      }
    }
  });

  it('is told apart from one that needs none: there a dead session changes nothing', async (t) => {
    const { app, calls, inputOf } = await start(t);
    for (const call of calls.filter((each) => !needsSession(each))) {
      const token = 'x'.repeat(43);
      const answers = [
        await send(app, call, inputOf(call)),
        await send(app, call, inputOf(call), { token }),
      ];
      for (const answer of answers)
        assert.doesNotMatch(answer.body, /^{"success":false,"code":"unauthorized"/, call.name);
      assert.equal(answers[0]?.status, answers[1]?.status, call.name);
    }
  });
});

describe('a bot or desktop app', () => {
  it('is refused wherever only a person may call, confirmed or not', async (t) => {
    const { app, calls, signedIn, inputOf } = await start(t);
    const devices = [
      await signedIn({ kind: 'bot' }),
      await signedIn({ kind: 'desktop' }),
      await signedIn({ kind: 'bot', confirmedMinutesAgo: null }),
      await signedIn({ kind: 'bot' }, 'admin'),
    ];
    const forPeople = calls.filter(({ endpoint: { auth } }) => auth === 'user' || auth === 'admin');
    for (const call of forPeople) {
      for (const { token } of devices) {
        const answer = await send(app, call, inputOf(call), { token });
        assert.equal(answer.status, 403, `${call.name}: ${answer.body}`);
        assert.equal(failureOf(answer).code, 'device_not_allowed', call.name);
      }
    }
  });

  it('is served wherever devices may call', async (t) => {
    const { app, calls, signedIn, inputOf } = await start(t);
    for (const call of calls.filter(({ endpoint }) => endpoint.auth === 'user_or_device')) {
      for (const kind of ['bot', 'desktop'] as const) {
        const { token } = await signedIn({ kind });
        const answer = await send(app, call, inputOf(call), { token });
        assert.doesNotMatch(answer.body, /"(unauthorized|device_not_allowed)"/, call.name);
      }
    }
  });
});

describe('a call for operators', () => {
  it('refuses everybody else, in the browser, too, and says so', async (t) => {
    const { app, calls, signedIn, inputOf } = await start(t);
    const { token } = await signedIn();
    const guarded = calls.filter(({ endpoint }) => endpoint.auth === 'admin');
    assert.ok(guarded.length > 0);
    for (const call of guarded) {
      for (const input of [inputOf(call), { ...inputOf(call), query: { role: 'admin' } }]) {
        const answer = await send(app, call, input, { token, headers: { 'x-role': 'admin' } });
        assert.equal(answer.status, 403, `${call.name}: ${answer.body}`);
        assert.equal(failureOf(answer).code, 'operator_only', call.name);
      }
    }
  });

  it('serves an operator, until the very moment the role is taken away', async (t) => {
    const { app, db, calls, signedIn, inputOf } = await start(t);
    const { token } = await signedIn({}, 'admin');
    const [call] = calls.filter(({ endpoint }) => endpoint.auth === 'admin');
    assert.ok(call);
    assert.equal((await send(app, call, inputOf(call), { token })).status, 200);
    await db.updateTable('users').set({ role: 'user' }).execute();
    const answer = await send(app, call, inputOf(call), { token });
    assert.deepEqual([answer.status, failureOf(answer).code], [403, 'operator_only']);
  });
});

describe('a call for which its user has to be there', () => {
  it('refuses a session that was never confirmed, or not lately, and keeps it alive', async (t) => {
    const { app, calls, signedIn, inputOf } = await start(t);
    const stale = [null, CONFIRMED_MINUTES, CONFIRMED_MINUTES + DAY];
    const guarded = calls.filter(({ endpoint }) => endpoint.confirmed);
    for (const confirmedMinutesAgo of stale) {
      // An operator: whatever else a call asks for, it is the confirmation that is missing.
      const { token } = await signedIn({ confirmedMinutesAgo }, 'admin');
      for (const call of guarded) {
        const answer = await send(app, call, inputOf(call), { token });
        assert.equal(answer.status, 403, `${call.name}: ${answer.body}`);
        assert.equal(failureOf(answer).code, 'confirmation_needed', call.name);
      }
      const dashboard = await app.inject({
        url: '/api/user/dashboard',
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(dashboard.statusCode, 200, 'the session is alive');
    }
  });

  it('asks no confirmation of a session that was confirmed a moment ago', async (t) => {
    const { app, calls, signedIn, inputOf } = await start(t);
    for (const call of calls.filter(({ endpoint }) => endpoint.confirmed)) {
      const { token } = await signedIn({ confirmedMinutesAgo: CONFIRMED_MINUTES - 1 });
      const answer = await send(app, call, inputOf(call), { token });
      assert.doesNotMatch(answer.body, /"(confirmation_needed|unauthorized)"/, call.name);
    }
  });
});

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
