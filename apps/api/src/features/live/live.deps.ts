import type { AccountInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import type { Limits } from '../../config/limits.ts';
import type { Listen } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import type { Announcer } from './announcer.ts';

export type LiveDeps = Readonly<{
  db: Db;
  clock: Clock;
  listen: Listen;
  announcer: Announcer;
  limits: Pick<Limits, 'liveStreamsPerAddress' | 'liveStreams'>;
  /** The trading account a heartbeat is about, made at its first mention. */
  ensureTradingAccount(
    handle: { db: Db; clock: Clock },
    userId: UserId,
    account: AccountInput,
  ): Promise<{ id: TradingAccountId }>;
  /** Which of these sessions, by the hash of their token, have neither ended nor expired; looking is no use of them. */
  findLiveSessions(tokenHashes: readonly string[]): Promise<ReadonlySet<string>>;
}>;
