import { msg } from '@lingui/core/runtime-macro';
import { ERRORS, type ErrorCode, errorMessage } from '@quorate/contract/errors';
import { textMessage } from '../words/i18n.ts';
import { type Details, figuresOf, type Words } from './error-words.ts';

type AppErrorOptions = {
  details?: Details;
  /** Field name to what is wrong with it. */
  fields?: Record<string, Words>;
  cause?: unknown;
};

/** A failure with a sentence for the caller. Everything else that is thrown answers as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details | undefined;
  readonly fields: Record<string, Words> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    // What a log says is English.
    super(errorMessage(code, options.details && figuresOf(options.details)), {
      cause: options.cause,
    });
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = options.details;
    this.fields = options.fields;
  }
}

/** @param message a sentence, or what follows a field's name; its English, where the contract has it */
export type Fault = Readonly<{ field: string; message: string | Words }>;

/** Bad input: the first fault is the message, all of them stand in `fields`. */
export function validationError(faults: readonly Fault[]): AppError {
  const fields: Record<string, Words> = {};
  for (const { field, message } of faults) fields[field] ??= wordsOf(message);
  const reason = reasonOf(faults[0] ?? { field: '', message: 'is not valid' });
  return new AppError('validation_failed', { details: { reason }, fields });
}

/** A message that is a sentence stands alone; a fragment needs the field's name before it. */
function reasonOf({ field, message }: Fault): Words {
  if (typeof message !== 'string') return message;
  const words = textMessage(message);
  return /^\p{Lu}/u.test(message) || field === '' ? words : msg`${{ field }} ${{ fault: words }}`;
}

function wordsOf(message: string | Words): Words {
  return typeof message === 'string' ? textMessage(message) : message;
}
