import { t } from '@lingui/core/macro';
import { ApiError } from './api-error.ts';

/**
 * The sentence to show for a failed call.
 *
 * @param fallback for an answer without a sentence
 * @param unanswered for a call without an answer; the same as `fallback` unless given
 */
export function errorText(error: unknown, fallback: string, unanswered = fallback): string {
  if (!(error instanceof ApiError)) return unanswered;
  if (error.sentence !== null) return error.sentence;
  return error.answered ? fallback : unanswered;
}

/**
 * What may stand below a screen's own sentence: the service's reason, or that it was not reached.
 *
 * @returns null when there is nothing to add
 */
export function errorReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'timeout') return t`The service did not answer in time.`;
  if (error.code === 'network') return t`The service could not be reached. Check your connection.`;
  return error.sentence;
}
