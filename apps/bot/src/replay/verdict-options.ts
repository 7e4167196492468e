import { readFileSync } from 'node:fs';
import { priorRecords } from '@quorate/contract/calibration';
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

/** @throws BotFault `usage` when the file cannot be read, or is no file of records */
export function readPrior(file: string | null): VerdictTerms['prior'] {
  if (file === null) return {};
  try {
    return priorRecords.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new BotFault('usage', `--prior ${file} cannot be used: ${why}`, { cause: error });
  }
}
