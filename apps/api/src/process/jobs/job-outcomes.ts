import type { SavedTurns } from './job-turns.queries.ts';

/** A turn of a job that has ended; moments as `performance.now()` gives them. */
export type JobTurn = Readonly<{
  job: string;
  startedAt: number;
  finishedAt: number;
  nextAt: number;
  /** null: it went well. */
  fault: { error: unknown } | null;
}>;

type Kept = { turn: JobTurn; runs: number; failures: number; error: string | null };

export type JobOutcomes = Readonly<{
  add(turn: JobTurn): void;
  /** Gives what was not saved yet to `save`; what cannot be saved is kept for the next time. */
  flush(save: (turns: SavedTurns[]) => Promise<void>): Promise<void>;
}>;

/** Outcomes on their way to the database: a job that runs each second must not write each second. */
export function createJobOutcomes(): JobOutcomes {
  const kept = new Map<string, Kept>();

  return {
    add(turn) {
      const before = kept.get(turn.job);
      kept.set(turn.job, {
        turn,
        runs: (before?.runs ?? 0) + 1,
        failures: (before?.failures ?? 0) + (turn.fault ? 1 : 0),
        error: turn.fault ? errorWords(turn.fault.error) : (before?.error ?? null),
      });
    },
    async flush(save) {
      if (kept.size === 0) return;
      const going = [...kept.entries()];
      kept.clear();
      try {
        await save(going.map(([, each]) => toSave(each, performance.now())));
      } catch (error) {
        for (const [name, each] of going) kept.set(name, merged(each, kept.get(name)));
        throw error;
      }
    },
  };
}

function merged(before: Kept, since: Kept | undefined): Kept {
  if (!since) return before;
  return {
    turn: since.turn,
    runs: before.runs + since.runs,
    failures: before.failures + since.failures,
    error: since.error ?? before.error,
  };
}

function toSave({ turn, runs, failures, error }: Kept, now: number): SavedTurns {
  return {
    name: turn.job,
    runs,
    failures,
    started_ago_ms: now - turn.startedAt,
    finished_ago_ms: now - turn.finishedAt,
    outcome: turn.fault ? 'failed' : 'ok',
    error,
    next_in_ms: turn.nextAt - now,
  };
}

const LONGEST_WORDS = 300;

/**
 * What operators are shown of an error, with what caused it. Passwords in addresses and people's mail
 * addresses stay out.
 */
function errorWords(error: unknown): string {
  const words: string[] = [];
  for (let at: unknown = error; at !== undefined && words.length < 4; ) {
    words.push(at instanceof Error ? at.message : 'something that is no error');
    at = at instanceof Error ? at.cause : undefined;
  }
  return words
    .join(': ')
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1')
    .replace(/[^\s<>"':]+@[^\s<>"':]+/g, '…@…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_WORDS);
}
