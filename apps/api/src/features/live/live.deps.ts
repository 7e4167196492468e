import type { AccountInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import type { Listen } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import type { SignedInUser } from '../../plugins/auth.ts';
import type { Announcer } from './announcer.ts';

export type LiveDeps = Readonly<{
  db: Db;
  clock: Clock;
  listen: Listen;
  announcer: Announcer;
  /** The trading account a heartbeat is about, made at its first mention. */
  ensureTradingAccount(
    handle: { db: Db; clock: Clock },
    userId: UserId,
    account: AccountInput,
  ): Promise<{ id: TradingAccountId }>;
  /** Whether a session has not ended since; asking does not count as using it. */
  stillSignedIn(session: SignedInUser['session']): Promise<boolean>;
}>;
