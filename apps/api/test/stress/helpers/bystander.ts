import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { atScale } from '../../helpers/at-scale.ts';
import { freshStorage } from '../../helpers/fresh-database.ts';
import { type Person, signInTo } from '../../helpers/server-calls.ts';
import { freePort, type ServerProcess, startServer } from '../../helpers/server-process.ts';
import { startPace } from './pace.ts';

/**
 * Nobody waits longer than this, whatever others do. Where other tests run beside, a slow machine takes longer for what
 * an attack has it do once.
 */
const LONGEST_WAIT_MS = atScale({ full: 1_000, part: 3_000 });

const EVERY_MS = 100;
/** An address of its own, so that a limit on the attacker's address is not met by the bystander. */
const BYSTANDER_ADDRESS = '127.0.0.9';

export type BystanderSettings = Readonly<{
  url: string;
  token: string;
  pid: number;
  from: string;
  everyMs: number;
}>;

export type BystanderAnswer = Readonly<{
  path: string;
  connection: 'fresh' | 'kept';
  /** 0: no answer. */
  status: number;
  fault: string | null;
  startedAt: number;
  ms: number;
}>;

export type BystanderReport = {
  answers: BystanderAnswer[];
  /** Of the service's process. */
  memoryMb: { before: number; highest: number };
};

export type Watched<Result> = Readonly<{
  /** What the attack returned. */
  result: Result;
  answers: readonly BystanderAnswer[];
  /** Answers that failed, or came later than a second of a machine that nothing else uses. */
  bad: readonly BystanderAnswer[];
  longestMs: number;
  /** How much slower other programs made the machine, at most. */
  slowdown: number;
  memoryMb: Readonly<{ before: number; highest: number }>;
}>;

export type AttackStage = Readonly<{
  server: ServerProcess;
  port: number;
  /** Somebody who is signed in and has nothing to do with the attack. */
  bystander: Person;
  /**
   * Runs an attack while the bystander asks for health and dashboard every 100 ms, each on a fresh and on a
   * kept connection, from a thread of its own: the attacker's work here does not slow its clock.
   */
  watch<Result>(attack: () => Promise<Result>): Promise<Watched<Result>>;
  stop(): Promise<void>;
}>;

/**
 * The real service in a process of its own, with its default settings and no proxy, and a bystander. One stage
 * serves all attacks of a file: a start takes seconds.
 *
 * @param env settings that differ from the defaults
 *
 * @example
 * let stage: AttackStage;
 * before(async () => { stage = await startAttackStage(); });
 * after(() => stage.stop());
 * it('…', async (t) => expectUnhurt(t, await stage.watch(() => attack(stage.port))));
 */
export async function startAttackStage(env: Record<string, string> = {}): Promise<AttackStage> {
  const storage = await freshStorage();
  const PORT = await freePort();
  const server = await startServer({ ...storage.env, HOST: '127.0.0.1', PORT, ...env });
  const stop = async () => {
    await server.kill();
    await storage.remove();
  };
  try {
    const bystander = await signInTo(server);
    const settings = {
      url: server.url,
      token: bystander.token,
      pid: server.pid,
      from: BYSTANDER_ADDRESS,
      everyMs: EVERY_MS,
    };
    return {
      server,
      port: Number(PORT),
      bystander,
      watch: (attack) => watch(settings, attack),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function watch<Result>(
  settings: BystanderSettings,
  attack: () => Promise<Result>,
): Promise<Watched<Result>> {
  const worker = new Worker(new URL('./bystander-worker.ts', import.meta.url), {
    workerData: settings,
  });
  const pace = startPace();
  try {
    await once(worker, 'message');
    const result = await attack();
    worker.postMessage('stop');
    const [{ answers, memoryMb }] = (await once(worker, 'message')) as [BystanderReport];
    const slowdownAt = await pace.stop();
    return {
      result,
      answers,
      bad: answers.filter(
        ({ status, startedAt, ms }) =>
          status !== 200 || ms > LONGEST_WAIT_MS * slowdownAt(startedAt, ms),
      ),
      longestMs: Math.max(...answers.map(({ ms }) => ms)),
      slowdown: Math.max(...answers.map(({ startedAt, ms }) => slowdownAt(startedAt, ms))),
      memoryMb,
    };
  } finally {
    await Promise.all([worker.terminate(), pace.end()]);
  }
}

/** Health and dashboard answered every time, and soon. */
export function expectUnhurt(
  t: { diagnostic(message: string): void },
  { answers, bad, longestMs, slowdown, memoryMb }: Watched<unknown>,
): void {
  t.diagnostic(
    `longest wait ${longestMs} ms of ${answers.length} answers (machine slower by up to ${slowdown.toFixed(1)}); memory ${memoryMb.before} to ${memoryMb.highest} MB`,
  );
  assert.ok(answers.length > 0, 'the attack ended before the bystander asked for anything');
  assert.deepEqual(bad.slice(0, 5), [], `${bad.length} of ${answers.length} failed or were late`);
}
