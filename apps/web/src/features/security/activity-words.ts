import type { SecurityEvent } from '@quorate/contract/security';

/** What an event says, before what it was about. */
export const ACTIVITY_WORDS: Readonly<Record<SecurityEvent['kind'], string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  password_changed: 'Password changed',
  password_reset: 'Password reset by mail',
  email_changed: 'Email changed',
  session_ended: 'Session ended',
  device_added: 'Device signed in',
  totp_on: 'Authenticator app turned on',
  totp_off: 'Authenticator app turned off',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_made: 'Recovery codes made',
  recovery_code_used: 'Recovery code used',
  provider_linked: 'Account linked',
  provider_unlinked: 'Account unlinked',
  data_exported: 'Data exported',
  role_granted: 'Made an operator',
  role_revoked: 'No operator any more',
};
