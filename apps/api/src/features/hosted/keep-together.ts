import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import { type Batch, batchBy, roundsBy } from '../../db/batch.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Announcer } from '../../process/announcer.ts';
import { storeFirstOutcomes } from '../decisions/first-outcomes.ts';
import { type AccountReport, storeReports } from '../rule-sets/floors.service.ts';
import type { TellFloorsDeps } from '../rule-sets/tell-floors.ts';
import { type Kept, keepStates, keyOfTurn, type Turn, TurnIsOverError } from './hosted.queries.ts';
import { type HostedBeat, noteBots } from './hosted-bot.queries.ts';

/** What an account goes on with, how its bot is doing, what became of its newest decision, and how its floors are. */
export type Keeping = Readonly<{
  turn: Turn;
  kept: Kept;
  beat: HostedBeat;
  outcome: OutcomeInput | null;
  report: AccountReport | null;
}>;

type KeepingDeps = TellFloorsDeps & Readonly<{ db: Db; announceAll: Announcer['announceAll'] }>;

/**
 * Stores what accounts go on with that have nothing else to tell: those of one moment together, in one transaction.
 *
 * @returns throws TurnIsOverError for an account that is traded elsewhere; the others are stored all the same
 */
export function createKeeping(deps: KeepingDeps): (keeping: Keeping) => Promise<void> {
  const together = batchBy(
    async (all: Batch<Keeping>) => {
      const stored = new Set<string>();
      // Each user once: the ledger of one is written one record after the other.
      for (const round of roundsBy(all, ({ turn }) => turn.userId))
        for (const key of await keepRound(deps, round)) stored.add(key);
      return stored;
    },
    { keyOf: () => '', atOnce: 3, itemsMax: 70, gathers: 'turn' },
  );
  return async (keeping) => {
    const { turn } = keeping;
    if ((await together(keeping)).has(keyOfTurn(turn))) return;
    throw new TurnIsOverError(`${turn.id} is traded elsewhere`);
  };
}

function keepRound(deps: KeepingDeps, all: readonly Keeping[]): Promise<ReadonlySet<string>> {
  const { db, clock, announceAll } = deps;
  return inTransaction(db, async (tx) => {
    const stored = await keepStates(tx, all);
    const kept = all.filter(({ turn }) => stored.has(keyOfTurn(turn)));
    const told = kept.flatMap(({ turn: { userId }, outcome }) =>
      outcome ? [{ userId, outcome }] : [],
    );
    const idsOf = (each: readonly Readonly<{ userId: string }>[]) =>
      each.map(({ userId }) => userId);
    await noteBots(
      tx,
      kept.map(({ beat }) => beat),
    );
    await storeReports(
      tx,
      deps,
      kept.flatMap(({ report }) => (report ? [report] : [])),
    );
    if (told.length > 0) {
      await storeFirstOutcomes(tx, told, new Date(clock.now()));
      await announceAll(tx, idsOf(told), 'usage');
    }
    await announceAll(tx, idsOf(kept.map(({ turn }) => turn)), 'bots');
    return stored;
  });
}
