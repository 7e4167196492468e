import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyse } from '@quorate/contract/decisions';
import { getHealth } from '@quorate/contract/health';
import { createRememberingDecisions } from '@quorate/trading/testing/remembering-decisions';
import { makeAccount, type Storage, storageVariables } from '../../tools/demo/make-account.ts';
import { signIn } from '../../tools/demo/sign-in.ts';
import { freePort } from '../../tools/free-port.ts';
import { fromRoot } from '../../tools/root.ts';
import { killOnExit } from '../../tools/run.ts';
import { startService } from '../../tools/service.ts';
import { createAnalyseBodies } from '../analyse-body.ts';
import type { BenchContext, Measurement } from '../benchmark.ts';
import { madeUpSeries, replay } from '../replay.ts';

const BARS = 60_000;
/** A service runs for weeks: what the compiler is still at work on in its first minute is not what a trader meets. */
const WARM_UP = 900;
const MEASURED = 900;
/** The plan allows a thousand calls a minute. */
const MINUTE_MS = 61_000;

/**
 * What a decision of three models takes besides the models: each call from the bot's side, less the time of
 * the model that took longest. Three providers' formats, answered by another process.
 *
 * @returns milliseconds, sorted: of decisions, and of calls that do nothing, made in turn
 */
export async function measureOverhead(
  { folder, onEnd }: BenchContext,
  databaseUrl?: string,
): Promise<{ decided: number[]; empty: number[] }> {
  const decisions = createRememberingDecisions();
  const series = madeUpSeries(BARS);
  await replay(decisions, series);
  const bodyOf = createAnalyseBodies(series);
  const requests = decisions.asked.slice(0, WARM_UP + MEASURED);
  if (requests.length < WARM_UP + MEASURED) throw new Error(`only ${requests.length} snapshots`);

  const models = await startModels(onEnd);
  const storage: Storage = {
    dataDir: join(folder, 'data'),
    ...(databaseUrl !== undefined && { databaseUrl }),
  };
  await makeAccount(storage, 'Elite');
  const service = await startService({
    port: await freePort(),
    dataDir: storage.dataDir,
    env: { ...storageVariables(storage), ...models.variables },
  });
  onEnd(service.stop);
  const { get, post } = await signIn(service.url);
  const decided: number[] = [];
  const empty: number[] = [];
  for (const { snapshot } of requests) {
    if (decided.length === WARM_UP) await sleep(MINUTE_MS);
    const startedAt = performance.now();
    const reply = analyse.reply.parse(await post(analyse.path, bodyOf(snapshot)));
    const totalMs = performance.now() - startedAt;
    const fault = reply.decision.votes.find((vote) => vote.fault !== null);
    if (fault) throw new Error(`${fault.analyst} has not voted: ${fault.fault}`);
    const tookMs = await models.took();
    if (tookMs.length !== 3) throw new Error(`${tookMs.length} models were asked`);
    decided.push(totalMs - Math.max(...tookMs));
    const emptyAt = performance.now();
    await get(getHealth.path);
    empty.push(performance.now() - emptyAt);
  }
  const sorted = (times: number[]) => times.slice(WARM_UP).sort((a, b) => a - b);
  return { decided: sorted(decided), empty: sorted(empty) };
}

async function startModels(onEnd: BenchContext['onEnd']) {
  const child = fork(fromRoot('bench/models/answer.ts'));
  const release = killOnExit(child);
  onEnd(() => {
    release();
    child.disconnect();
  });
  const message = async () => (await once(child, 'message'))[0];
  const [compatible, anthropic, google] = (await message()) as string[];
  return {
    variables: {
      MODELS: [
        `gpt=openai-compatible/gpt-5-mini@${compatible}?in=0.25&out=2`,
        `claude=anthropic/claude-sonnet-4-5@${anthropic}?in=3&out=15`,
        `gemini=google/gemini-2.5-flash@${google}?in=0.3&out=2.5`,
      ].join(';'),
      ANTHROPIC_API_KEY: 'bench',
      GOOGLE_API_KEY: 'bench',
    },
    /** Milliseconds of each answer since it was asked for last. */
    async took(): Promise<number[]> {
      const answer = message();
      child.send('took');
      return (await answer) as number[];
    },
  };
}

/** The measurement of such times. @param database what the service stored in */
export function overheadOf(
  { decided, empty }: { decided: readonly number[]; empty: readonly number[] },
  database: string,
): Measurement {
  const figure = share(decided, 0.99);
  const value = share(empty, 0.99);
  const half = `${share(decided, 0.5).toFixed(1)} ms (a call that does nothing ${share(empty, 0.5).toFixed(1)} ms)`;
  return {
    figure,
    denominator: { value, what: 'a call that does nothing, 99 of 100' },
    ratio: figure / value,
    note: `${decided.length} calls one after the other after a warm-up of ${WARM_UP}, half of them within ${half}, all within ${share(decided, 1).toFixed(1)} ms; ${database}, models in another process`,
  };
}

/** The time within which this share of the calls is answered. */
function share(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
