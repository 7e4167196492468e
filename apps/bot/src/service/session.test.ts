import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { getEntitlements } from '@quorate/contract/usage';
import { instant } from '@quorate/values/instant';
import { failure } from '../testing/stand-in-answers.ts';
import { type StandIn, startStandIn } from '../testing/stand-in-service.ts';
import type { SavedToken } from './saved-sign-in.ts';
import { type SessionDeps, signIn } from './session.ts';

const PASSWORD = 'correct horse';
const MIRA = { user: 'mira', password: PASSWORD, code: null, deviceName: 'desk' };
const NOTHING = { ...MIRA, password: null };
let standIn: StandIn;
let kept: SavedToken | null;
const lines: string[] = [];

beforeEach(async () => {
  standIn = await startStandIn({ user: 'mira', password: PASSWORD });
  kept = null;
  lines.length = 0;
});
afterEach(() => standIn.kill());

function deps(): SessionDeps {
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
    saved: {
      read: () => kept,
      write: (token) => {
        kept = token;
      },
      remove: () => {
        kept = null;
      },
    },
  };
}

let codes = 0;

/** A code that nobody has used. */
function given(): string {
  codes += 1;
  const code = `CCCC-${1_000 + codes}`;
  standIn.codes.add(code);
  return code;
}

describe('a session', () => {
  it('is that of a device with a name, and is used again by the next run', async () => {
    const session = await signIn(deps(), MIRA);
    assert.equal(session.user.id, standIn.userId);
    assert.deepEqual(standIn.devices, ['desk']);
    const next = await signIn(deps(), NOTHING);
    assert.deepEqual(next.user, session.user);
    assert.equal((await next.call(getEntitlements, {})).kind, 'ok');
    assert.deepEqual(
      standIn.calls.map((call) => `${call.path} ${call.status}`),
      ['/login 200', '/api/bot/entitlements 200', '/api/bot/entitlements 200'],
    );
  });

  it('opens with a code from the dashboard, once', async () => {
    standIn.codes.add('F7KQ-2MXD');
    await signIn(deps(), { ...NOTHING, code: 'F7KQ-2MXD' });
    await signIn(deps(), { ...NOTHING, code: 'F7KQ-2MXD' });
    assert.deepEqual(standIn.devices, ['desk'], 'the second run used the kept token');
    kept = null;
    await assert.rejects(signIn(deps(), { ...NOTHING, code: 'F7KQ-2MXD' }), {
      code: 'sign_in_refused',
      exitCode: 4,
      message: 'The code is not right, or has expired. Make a new one on the dashboard.',
    });
  });

  it('takes no code of somebody else, and ends what it opened', async () => {
    standIn.codes.add('F7KQ-2MXD');
    const omar = { ...NOTHING, user: 'omar', code: 'F7KQ-2MXD' };
    await assert.rejects(signIn(deps(), omar), {
      code: 'sign_in_refused',
      message: 'The code belongs to mira, and --user says omar.',
    });
    assert.equal(standIn.sessions.size, 0);
    assert.equal(kept, null);
    standIn.codes.add('2222-3333');
    await signIn(deps(), { ...NOTHING, user: 'MIRA@example.org', code: '2222-3333' });
  });

  it('that was ended on the dashboard stops the bot, which says what to do', async () => {
    const session = await signIn(deps(), { ...NOTHING, code: given() });
    standIn.sessions.clear();
    const signedOut = {
      code: 'signed_out',
      exitCode: 4,
      message: /it was ended on the dashboard.*Nothing more is traded\. Make a code/,
    };
    await assert.rejects(session.call(getEntitlements, {}), signedOut);
    assert.equal(kept, null, 'the dead token is forgotten');
    await assert.rejects(signIn(deps(), NOTHING), { code: 'usage', exitCode: 2 });

    await signIn(deps(), { ...NOTHING, code: given() });
    standIn.sessions.clear();
    await assert.rejects(signIn(deps(), NOTHING), signedOut);
    assert.equal(standIn.calls.filter((call) => call.path === '/login').length, 0);
  });

  it('that was ended between two runs is opened again by code or password', async () => {
    for (const again of [MIRA, { ...NOTHING, code: given() }]) {
      await signIn(deps(), MIRA);
      standIn.sessions.clear();
      lines.length = 0;
      const session = await signIn(deps(), again);
      assert.equal((await session.call(getEntitlements, {})).kind, 'ok');
      assert.deepEqual(lines, [
        'The service has ended the sign-in of the last run; signing in again.',
      ]);
    }
  });

  it('needs something to sign in with', async () => {
    await assert.rejects(signIn(deps(), NOTHING), {
      code: 'usage',
      message: /^There is nothing to sign in with: give --password-stdin/,
    });
    assert.deepEqual(standIn.calls, []);
  });

  it('of an account with an authenticator app is opened by code, and the bot says so', async () => {
    const needed = failure('second_factor_needed', { challenge: 'abc' });
    standIn.mischief = () => ({ status: needed.status, body: JSON.stringify(needed.document) });
    await assert.rejects(signIn(deps(), MIRA), {
      code: 'sign_in_refused',
      exitCode: 4,
      message: /which a bot cannot give\. Make a code for the bot on the dashboard/,
    });
  });

  it('that is ended stays ended, also where the password is at hand', async () => {
    const session = await signIn(deps(), MIRA);
    standIn.sessions.clear();
    for (const _ of ['first', 'second']) {
      await assert.rejects(session.call(getEntitlements, {}), {
        code: 'signed_out',
        exitCode: 4,
        message: /it was ended on the dashboard.*Nothing more is traded/,
      });
    }
    assert.equal(standIn.calls.filter((call) => call.path === '/login').length, 1);
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
