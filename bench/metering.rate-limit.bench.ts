import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@quorate/contract/account';
import { analyse } from '@quorate/contract/decisions';
import { planByName } from '@quorate/contract/plans';
import type { Snapshot } from '@quorate/trading/market/snapshot';
import { createRememberingDecisions } from '@quorate/trading/testing/remembering-decisions';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { analyseBody } from './analyse-body.ts';
import type { Benchmark } from './benchmark.ts';
import { replay } from './replay.ts';

const PLAN = planByName('Pro');
const LIMIT = PLAN.granted.requests_per_minute;
const HOUR_MS = 3_600_000;
/** As many as it takes until one is worth a question. */
const BARS = 2_000;
const A_SECOND = 1_000;
const CLIENTS = 64;
/** More than a minute: what was let through at its beginning has room again within the run. */
const MEASURED_MS = 80_000;
const HALF_MS = 30_000;

type Answered = { sentAt: number; ms: number; passed: boolean };

/**
 * Whether a plan's requests a minute are let through to the last one, and no more, when clients ask a
 * thousand times a second for longer than a minute, or as often as they are answered where that is less.
 * The clients run on the same cores.
 */
export const benchmark: Benchmark = {
  name: 'metering.rate-limit',
  title: `calls more or fewer than the ${LIMIT} a minute of a plan, asked ${A_SECOND} times a second`,
  unit: 'calls',
  bar: { of: 'figure', op: '<=', value: 1 },
  async run({ folder, onEnd, say }) {
    const decisions = createRememberingDecisions();
    await replay(decisions, BARS);
    const [asked] = decisions.asked;
    if (!asked) throw new Error('no bar was worth a question');
    await makeAccount({ dataDir: folder }, PLAN.name);
    const service = await startService({ port: await freePort(), dataDir: folder });
    onEnd(service.stop);
    const send = sender(service.url, await tokenOf(service.url), asked.snapshot);

    say(`asking for ${MEASURED_MS / 1_000} s`);
    const startedAt = performance.now();
    const answers = await askSteadily(send, startedAt);
    const seconds = (performance.now() - startedAt) / 1_000;
    const passed = answers.filter((answer) => answer.passed);
    const first = passed.filter(({ sentAt }) => sentAt - startedAt < HALF_MS).length;
    const second = passed.length - first;
    const refused = answers.filter((answer) => !answer.passed);
    const times = refused.map(({ ms }) => ms).sort((a, b) => a - b);
    const share = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
    return {
      figure: Math.max(Math.abs(first - LIMIT), Math.abs(second - LIMIT)),
      note: `${first} let through in the first minute and ${second} in the second, of ${answers.length} requests; ${Math.round(answers.length / seconds)} answers a second, half of the refusals within ${share(0.5)} ms, 99 of 100 within ${share(0.99)} ms`,
    };
  },
};

/** Each request has its moment; a client that was answered takes the next one. */
async function askSteadily(send: () => Promise<Answered>, startedAt: number): Promise<Answered[]> {
  const answers: Answered[] = [];
  let taken = 0;
  async function client(): Promise<void> {
    for (;;) {
      const now = performance.now() - startedAt;
      if (now >= MEASURED_MS) return;
      const earliest = (taken / A_SECOND) * 1_000;
      taken += 1;
      if (earliest > now) await sleep(earliest - now);
      answers.push(await send());
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

async function tokenOf(url: string): Promise<string> {
  const { username, password } = DEMO_ACCOUNT;
  const reply = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password }),
  });
  return login.reply.parse(await reply.json()).access_token;
}

/**
 * Sends another bar each time: one that was decided is answered from the record, and not counted. Requests are
 * counted of terminals, which take no past bars: what is let through is refused for its age, by then.
 */
function sender(service: string, token: string, snapshot: Snapshot) {
  const url = service + analyse.path;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  let nextBar = Date.parse(snapshot.as_of);
  return async (): Promise<Answered> => {
    nextBar -= HOUR_MS;
    const old = { ...snapshot, as_of: new Date(nextBar).toISOString() };
    const body = analyseBody(old, 'terminal');
    const sentAt = performance.now();
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await reply.text();
    const ms = performance.now() - sentAt;
    if (reply.status === 400 && text.includes('snapshot_not_current'))
      return { sentAt, ms, passed: true };
    if (reply.status === 429 && reply.headers.get('retry-after'))
      return { sentAt, ms, passed: false };
    throw new Error(`${url} answered ${reply.status}: ${text}`);
  };
}
