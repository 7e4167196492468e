import type { AnswerOf, RequestName } from '../../bridge/messages.ts';

/** What the expert answers: the body of an `ok`, or an error. */
export type Reply<Name extends RequestName = RequestName> =
  | Readonly<{ ok: AnswerOf<Name> }>
  | Readonly<{ error: ErrorCode; message: string }>;

type ErrorCode =
  | 'bad_request'
  | 'unknown_request'
  | 'unknown_symbol'
  | 'unknown_ticket'
  | 'not_ready'
  | 'expired'
  | 'halted'
  | 'no_stop'
  | 'conflict'
  | 'not_allowed'
  | 'storage';

export function fault(error: ErrorCode, message: string): Extract<Reply, { error: unknown }> {
  return { error, message };
}
