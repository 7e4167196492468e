import type { ErrorCode } from '@quorate/contract/errors';
import { AppError } from '../../../http/app-error.ts';

const FAILED: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'wrong_password',
  'wrong_code',
]);

/** Whether somebody was found not to know what they said they know; any other fault says nothing of it. */
export function failsProof(error: unknown): boolean {
  return error instanceof AppError && FAILED.has(error.code);
}
