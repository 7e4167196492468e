import { RECALIBRATED_FROM } from '@quorate/contract/calibration';
import type { FirstTouch } from '@quorate/contract/decision-outcomes';
import type { Known } from '@quorate/trading/ensemble/ensemble';
import { poolSlopeFromCells } from '@quorate/trading/ensemble/pool-slope';
import type { Trust } from '@quorate/trading/ensemble/trust';
import { type CalibrationCell, trustFromCells } from '@quorate/trading/ensemble/trust-from-cells';
import type { UserId } from '@quorate/values/ids';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/tables.ts';
import type { Voter } from '../../models/panel.ts';
import type { Clock } from '../../process/clock.ts';
import {
  countOutcomes,
  findSplitCells,
  POOL,
  type SplitCell,
  type VoterName,
} from './calibration.queries.ts';

/** Another process may have learned meanwhile: what is kept is that old at most. */
const KEPT_MS = 60_000;
const USERS_KEPT = 1_000;
/** Symbols of one user, each with one or two sets of voters. */
const QUESTIONS_KEPT = 100;

type Kept = Readonly<{ known: Known; readAt: number }>;

export type Learning = Readonly<{
  /** @param symbol null: what is known over all symbols */
  readTrust(
    db: Db,
    userId: UserId,
    symbol: string | null,
    voters: readonly Voter[],
  ): Promise<Known>;
  /** In the transaction that stores the outcomes for the first time. */
  learn(
    db: Db,
    userId: UserId,
    known: readonly Readonly<{ decisionId: string; firstTouch: FirstTouch }>[],
  ): Promise<void>;
  /** Once that transaction is over: until its end the user's old record was read, and kept. */
  forgetTrust(userId: UserId): void;
}>;

/**
 * What outcomes teach about the voters, and what is known of them by now, each user by itself. What was
 * read is kept for a minute, or until this process learns more.
 */
export function createLearning({ clock }: { clock: Clock }): Learning {
  const kept = new LRUCache<UserId, LRUCache<string, Kept>>({ max: USERS_KEPT });

  return {
    async readTrust(db, userId, symbol, voters) {
      const ofUser = kept.get(userId) ?? new LRUCache<string, Kept>({ max: QUESTIONS_KEPT });
      const question = JSON.stringify([
        symbol,
        voters.map((voter) => [voter.analyst, voter.model]),
      ]);
      const fresh = ofUser.get(question);
      // A clock may be set back: what was read tomorrow is not fresh for a day.
      if (fresh && Math.abs(clock.now() - fresh.readAt) < KEPT_MS) return fresh.known;
      // Kept where it was looked for: what is learned while it is read throws both away.
      kept.set(userId, ofUser);
      const cells = await findSplitCells(db, userId, symbol);
      const known = {
        trust: Object.fromEntries(
          voters.map((voter) => [voter.analyst, trustOf(voter, cells)] as const),
        ),
        poolSlope: poolSlopeOf(cells),
      };
      ofUser.set(question, { known, readAt: clock.now() });
      return known;
    },
    async learn(db, userId, known) {
      const touches = known.flatMap(({ decisionId, firstTouch }) =>
        firstTouch === 'neither' ? [] : [{ decisionId, firstTouch }],
      );
      if (touches.length === 0) return;
      await countOutcomes(db, userId, touches);
    },
    forgetTrust: (userId) => void kept.delete(userId),
  };
}

/**
 * What a voter's record says of it: its record on the symbol where that is long enough to judge it, the
 * one over all symbols otherwise.
 */
function trustOf({ analyst, model, family }: Voter, cells: readonly SplitCell[]): Trust {
  return trustFromCells(family, judged({ analyst, model }, cells));
}

/** What the record of the pool itself says of it, found in the same way. */
function poolSlopeOf(cells: readonly SplitCell[]): number {
  return poolSlopeFromCells(judged({ analyst: POOL, model: POOL }, cells));
}

function judged({ analyst, model }: VoterName, cells: readonly SplitCell[]): CalibrationCell[] {
  const said = cells.filter((cell) => cell.analyst === analyst && cell.model === model);
  const own = said
    .map(({ hundredth, own_ups: ups, own_downs: downs }) => ({ hundredth, ups, downs }))
    .filter(({ ups, downs }) => ups + downs > 0);
  const outcomes = own.reduce((sum, { ups, downs }) => sum + ups + downs, 0);
  return outcomes >= RECALIBRATED_FROM ? own : said;
}
