import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { getEntitlements } from '@quorate/contract/usage';
import { instant } from '@quorate/values/instant';
import { failure } from '../testing/stand-in-answers.ts';
import { type StandIn, startStandIn } from '../testing/stand-in-service.ts';
import type { PatientDeps } from './call-until-answered.ts';
import { signIn } from './session.ts';

const MIRA = { user: 'mira', password: 'correct horse' };
let standIn: StandIn;
const lines: string[] = [];

beforeEach(async () => {
  standIn = await startStandIn(MIRA);
  lines.length = 0;
});
afterEach(() => standIn.kill());

function deps(): PatientDeps {
  let now = 0;
  return {
    http: { fetch, service: standIn.url },
    clock: { now: () => instant(now) },
    sleep: async (ms) => {
      now += ms;
    },
    random: () => 0,
    notify: (line) => lines.push(line),
    giveUpAfterMs: 2_000,
    stop: new AbortController().signal,
  };
}

describe('a session', () => {
  it('signs in, calls, and signs out', async () => {
    const session = await signIn(deps(), MIRA);
    assert.equal(session.user.id, standIn.userId);
    assert.equal((await session.call(getEntitlements, {})).kind, 'ok');
    await session.end();
    assert.deepEqual(
      standIn.calls.map((call) => `${call.path} ${call.status}`),
      ['/login 200', '/api/bot/entitlements 200', '/api/logout 200'],
    );
  });

  it('signs in again, once, when the service has ended it', async () => {
    const session = await signIn(deps(), MIRA);
    standIn.sessions.clear();
    assert.equal((await session.call(getEntitlements, {})).kind, 'ok');
    assert.equal(standIn.calls.filter((call) => call.path === '/login').length, 2);
    assert.deepEqual(lines, ['The service has ended this session; signing in again.']);
  });

  it('ends the run when the service takes no new session, either', async () => {
    const session = await signIn(deps(), MIRA);
    standIn.mischief = ({ path }) => {
      if (path === '/login') standIn.sessions.clear();
      const answer = failure('unauthorized');
      return path === '/api/bot/entitlements'
        ? { status: 401, body: JSON.stringify(answer.document) }
        : 'none';
    };
    await assert.rejects(session.call(getEntitlements, {}), {
      code: 'sign_in_refused',
      message: 'Please sign in.',
    });
  });

  it('ends the run when the name belongs to another account than before', async () => {
    const session = await signIn(deps(), MIRA);
    standIn.sessions.clear();
    standIn.userId = '0197a0c0-0000-7000-8000-000000000009';
    await assert.rejects(session.call(getEntitlements, {}), {
      code: 'sign_in_refused',
      message: 'mira is another account now than when this run began.',
    });
  });

  it('is refused with the sentence of the service', async () => {
    await assert.rejects(signIn(deps(), { ...MIRA, password: 'wrong' }), {
      code: 'sign_in_refused',
      exitCode: 4,
      message: 'Invalid username, email or password.',
    });
    const unverified = failure('email_not_verified');
    standIn.mischief = () => ({
      status: unverified.status,
      body: JSON.stringify(unverified.document),
    });
    await assert.rejects(signIn(deps(), MIRA), {
      code: 'sign_in_refused',
      message:
        'Please verify your email before signing in. The link is in the mail that came after sign-up.',
    });
  });

  it('waits for a service that is not there yet, and gives up in time', async () => {
    await standIn.kill();
    const absent = deps();
    await assert.rejects(signIn(absent, MIRA), {
      code: 'service_unreachable',
      exitCode: 3,
      message: `The service at ${standIn.url} is out of reach: nothing listens there.`,
    });
    assert.ok(lines.length >= 2);
    await assert.rejects(
      signIn(
        {
          ...absent,
          sleep: async () => {
            await standIn.revive();
          },
        },
        { ...MIRA, password: 'wrong' },
      ),
      { code: 'sign_in_refused' },
    );
  });

  it('says at once that something else answers at the address', async () => {
    standIn.mischief = () => ({ status: 200, body: '<html>' });
    await assert.rejects(signIn(deps(), MIRA), {
      code: 'service_unreachable',
      message: `The service at ${standIn.url} is out of reach: its answer is not one of the Quorate service.`,
    });
    assert.deepEqual(lines, []);
  });
});
