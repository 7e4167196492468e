import { z } from 'zod';

/** Codes with their HTTP status and the sentence a person reads; `{name}` stands for a detail of the error. */
type ErrorKinds = Readonly<Record<string, { status: number; message: string }>>;

/** Ways in which a call about a plan or a payment can fail. */
const BILLING_ERRORS = {
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

/** Ways in which an operator's call can fail. */
const BACK_OFFICE_ERRORS = {
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

/** Ways in which a call about an account, a session or a way of signing in can fail. */
const ACCOUNT_ERRORS = {
  unauthorized: { status: 401, message: 'Please sign in.' },
  invalid_credentials: { status: 401, message: 'Invalid username, email or password.' },
  email_not_verified: { status: 403, message: 'Please verify your email before signing in.' },
  second_factor_needed: {
    status: 403,
    message: 'Enter the code of your authenticator app to finish signing in.',
  },
  challenge_over: { status: 400, message: 'This sign-in took too long. Please start again.' },
  wrong_password: { status: 403, message: 'The password is not right.' },
  wrong_code: { status: 403, message: 'The code is not right, or was used before.' },
  code_needed: { status: 403, message: 'Enter the code of your authenticator app, too.' },
  no_password: {
    status: 409,
    message: 'This account has no password. Please sign in again: that confirms that it is you.',
  },
  confirmation_needed: { status: 403, message: 'Please confirm that it is you.' },
  passkey_needed: {
    status: 403,
    message: 'An operator with passkeys confirms with one of them, not with the password alone.',
  },
  passkey_refused: { status: 403, message: 'The passkey could not be checked. Please try again.' },
  passkey_limit_reached: {
    status: 403,
    message: 'An account takes at most {limit} passkeys. Remove one first.',
  },
  totp_on_already: { status: 409, message: 'An authenticator app is on already.' },
  totp_not_started: {
    status: 409,
    message: 'There is no authenticator app to turn on. Please start again.',
  },
  totp_off: { status: 409, message: 'Recovery codes need an authenticator app. Turn it on first.' },
  last_way_in: {
    status: 409,
    message: 'This is the only way into your account. Set a password first.',
  },
  device_code_invalid: {
    status: 403,
    message: 'The code is not right, or has expired. Make a new one on the dashboard.',
  },
  device_not_allowed: {
    status: 403,
    message: 'A bot or desktop app may not do this. Sign in on the site.',
  },
  provider_off: { status: 404, message: 'Signing in with {provider} is not set up here.' },
  provider_refused: { status: 403, message: '{provider} did not confirm the sign-in.' },
  provider_email_unverified: {
    status: 403,
    message: '{provider} has no verified e-mail address of yours. Verify one there first.',
  },
  provider_unreachable: {
    status: 503,
    message: '{provider} does not answer right now. Try again in a moment.',
  },
  email_taken: {
    status: 409,
    message:
      'Another account has this address, or one that leads to the same mailbox. Sign in to that account.',
  },
  public_name_taken: {
    status: 409,
    message: 'Another record has the name {name}, or one that looks like it. Choose another.',
  },
  name_reserved: {
    status: 403,
    message:
      'People could take the username {username} for our own, so it cannot sign reviews. Write to {support} to have it changed.',
  },
  username_mismatch: {
    status: 400,
    message: 'Type your username {username} to delete the account.',
  },
  forbidden: { status: 403, message: 'You may not do this.' },
  verification_invalid: { status: 400, message: 'Invalid or expired verification link.' },
  verification_expired: {
    status: 400,
    message: 'This verification link has expired. Please ask for a new one.',
  },
  already_verified: { status: 409, message: 'This email is already verified.' },
  account_unknown: { status: 404, message: 'There is no account {user_id}.' },
  reset_token_invalid: { status: 400, message: 'Invalid or expired password reset link.' },
} as const satisfies ErrorKinds;

/**
 * Every way a call can fail: the HTTP status and the sentence a person reads. `{name}` parts are
 * filled from the error's details, so that a sentence names the thing, the limit and the actual value.
 * Sentences quoted by the specification stand here word for word.
 */
export const ERRORS = {
  // The request itself
  malformed_request: { status: 400, message: 'The request cannot be read.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  validation_failed: { status: 400, message: '{reason}' },
  body_too_large: {
    status: 413,
    message: 'The request body is larger than the limit of {limit} bytes.',
  },
  body_too_complex: {
    status: 400,
    message: 'The request body has more {what} than the limit of {limit}.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send JSON with the content type application/json.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  mailbox_not_here: {
    status: 403,
    message: 'The mailbox opens on the machine of the service only, as localhost.',
  },
  not_found: { status: 404, message: 'Nothing was found at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not take {method}.' },
  rate_limited: {
    status: 429,
    message: 'Too many requests: the limit is {limit}. Try again in {retry_after_s} s.',
  },

  ...ACCOUNT_ERRORS,

  // Plan limits
  token_limit_reached: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} tokens per billing cycle; {actual} are used and this analysis needs {needed}. Analysis resumes on {until} or after an upgrade.',
  },
  free_tokens_spent: {
    status: 403,
    message:
      'All Free accounts together may use {limit} tokens of the models a day, and today too few are left for this analysis. Analysis resumes on {until}, or now with a paid plan.',
  },
  symbol_limit_reached: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} symbols a day; {actual} are in use ({symbols}). {symbol} can be analysed from {until} or after an upgrade.',
  },
  daily_trade_limit_reached: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} trades a day; {actual} were opened on {day}. Trading resumes at {until} or after an upgrade.',
  },
  terminal_account_limit_reached: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} terminal account a day; {actual} is in use ({accounts}). Account {login} can trade from {until} or after an upgrade.',
  },
  paper_account_limit_reached: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} paper accounts a day; {actual} are in use ({accounts}). Account {login} can trade from {until} or after an upgrade.',
  },

  ...BILLING_ERRORS,
  ...BACK_OFFICE_ERRORS,

  // Decisions and trades
  voter_unknown: { status: 400, message: 'There is no voter called {voter}. There are: {voters}.' },
  depth_not_in_plan: {
    status: 403,
    message:
      'The {plan_name} plan comes with {limit} analysis; {actual} analysis needs an upgrade.',
  },
  voter_not_in_plan: {
    status: 403,
    message:
      'The {plan_name} plan asks {voters}; a vote of {voter} comes with a higher plan. Leave it out or upgrade.',
  },
  demo_read_only: {
    status: 403,
    message: 'This is a demo: sign up to do this yourself.',
  },
  operator_only: { status: 403, message: 'Only operators of the service may do that.' },
  snapshot_hash_mismatch: {
    status: 400,
    message: 'The snapshot does not match its hash: it says {actual}, its content gives {limit}.',
  },
  snapshot_not_current: {
    status: 400,
    message:
      'The {timeframe} snapshot of {symbol} at {as_of} is {actual} old; at most {limit} is taken on a demo or real account. Only a paper account may trade past candles.',
  },
  bars_missing: {
    status: 409,
    message:
      'The bars of {symbol} {timeframe} do not follow on those the service has. Send them again from {from} on.',
  },
  decision_conflict: {
    status: 409,
    message: 'This bar of {symbol} was already decided for this account on another snapshot.',
  },
  account_mismatch: {
    status: 409,
    message: 'Account {login} at {server} is known with {limit}, not {actual}.',
  },
  report_unreadable: { status: 400, message: '{reason}' },
  import_limit_reached: {
    status: 429,
    message:
      '{actual} of your reports are being imported; the limit is {limit} at a time. Try again in {retry_after_s} s.',
  },
  imports_busy: {
    status: 503,
    message: 'Other reports are being read right now. Try again in {retry_after_s} s.',
  },
  export_too_large: {
    status: 409,
    message: '{what} takes at most {limit} trades, and {actual} are selected. {instead}',
  },

  // Live
  live_limit_reached: {
    status: 429,
    message:
      'This account has {limit} live connections already. Close another tab or window, then reload.',
  },
  command_conflict: {
    status: 409,
    message: 'A command with this id was given already, and it was another one.',
  },

  // Hosted accounts
  hosted_accounts_full: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} paper accounts here; you have {actual}. Delete one, or upgrade.',
  },
  source_not_offered: {
    status: 400,
    message: 'Prices of {source} are not offered here for {symbol}. There are: {symbols}.',
  },
  hosted_conflict: {
    status: 409,
    message: 'A paper account with this id was begun already, and it was another one.',
  },

  // Rules of an account
  preset_unknown: { status: 404, message: 'There is no preset called {preset}.' },
  rule_set_change_conflict: {
    status: 409,
    message: 'A change with this id was made already, and it was another one.',
  },
  account_number_needed: {
    status: 409,
    message: '{reason} Type the number of the account, {login}, to confirm.',
  },
  rebase_refused: { status: 409, message: 'The total limit was not moved: {reason}' },

  // Journal
  journal_conflict: {
    status: 409,
    message:
      'This entry was changed elsewhere since you opened it. Nothing was overwritten; compare both and save again.',
  },
  journal_full: {
    status: 403,
    message: 'You can write about at most {limit} trades. Delete entries you no longer need first.',
  },
  picture_unreadable: { status: 400, message: '{reason}' },
  picture_limit_reached: {
    status: 403,
    message: 'A trade or day takes at most {limit} pictures. Delete one first.',
  },
  pictures_full: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} pictures in your journal; you have {actual}. Delete some, or upgrade.',
  },
  picture_conflict: {
    status: 409,
    message: 'A picture with this id was added already, to something else.',
  },
  pictures_busy: {
    status: 503,
    message: 'Other pictures are being read right now. Try again in {retry_after_s} s.',
  },

  // Notices
  unsubscribe_invalid: {
    status: 400,
    message: 'This link is not valid. Sign in and change your notifications there.',
  },
  push_service_unknown: {
    status: 400,
    message:
      'Notices cannot be sent by way of {host}: it is none of the push services that this service sends to.',
  },
  push_limit_reached: {
    status: 403,
    message: 'Notices go to at most {limit} browsers. Remove one first.',
  },

  // Downloads
  no_desktop_release: { status: 404, message: 'The Windows app is not released yet.' },
  range_not_satisfiable: {
    status: 416,
    message: 'The file has {limit} bytes, and none of those that were asked for.',
  },
  precondition_failed: { status: 412, message: 'The file is another one by now.' },

  // The service
  /** Only its log is told: whoever asked has closed the connection. */
  caller_gone: { status: 499, message: 'The call was given up before it was answered.' },
  service_unavailable: {
    status: 503,
    message: 'The service cannot answer right now. Try again in a moment.',
  },
  busy: {
    status: 503,
    message: 'Too many people are signing in right now. Try again in {retry_after_s} s.',
  },
  storage_full: {
    status: 507,
    message: 'The service has no storage left. Nothing was saved; try again later.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
} as const satisfies ErrorKinds;

export type ErrorCode = keyof typeof ERRORS;

export type ErrorDetails = Readonly<Record<string, string | number>>;

/** The sentence of a code with its `{name}` parts filled in. */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = details[key];
    return value === undefined ? whole : String(value);
  });
}

/** Every failed call answers with this. `message` and `error` are the same sentence: screens read one or the other. */
export const failureReply = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  error: z.string(),
  /** Field name to what is wrong with it, on `validation_failed`. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Figures behind the sentence: limit, actual, until, … */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  request_id: z.string().optional(),
});

export type FailureReply = z.output<typeof failureReply>;
