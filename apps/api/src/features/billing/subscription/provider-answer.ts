import { AppError } from '../../../http/app-error.ts';
import { PaymentsError } from '../payments.ts';

/** A caller hears from us within 3.5 seconds, whatever the provider does; this leaves some for the rest. */
export const PATIENCE_MS = 3_200;

/** When to look what became of a call whose answer may be lost: after it has ended one way or another. */
export const OUTCOME_MS = 10_000;

export const LATE = Symbol('late');

/**
 * What work gives, or LATE when that takes too long; the work itself goes on. The time is the real one, as
 * people wait in it.
 */
export async function inTime<T>(work: Promise<T>): Promise<T | typeof LATE> {
  const late = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => late.resolve(LATE), PATIENCE_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What the provider answers, for a caller who can only be told to try again without it.
 *
 * @throws AppError payments_unreachable
 */
export async function expectAnswer<T>(work: Promise<T>): Promise<T> {
  const answer = await inTime(work).catch((error: unknown) => {
    throw error instanceof PaymentsError ? unreachable(error) : error;
  });
  if (answer === LATE) throw unreachable();
  return answer;
}

export function unreachable(cause?: unknown): AppError {
  return new AppError('payments_unreachable', { cause });
}
