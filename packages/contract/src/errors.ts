import { z } from 'zod';
import { ACCOUNT_ERRORS } from './errors/account-errors.ts';
import { BACK_OFFICE_ERRORS } from './errors/back-office-errors.ts';
import { BILLING_ERRORS } from './errors/billing-errors.ts';
import type { ErrorKinds } from './errors/error-kind.ts';

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

  // Notices
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
