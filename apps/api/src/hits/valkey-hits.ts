import { hash, randomUUID } from 'node:crypto';
import type { HitStore } from './hit-store.ts';

/**
 * Whatever a window ago or longer does not count. The moment is the server's own, so that copies of the
 * service need not agree on theirs. Answers -1 when one more was counted, else the milliseconds until there
 * is room. A key is gone once nothing in it counts. What is later than now, by a clock that was put back
 * since, counts as happening now.
 */
const COUNT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local window = tonumber(ARGV[1])
  local limit = tonumber(ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
  local later = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
  for _, hit in ipairs(later) do redis.call('ZADD', KEYS[1], now, hit) end
  if #later > 0 then redis.call('PEXPIRE', KEYS[1], window) end
  if redis.call('ZCARD', KEYS[1]) < limit then
    redis.call('ZADD', KEYS[1], now, ARGV[3])
    redis.call('PEXPIRE', KEYS[1], window)
    return -1
  end
  local leaves = redis.call('ZRANGE', KEYS[1], -limit, -limit, 'WITHSCORES')
  return math.max(0, leaves[2] + window - now)`;
const COUNT_SHA = hash('sha1', COUNT);

/** A server that is asked in vain costs each call that much, once in `REST_MS`. */
const ANSWER_MS = 250;
const REST_MS = 1_000;

type ValkeyHitsDeps = Readonly<{
  /** Sends one command. @throws Error with what the server says, or when it cannot be reached */
  ask(words: readonly string[]): Promise<unknown>;
  /** Counts while the server does not answer. */
  fallback: HitStore;
  /** How long an answer is waited for, in milliseconds. */
  answerMs?: number;
  log: Readonly<{
    warn(context: object, message: string): void;
    info(context: object, message: string): void;
  }>;
}>;

/**
 * Counts in Valkey or Redis. While it does not answer, the fallback counts: the limit then holds by a count
 * that begins anew, so that for one window at most twice as many pass.
 */
export function hitsInValkey({
  ask,
  fallback,
  log,
  answerMs = ANSWER_MS,
}: ValkeyHitsDeps): HitStore {
  let restsUntil = Number.NEGATIVE_INFINITY;
  let isAway = false;

  function noteAnswer(): void {
    if (isAway) log.info({}, 'Valkey answers again: requests are counted there');
    isAway = false;
    restsUntil = Number.NEGATIVE_INFINITY;
  }

  function noteFailure(error: unknown): void {
    restsUntil = performance.now() + REST_MS;
    if (!isAway) {
      log.warn({ err: error }, 'Valkey does not answer: requests are counted in the database');
    }
    isAway = true;
  }

  async function run(key: string, args: readonly string[]): Promise<number> {
    const rest = ['1', key, ...args];
    const answer = await ask(['EVALSHA', COUNT_SHA, ...rest]).catch((error: unknown) => {
      // It was started since, or has never seen the script.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
        return ask(['EVAL', COUNT, ...rest]);
      throw error;
    });
    if (typeof answer !== 'number') throw new Error(`the script answered ${String(answer)}`);
    return answer;
  }

  return {
    async count(limit, who) {
      if (performance.now() < restsUntil) return fallback.count(limit, who);
      const key = `hits:${limit.what}:${hash('sha256', who, 'base64url')}`;
      const member = randomUUID();
      // One call finds out whether it is back; all others need not wait for that.
      if (isAway) restsUntil = performance.now() + REST_MS;
      let waitMs: number;
      try {
        waitMs = await within(answerMs, run(key, [`${limit.windowMs}`, `${limit.limit}`, member]));
        noteAnswer();
      } catch (error) {
        noteFailure(error);
        return fallback.count(limit, who);
      }
      if (waitMs >= 0) return { waitMs };
      return {
        // What cannot be taken back counts for a window longer, to nobody's harm but its user's.
        giveBack: async () => {
          await within(answerMs, ask(['ZREM', key, member])).catch(noteFailure);
        },
      };
    },
  };
}

/** A server that hangs must not hang whoever waits for it. */
async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
