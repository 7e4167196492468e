import { z } from 'zod';

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
  unsupported_media_type: {
    status: 415,
    message: 'Send JSON with the content type application/json.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  not_found: { status: 404, message: 'Nothing was found at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not take {method}.' },
  rate_limited: {
    status: 429,
    message: 'Too many requests: the limit is {limit}. Try again in {retry_after_s} s.',
  },

  // Account
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
  email_taken: { status: 409, message: 'This address belongs to another account by now.' },
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
  reset_token_invalid: { status: 400, message: 'Invalid or expired password reset link.' },

  // Plan limits
  token_limit_reached: {
    status: 403,
    message:
      'The {plan_name} plan allows {limit} tokens per billing cycle; {actual} are used and this analysis needs {needed}. Analysis resumes on {until} or after an upgrade.',
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

  // Plans and payments
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

  // Decisions and trades
  snapshot_hash_mismatch: {
    status: 400,
    message: 'The snapshot does not match its hash: it says {actual}, its content gives {limit}.',
  },
  decision_conflict: {
    status: 409,
    message: 'This bar of {symbol} was already decided for this account on another snapshot.',
  },
  account_mismatch: {
    status: 409,
    message: 'Account {login} at {server} is known with {limit}, not {actual}.',
  },

  // The service
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
} as const satisfies Record<string, { status: number; message: string }>;

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
