import type { ChatInput } from '@quorate/contract/chat';
import type { UserId } from '@quorate/values/ids';
import { addressGroup } from '../../client-address.ts';
import type { Clock } from '../../clock.ts';
import type { Limits } from '../../config-limits.ts';
import type { Db } from '../../db/tables.ts';
import { countAgainst, type RateLimit } from '../../rate-limit.ts';
import type { Assistant } from './assistant.ts';

export type ChatDeps = { db: Db; clock: Clock; assistant: Assistant; limits: Limits };

/** Who asks. The address counts only for those who are not signed in. */
type Asker = { userId: UserId | undefined; address: string };

const HOUR_MS = 3_600_000;

const perAddress = (limits: Limits): RateLimit => ({
  what: 'chat-address',
  limit: limits.chatMessagesPerAddress,
  windowMs: HOUR_MS,
  words: `${limits.chatMessagesPerAddress} messages an hour; ${limits.chatMessagesPerUser} when you are signed in`,
});

const perUser = ({ chatMessagesPerUser: limit }: Limits): RateLimit => ({
  what: 'chat-user',
  limit,
  windowMs: HOUR_MS,
  words: `${limit} messages an hour`,
});

/** @throws AppError rate_limited, before the assistant is asked */
export async function answer(
  { db, clock, assistant, limits }: ChatDeps,
  { message, history }: ChatInput,
  { userId, address }: Asker,
): Promise<string> {
  const deps = { db, clock };
  if (userId === undefined) await countAgainst(deps, perAddress(limits), addressGroup(address));
  else await countAgainst(deps, perUser(limits), userId);
  return assistant.reply(message, history);
}
