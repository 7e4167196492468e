import { forgotPassword, login, resendVerification, signup } from '@quorate/contract/account';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { mannWhitney } from './mann-whitney.ts';
import { median } from './median.ts';

const PAIRS = 500;
const WARM_UP_PAIRS = 20;
const P_MIN = 0.01;
const SIGNED_IN_BEFORE = 20;

type Pair = { known: unknown; unknown: unknown };
type Call = { name: string; path: string; status: number; pair: (number: number) => Pair };

const PASSWORD = 'a password that nobody has';

/** Names of one length, so that neither a byte more nor a hash tells them apart. */
const nobody = (number: number) => `n${String(number).padStart(DEMO_ACCOUNT.username.length, '0')}`;
const known = DEMO_ACCOUNT.username;

const CALLS: readonly Call[] = [
  {
    name: 'login',
    path: login.path,
    status: 401,
    // One name each: what was tried before is counted for both.
    pair: () => ({
      known: { username_or_email: known, password: PASSWORD },
      unknown: { username_or_email: nobody(0), password: PASSWORD },
    }),
  },
  {
    name: 'signup',
    path: signup.path,
    status: 200,
    pair: (number) => ({
      known: { username: `k${number}-new`, email: DEMO_ACCOUNT.email, password: PASSWORD },
      unknown: {
        username: `u${number}-new`,
        email: `u${number}@quorate.example`,
        password: PASSWORD,
      },
    }),
  },
  {
    name: 'forgot',
    path: forgotPassword.path,
    status: 200,
    pair: (number) => ({
      known: { email: DEMO_ACCOUNT.email },
      unknown: { email: `${nobody(number)}@quorate.example` },
    }),
  },
  {
    name: 'resend',
    path: resendVerification.path,
    status: 200,
    pair: (number) => ({ known: { email: known }, unknown: { email: nobody(number) } }),
  },
];

/** Far beyond what the benchmark asks: the limits are there, and are counted. */
const ROOM = Object.fromEntries(
  ['SIGN_IN_FAILURES_ACCOUNT', 'SIGN_IN_FAILURES_ADDRESS', 'SIGN_UPS', 'LINK_REQUESTS'].map(
    (name) => [`LIMIT_${name}`, '1000000'],
  ),
);

/**
 * Whether the time of an answer tells if an account exists: known and unknown ones in turn, which of them
 * first by chance, over one connection to a service as it runs for everybody.
 */
export const benchmark: Benchmark = {
  name: 'accounts.timing',
  title: 'known and unknown accounts answered in the same time, largest difference of medians',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 2 },
  async run({ folder, onEnd, say }) {
    await makeAccount({ dataDir: folder });
    const service = await startService({ port: await freePort(), dataDir: folder, env: ROOM });
    onEnd(service.stop);
    // An account that is used has a history, which is looked at.
    for (let count = 0; count < SIGNED_IN_BEFORE; count += 1) await signIn(service.url);
    const figures: { name: string; difference: number; p: number; middle: number }[] = [];
    for (const call of CALLS) {
      // One in a hundred of equal pairs looks different by chance; two in a row do not.
      const first = await measureCall(service.url, call);
      const figure = first.p > P_MIN ? first : await measureCall(service.url, call);
      say(
        `${call.name}: medians ${figure.difference.toFixed(3)} ms apart, p ${figure.p.toFixed(3)}`,
      );
      figures.push(figure);
      if (figure.p <= P_MIN)
        throw new Error(`${call.name}: known and unknown differ, p ${figure.p} twice`);
    }
    const note = figures.map(
      ({ name, difference, p, middle }) =>
        `${name} ${difference.toFixed(2)} ms of ${middle.toFixed(1)} ms, p ${p.toFixed(2)}`,
    );
    return {
      figure: Math.max(...figures.map(({ difference }) => difference)),
      note: `${PAIRS} pairs each, Mann-Whitney: ${note.join('; ')}`,
    };
  },
};

async function measureCall(url: string, { name, path, status, pair }: Call) {
  const times: Record<keyof Pair, number[]> = { known: [], unknown: [] };
  serial += 1;
  for (let number = 0; number < WARM_UP_PAIRS + PAIRS; number += 1) {
    const bodies = pair(serial * 10_000 + number);
    const order =
      Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const which of order) {
      const ms = await timed(`${url}${path}`, bodies[which], status);
      if (number >= WARM_UP_PAIRS) times[which].push(ms);
    }
  }
  const middle = median(times.known);
  const difference = Math.abs(middle - median(times.unknown));
  return { name, difference, p: mannWhitney(times.known, times.unknown), middle };
}

let serial = 0;

async function timed(url: string, body: unknown, status: number): Promise<number> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const startedAt = performance.now();
  const reply = await fetch(url, request);
  const text = await reply.text();
  const ms = performance.now() - startedAt;
  if (reply.status !== status) throw new Error(`${url} answered ${reply.status}: ${text}`);
  return ms;
}
