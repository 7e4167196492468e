import type { ErrorKinds } from './error-kind.ts';

/** Ways in which a call about a plan or a payment can fail. */
export const BILLING_ERRORS = {
  invalid_plan: {
    status: 400,
    message: 'Invalid plan selected: {plan_name}, billed {billing_cycle}, cannot be bought here.',
  },
  billing_off: { status: 409, message: 'Paid plans cannot be bought here yet.' },
  subscribed_already: {
    status: 409,
    message:
      'You have a {plan_name} subscription already. Change it on the dashboard instead of buying a second one.',
  },
  no_subscription: { status: 409, message: 'There is no subscription to change.' },
  payment_unknown: {
    status: 404,
    message: 'No payment of yours has the number {transaction_id}.',
  },
  payment_unfinished: {
    status: 409,
    message: 'The payment {transaction_id} is {status}: no money has been taken with it.',
  },
  payment_mismatch: {
    status: 409,
    message: 'The payment {transaction_id} is for {actual}, not for {plan_name}.',
  },
  payment_returned: {
    status: 409,
    message: 'The payment {transaction_id} was given back and buys no plan any more.',
  },
  card_declined: {
    status: 409,
    message:
      'The card on file was declined, and nothing has changed. Update the payment method, then try again.',
  },
  subscription_overdue: {
    status: 409,
    message: 'A payment for this subscription is overdue. Update the payment method first.',
  },
  subscription_ending: {
    status: 409,
    message: 'This subscription ends on {until}. Keep it first, then change the plan.',
  },
  subscription_locked: {
    status: 409,
    message: 'The subscription renews in these minutes and cannot be changed meanwhile.',
  },
  plan_unchanged: {
    status: 409,
    message: 'The subscription is {plan_name}, billed {billing_cycle}, already.',
  },
  cycle_not_shortened: {
    status: 409,
    message:
      'The year is paid until {until}. Other plans can be chosen now, billed yearly; to pay by month, cancel at its end and subscribe again.',
  },
  portal_closed: {
    status: 409,
    message:
      'The subscription was bought with another e-mail address than yours, so its billing pages open only from the mails sent to that address.',
  },
  payments_unreachable: {
    status: 503,
    message: 'The payment provider does not answer right now. Try again in a moment.',
  },
} as const satisfies ErrorKinds;
