import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, type ServerProcess, startServer } from '../../helpers/server-process.ts';
import { type Acknowledged, nothingYet } from './acknowledged.ts';
import { type Client, createClient, PERSON, signIn } from './client.ts';
import { type Lane, lanesOf } from './lanes.ts';

const SEED = fileURLToPath(new URL('../../../src/commands/seed-demo.ts', import.meta.url));

/** Nothing is to be refused but by a kill. */
export const NO_LIMITS = {
  LIMIT_SIGN_UPS: '1000000',
  LIMIT_SIGN_UPS_RANGE: '1000000',
  LIMIT_CHANGES_USER: '1000000',
  LIMIT_HEARTBEATS_USER: '1000000',
  LIMIT_MAILS_ADDRESSEE: '1000000',
};

const ANSWERS_MIN = 8;
const ANSWERED_WITHIN_MS = 30_000;

export type KillRun = { known: Acknowledged; token: string; server: ServerProcess };

/**
 * Kills a service under load again and again, and starts it again each time. It runs when this returns,
 * with everything that was left unanswered sent again and answered.
 *
 * @param options.env storage, and more of the service's variables
 * @param options.lifeMs how long the service is under load before the n-th kill
 */
export async function killAgainAndAgain(options: {
  env: Record<string, string>;
  kills: number;
  lifeMs: (round: number) => number;
  say?: (line: string) => void;
}): Promise<KillRun> {
  const env = { LOG_LEVEL: 'silent', ...NO_LIMITS, ...options.env, PORT: await freePort() };
  await seedPerson(env);
  const known = nothingYet();
  const lanes = lanesOf(known);
  let server = await startServer(env);
  const token = await signIn(server.url);
  const client = createClient(server.url, token, options.env.DATA_DIR ?? '');
  try {
    for (let round = 0; round < options.kills; round += 1) {
      const working = Promise.allSettled(lanes.map((lane) => untilBroken(lane, client)));
      await liveOn(known, options.lifeMs(round));
      await server.kill();
      for (const lane of await working) if (lane.status === 'rejected') throw lane.reason;
      server = await startServer(env);
      options.say?.(`killed ${round + 1} times; ${known.writes} writes were answered`);
      expectNoFault(known);
    }
    for (const lane of lanes) await untilAnswered(lane, client);
    expectNoFault(known);
    return { known, token, server };
  } catch (error) {
    await server.kill();
    throw error;
  }
}

/** So long, and on a machine with other work until something has been answered. */
async function liveOn(known: Acknowledged, lifeMs: number): Promise<void> {
  const before = known.writes;
  const deadline = AbortSignal.timeout(ANSWERED_WITHIN_MS);
  await sleep(lifeMs);
  while (known.writes < before + ANSWERS_MIN && !deadline.aborted) await sleep(5);
}

async function untilBroken(lane: Lane, client: Client): Promise<void> {
  while ((await lane(client)) === 'answered');
}

async function untilAnswered(lane: Lane, client: Client): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) if ((await lane(client)) === 'answered') return;
}

function expectNoFault({ faults }: Acknowledged): void {
  if (faults.length > 0)
    throw new Error(`${faults.length} answers were no success: ${faults.slice(0, 3).join('; ')}`);
}

/** Makes the account that the clients use, before a service starts. */
export async function seedPerson(env: Record<string, string>): Promise<void> {
  const { DATABASE_URL, ...inherited } = process.env;
  const { username, email, password } = PERSON;
  const person = ['--username', username, '--email', email, '--password', password];
  const child = spawn(process.execPath, [SEED, ...person, '--plan', 'Elite'], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(said);
}
