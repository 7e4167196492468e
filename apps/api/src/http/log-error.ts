import { sourceStack } from './source-stack.ts';

export type LoggedError = {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
};

/** Deeper ones say nothing new; an error may even be its own cause. */
const CAUSES_MAX = 8;

/**
 * What a log keeps of an error. Database drivers hang the statement's parameters on their errors, and
 * those hold mails, tokens and hashes; only named fields are kept, and what is no error is named by its
 * kind alone: it may be the body of an answer.
 */
export function loggedError(error: unknown, causes = CAUSES_MAX): LoggedError {
  if (!(error instanceof Error)) {
    const message = typeof error === 'string' ? withoutSecrets(error) : 'no error';
    return { type: typeof error, message, stack: '' };
  }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: withoutSecrets(sourceStack(error.stack ?? '')),
    ...(error.cause !== undefined && causes > 0 && { cause: loggedError(error.cause, causes - 1) }),
  };
}

/** Addresses of databases hold passwords, those of pages mailed tokens; whom a mail server refuses is a person. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1…@')
    .replace(/(\w+:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g, '$1?…')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…');
}
