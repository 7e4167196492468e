import { readFileSync } from 'node:fs';
import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import { DEFAULT_LIMITS, type VerdictLimits } from '@quorate/trading/ensemble/verdict-rules';
import { z } from 'zod';
import { BotFault } from '../bot-fault.ts';
import type { VerdictWish } from '../profiles/verdict-settings.ts';

/** How a replay decides: as a paper account of the service does, unless it is asked for otherwise. */
export type VerdictTerms = Readonly<{
  /** What was typed, above what the profile says. */
  wish: VerdictWish;
  /** False: a fixed panel that learns nothing. */
  learning: boolean;
  /** What is known before the first candle, by market ("EURUSD H1"). */
  prior: Readonly<Record<string, LearnedRecord>>;
}>;

export function limitsOf({ wish }: Pick<VerdictTerms, 'wish'>): VerdictLimits {
  return {
    ...DEFAULT_LIMITS,
    mode: wish.mode ?? 'learning',
    minExpectedR: wish.minExpectedR ?? DEFAULT_LIMITS.minExpectedR,
    oneProven: wish.oneProven ?? DEFAULT_LIMITS.oneProven,
    confidencePercent: wish.confidencePercent ?? DEFAULT_LIMITS.confidencePercent,
  };
}

const count = z.number().int().min(0);
const sum = z.number().int();
const learnedRecord = z.object({
  outcomes: count,
  voters: z.array(z.object({ key: z.string(), votes: count, right: count })),
  pairs: z.array(z.object({ together: count, alike: count })),
  pool: z.object({
    outcomes: count,
    scores: sum,
    squares: count,
    closed: z.object({ squares: count, products: sum, counts: count }),
    open: z.array(z.object({ block: sum, score: sum, count })),
  }),
  costs: count,
  rules: z.partialRecord(
    z.enum(['verdict', 'majority', 'unanimous', 'best_voter', 'equal_pool']),
    z.object({ taken: count, right: count }),
  ),
});
const priorFile = z.record(z.string(), learnedRecord);

/** @throws BotFault `usage` when the file cannot be read, or is no file of records */
export function readPrior(file: string | null): VerdictTerms['prior'] {
  if (file === null) return {};
  try {
    return priorFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new BotFault('usage', `--prior ${file} cannot be used: ${why}`, { cause: error });
  }
}
