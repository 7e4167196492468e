import type { Db } from '../../db/tables.ts';
import type { SavedTurns } from './job-turns.queries.ts';
import { addJobs, type HeldJob, releaseJobs, saveTurns, takeJobs } from './job-turns.queries.ts';

/** Who does which job, kept where every copy of the service sees it. */
export type JobTurns = Readonly<{
  /** How often the holder says that it is still there, and others look whether it has died. */
  renewMs: number;
  /** A job belongs to its holder for so long after it was last heard of. */
  leaseMs: number;
  add(jobs: readonly Readonly<{ name: string; everyMs: number }>[]): Promise<void>;
  /** Takes what is free and keeps what is held. @returns what is held now */
  take(names: readonly string[]): Promise<HeldJob[]>;
  save(turns: readonly SavedTurns[]): Promise<void>;
  release(names: readonly string[]): Promise<void>;
}>;

/** A holder that dies is replaced within the sum of both: seconds, as mails wait for it. */
const SHARED = { renewMs: 3_000, leaseMs: 10_000 } as const;
/** Nobody waits for the only copy to die: rows are written for whoever looks at them. */
const SOLE = { renewMs: 15_000, leaseMs: 60_000 } as const;

/**
 * @param self id of this copy of the service
 * @param sole no other copy can be on the database, as with the embedded one
 */
export function createJobTurns(
  db: Db,
  { self, sole, pace = sole ? SOLE : SHARED }: TurnsOptions,
): JobTurns {
  const { renewMs, leaseMs } = pace;
  return {
    renewMs,
    leaseMs,
    add: (jobs) =>
      addJobs(
        db,
        jobs.map(({ name, everyMs }) => ({ name, every_ms: everyMs })),
      ),
    take: (names) => takeJobs(db, { self, names, leaseMs, sole }),
    save: (turns) => saveTurns(db, turns),
    release: (names) => releaseJobs(db, self, names),
  };
}

type TurnsOptions = Readonly<{
  self: string;
  sole: boolean;
  pace?: Readonly<{ renewMs: number; leaseMs: number }>;
}>;
