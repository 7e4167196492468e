import type { FirstTouch } from '@quorate/contract/decision-outcomes';
import type { analyse, DecisionReply } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Usage } from '@quorate/contract/usage';
import type { Known } from '@quorate/trading/ensemble/ensemble';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import type { RawBuilder } from 'kysely';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/tables.ts';
import type { Panel, Voter, VoteTokens } from '../../models/panel.ts';
import type { Clock } from '../../process/clock.ts';
import type { Entitlements, ReadEntitlements } from '../entitlements.ts';
import type { LedgerEntry } from '../ledger-entry.ts';

export type Handle = Readonly<{ db: Db; clock: Clock }>;

export type Analysis = { decision: DecisionReply; usage: Usage };

export type AnalyseInput = HandlerInput<typeof analyse>['body'];

/** What price did first after a decision. */
export type KnownTouch = Readonly<{ decisionId: string; firstTouch: FirstTouch }>;

/** Tokens that are set aside for a call, until it is known what it took. */
export type Reservation = Readonly<{
  settle(db: Db, tokens: VoteTokens): Promise<Usage>;
  release(db: Db): Promise<void>;
  /** Says that the call is under way. */
  hold(db: Db): Promise<void>;
}>;

/** A request that counts against the limit of a minute, unless it is given back. */
type CountedRequest = Readonly<{ entitled: Entitlements; giveBack: () => Promise<void> }>;

/** The plan's limits, as the usage feature keeps them. Each refusal is an AppError that names its limit. */
export type Metering = Readonly<{
  countRequest(userId: UserId, account: Readonly<{ paper: boolean }>): Promise<CountedRequest>;
  beginMetering(handle: Handle, userId: UserId, cycle: Entitlements['cycle']): Promise<void>;
  /** @returns null when somebody else has asked the question, on whichever copy of the service */
  admitCall(
    handle: Handle,
    userId: UserId,
    entitled: Entitlements,
    call: Readonly<{
      symbol: string;
      account: Pick<AccountInput, 'login'> & { id: TradingAccountId; paper: boolean };
      tokens: VoteTokens;
      question: Readonly<{ name: string; isAnswered: RawBuilder<boolean> }>;
    }>,
  ): Promise<Reservation | null>;
  isUnderWay(db: Db, userId: UserId, name: string): Promise<boolean>;
  reserveTokens(
    handle: Handle,
    userId: UserId,
    entitled: Entitlements,
    tokens: VoteTokens,
  ): Promise<Reservation>;
  readUsage(handle: Handle, userId: UserId, entitled: Entitlements): Promise<Usage>;
}>;

export type DecisionDeps = Handle &
  Readonly<{
    panel: Panel;
    limits: Pick<Limits, 'replays'>;
    ensureTradingAccount(
      handle: Handle,
      userId: UserId,
      account: AccountInput,
    ): Promise<{ id: TradingAccountId; paper: boolean }>;
    countOpenings(
      db: Db,
      owner: { userId: UserId; accountId: TradingAccountId },
      range: { from: Date; to: Date },
    ): Promise<number>;
    readEntitlements: ReadEntitlements;
    metering: Metering;
    /** What is known of each voter, by name, and of their pool from this user's own outcomes. */
    readTrust(db: Db, userId: UserId, symbol: string, voters: readonly Voter[]): Promise<Known>;
    /** Learns from what price did after decisions, in the transaction that stores it for the first time. */
    learn(db: Db, userId: UserId, known: readonly KnownTouch[]): Promise<void>;
    /** Once that transaction is over: what was read before its end is old. */
    forgetTrust(userId: UserId): void;
    /** Chains records to the user's ledger, in the transaction that stores what they tell. */
    appendRecords(db: Db, userId: UserId, entries: readonly LedgerEntry[]): Promise<void>;
    /** Tells whoever looks on, in the transaction that stores a decision or what became of it. */
    announce(db: Db, userId: UserId, topic: 'usage'): Promise<void>;
  }>;
