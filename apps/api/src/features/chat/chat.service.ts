import type { ChatInput } from '@quorate/contract/chat';
import type { UserId } from '@quorate/values/ids';
import type { Limits } from '../../config/limits.ts';
import { addressGroup } from '../../http/client-address.ts';
import { countAgainst, type RateLimit } from '../../http/rate-limit.ts';
import type { Asker, Assistant } from './assistant.ts';
import { type OwnDataDeps, ownDataOf } from './own-data/own-data.ts';

export type ChatDeps = OwnDataDeps & Readonly<{ assistant: Assistant; limits: Limits }>;

/** Who asks. The address counts only for those who are not signed in. */
type Caller = { userId: UserId | undefined; address: string };

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

/** @throws AppError rate_limited */
export async function countMessage(
  { db, clock, limits }: ChatDeps,
  { userId, address }: Caller,
): Promise<void> {
  const deps = { db, clock };
  if (userId === undefined) await countAgainst(deps, perAddress(limits), addressGroup(address));
  else await countAgainst(deps, perUser(limits), userId);
}

/** To be asked only after the message was counted. */
export function answer(
  deps: ChatDeps,
  { message, history }: ChatInput,
  userId: UserId | undefined,
  listener: Pick<Asker, 'gone' | 'say'>,
): Promise<string> {
  const own = userId === undefined ? null : ownDataOf(deps, userId);
  return deps.assistant.reply(message, history, { own, ...listener });
}
