export type LoggedError = {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
};

/**
 * What a log keeps of an error. Database drivers hang the statement's parameters on their errors, and
 * those hold mails, tokens and hashes; only named fields are kept.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: error.stack ?? '',
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}
