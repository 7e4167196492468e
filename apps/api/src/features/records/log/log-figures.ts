import type { Instant } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { WitnessSettings } from '../../../config/witnesses.ts';
import type { Db } from '../../../db/tables.ts';
import type { LogKey } from './log-key.ts';
import { ownKeyText, readLogState, readWitnesses } from './log-state.ts';

/** What a copy of the service signs the log with, and who cosigns it. */
export type Signing = Readonly<{
  logKey: LogKey;
  publicUrl: string;
  witnesses: readonly WitnessSettings[];
  /** Whether an authority of time is asked. */
  stamped?: boolean;
}>;

export type WitnessFigures = Readonly<{
  name: string;
  failing: 0 | 1;
  /** null: it has cosigned nothing yet. */
  cosigned_s: number | null;
}>;

/** The log in figures for those who watch the service. */
export type LogFigures = Readonly<{
  log_entries: number;
  /** 0: nothing waits. */
  log_waiting_s: number;
  /** null before the first one. */
  log_checkpoint_s: number | null;
  log_stamp_s: number | null;
  /** null where no authority is asked. */
  log_unstamped_s: number | null;
  /** null where it is not known: a runner has no key. */
  log_key_mismatch: 0 | 1 | null;
  witnesses: readonly WitnessFigures[];
}>;

/** @param signing undefined for a process that does not sign */
export async function readLogFigures(
  db: Db,
  signing: Signing | undefined,
  now: Instant,
): Promise<LogFigures> {
  const state = await readLogState(db);
  const witnesses = signing ? await readWitnesses(db, signing.witnesses) : [];
  const age = (at: Date | null) => (at === null ? null : Math.max(0, (now - at.getTime()) / 1_000));
  const mismatch = signing && state.key !== null && state.key !== ownKeyText(state, signing);
  return {
    log_entries: state.size,
    log_waiting_s: age(state.waiting_since) ?? 0,
    log_checkpoint_s: age(state.checkpoint_at),
    log_stamp_s: age(await findLastStamp(db)),
    log_unstamped_s: signing?.stamped ? (age(await findUnstampedSince(db)) ?? 0) : null,
    log_key_mismatch: mismatch === undefined ? null : mismatch ? 1 : 0,
    witnesses: witnesses.map(({ name, failure, cosigned_at: at }) => ({
      name,
      failing: failure === null ? 0 : 1,
      cosigned_s: age(at),
    })),
  };
}

async function findLastStamp(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select('stamped_at')
    .where('stamp', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.stamped_at ?? null;
}

/** Since when there is something that no stamp is about. */
async function findUnstampedSince(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select('signed_at')
    .where('id', '>', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('log_checkpoints')
          .select('id')
          .where('stamp', 'is not', null)
          .orderBy('id', 'desc')
          .limit(1),
        sql<number>`0`,
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.signed_at ?? null;
}
