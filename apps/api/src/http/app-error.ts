import { ERRORS, type ErrorCode, type ErrorDetails, errorMessage } from '@quorate/contract/errors';

type AppErrorOptions = {
  details?: ErrorDetails;
  /** Field name to what is wrong with it. */
  fields?: Record<string, string>;
  cause?: unknown;
};

/** A failure with a sentence for the caller. Everything else that is thrown answers as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(errorMessage(code, options.details), { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = options.details;
    this.fields = options.fields;
  }
}

/** Bad input: the first fault is the message, all of them stand in `fields`. */
export function validationError(faults: readonly { field: string; message: string }[]): AppError {
  const fields: Record<string, string> = {};
  for (const { field, message } of faults) fields[field] ??= message;
  const first = faults[0] ?? { field: '', message: 'is not valid' };
  // A message that is a sentence stands alone; a fragment needs the field's name before it.
  const sentence = /^\p{Lu}/u.test(first.message);
  const reason = sentence || first.field === '' ? first.message : `${first.field} ${first.message}`;
  return new AppError('validation_failed', { details: { reason }, fields });
}
