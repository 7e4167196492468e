import type { ErrorKinds } from './error-kind.ts';

/** Ways in which a call about an account, a session or a way of signing in can fail. */
export const ACCOUNT_ERRORS = {
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
