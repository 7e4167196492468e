import type { ChatInput } from '@quorate/contract/chat';
import type { UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { countAgainst, type RateLimit } from '../../rate-limit.ts';
import type { Assistant } from './assistant.ts';

export type ChatDeps = { db: Db; clock: Clock; assistant: Assistant };

/** Who asks. The address counts only for those who are not signed in. */
type Asker = { userId: UserId | undefined; address: string };

const HOUR_MS = 3_600_000;

const PER_ADDRESS: RateLimit = {
  what: 'chat-address',
  limit: 10,
  windowMs: HOUR_MS,
  words: '10 messages an hour; 60 when you are signed in',
};

const PER_USER: RateLimit = {
  what: 'chat-user',
  limit: 60,
  windowMs: HOUR_MS,
  words: '60 messages an hour',
};

/** @throws AppError rate_limited, before the assistant is asked */
export async function answer(
  { db, clock, assistant }: ChatDeps,
  { message, history }: ChatInput,
  { userId, address }: Asker,
): Promise<string> {
  if (userId === undefined) await countAgainst({ db, clock }, PER_ADDRESS, address);
  else await countAgainst({ db, clock }, PER_USER, userId);
  return assistant.reply(message, history);
}
