import type { Brand } from '@quorate/contract/brand';
import type { PlanName } from '@quorate/contract/plans';
import type { Pagination } from '@quorate/contract/reply';
import type { SecurityEvent } from '@quorate/contract/security';
import type { Payment } from '@quorate/contract/subscription';
import type { Usage } from '@quorate/contract/usage';
import type { UserId } from '@quorate/values/ids';
import type { RawBuilder } from 'kysely';
import type { Limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/tables.ts';
import type { PageRequest } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import type { Entitlements, ReadEntitlements } from '../../entitlements.ts';

export type Handle = Readonly<{ db: Db; clock: Clock }>;

/** Somebody to write to. */
export type Owner = Readonly<{ username: string; email: string }>;

/** What other features know and do about an account. */
export type UsersDeps = Handle &
  Readonly<{
    brand: Brand;
    limits: Pick<Limits, 'freeTokensPerDay'>;
    /** Origin that links in mails begin with. */
    publicUrl: string;
    readEntitlements: ReadEntitlements;
    /** Ids of those whose plan is the given one. */
    holdersOf: (plan: PlanName, now: Date) => RawBuilder<string>;
    readUsage: (handle: Handle, userId: UserId, entitled: Entitlements) => Promise<Usage>;
    listPayments: (
      db: Db,
      userId: UserId,
      page: PageRequest,
    ) => Promise<{ payments: Payment[]; pagination: Pagination }>;
    securityEvents: (
      handle: Handle,
      userId: string,
      page: PageRequest,
    ) => Promise<{ events: SecurityEvent[]; pagination: Pagination }>;
    countSessions: (
      handle: Handle,
      userId: string,
    ) => Promise<{ browsers: number; devices: number }>;
    /** Ends all of them. @param inside with the transaction as `db` @returns how many there were */
    signOutEverywhere: (inside: Handle, userId: string) => Promise<number>;
    /** Asks for the link that verifies an address; it is mailed a moment later. */
    requestVerification: (inside: Handle, email: string) => Promise<void>;
  }>;
