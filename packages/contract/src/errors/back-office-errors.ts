import type { ErrorKinds } from './error-kind.ts';

/** Ways in which an operator's call can fail. */
export const BACK_OFFICE_ERRORS = {
  second_factor_missing: {
    status: 403,
    message:
      'Operators need a second factor for this. Turn on an authenticator app or add a passkey on the security page, then try again.',
  },
  own_account: {
    status: 403,
    message: 'Operators cannot do this to their own account. Ask another operator.',
  },
  record_unknown: { status: 404, message: 'There is no {what} {id} here.' },
  action_conflict: {
    status: 409,
    message: 'Something else was done under the action number {action_id} already.',
  },
  refund_refused: {
    status: 409,
    message: 'The payment {transaction_id} cannot be given back: {reason}',
  },
  refund_amount_differs: {
    status: 409,
    message: 'The payment is over {actual}, and {limit} was typed. Nothing was given back.',
  },
  replay_impossible: {
    status: 409,
    message: 'The event {event_id} cannot be processed again: {reason}',
  },
  release_not_newest: {
    status: 409,
    message: 'Only the newest release can be withdrawn: that is {actual}, not {version}.',
  },
} as const satisfies ErrorKinds;
