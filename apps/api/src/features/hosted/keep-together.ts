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
 * @returns throws TurnIsOverError for an account that is traded elsewhere, and what the database says of data that it
 *   refuses; the other accounts are stored all the same
 */
export function createKeeping(deps: KeepingDeps): (keeping: Keeping) => Promise<void> {
  const together = batchBy(
    async (all: Batch<Keeping>) => {
      const stored = new Set<string>();
      const refused = new Map<string, unknown>();
      const keep = async (some: readonly Keeping[]) => {
        for (const key of await keepRound(deps, some)) stored.add(key);
      };
      // Each user once: the ledger of one is written one record after the other.
      for (const round of roundsBy(all, ({ turn }) => turn.userId))
        await keep(round).catch(async (fault: unknown) => {
          if (!isRefusedData(fault)) throw fault;
          // It is of one of them, and the others have nothing to do with it.
          for (const each of round)
            await keep([each]).catch((own: unknown) => refused.set(keyOfTurn(each.turn), own));
        });
      return { stored, refused };
    },
    { keyOf: () => '', atOnce: 3, itemsMax: 70, gathers: 'turn' },
  );
  return async (keeping) => {
    const { turn } = keeping;
    const key = keyOfTurn(turn);
    const { stored, refused } = await together(keeping);
    if (stored.has(key)) return;
    if (refused.has(key)) throw refused.get(key);
    throw new TurnIsOverError(`${turn.id} is traded elsewhere`);
  };
}

/** PostgreSQL's classes of errors for data: it cannot be read, or breaks a constraint. */
function isRefusedData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
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
