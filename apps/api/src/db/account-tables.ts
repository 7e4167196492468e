import type { Locale } from '@quorate/contract/locales';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment, NullableMoment } from './column-types.ts';

export type UsersTable = {
  id: string;
  username: string;
  /** Lower case, NFKC: what makes two names the same. */
  username_key: string;
  /** What it looks like; null for one older than the rule that looks like an older one. */
  username_skeleton: Generated<string | null>;
  /** Where mail goes. */
  email: string;
  /** Its one form (`mail/address.ts`), which new accounts have as their address, too. */
  email_key: string;
  /** The real mailbox behind it; null for an account older than the rule that shares one. */
  mailbox_key: Generated<string | null>;
  /** null for an account that only ever signed in with a provider. */
  password_hash: string | null;
  role: Generated<'user' | 'admin'>;
  /** The plan an operator gave away; one that is paid for is read from the subscriptions. */
  given_plan: Generated<'Free' | 'Starter' | 'Pro' | 'Elite'>;
  /** Until when that plan is given; null: until it is changed. */
  given_until: NullableMoment;
  email_verified_at: NullableMoment;
  /** Which language it is written to in. */
  locale: Generated<Locale>;
  created_at: Moment;
};

export type SessionsTable = {
  /** SHA-256 of the bearer token, hex; the token itself is stored nowhere. */
  token_hash: string;
  /** What the user sees and ends it by. */
  id: string;
  user_id: string;
  kind: 'browser' | 'bot' | 'desktop';
  /** Browser and system, or what the device calls itself. */
  name: string;
  /** Client address of its last noted use. */
  address: string | null;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: Moment;
  /** When its user last proved to be there. */
  confirmed_at: NullableMoment;
  /** When they last proved it with a second factor: a code of the app, a recovery code or a passkey. */
  factor_at: NullableMoment;
};

/** Mailed links, and everything else that is given back once: `features/account/challenges.ts`. */
export type ChallengesTable = {
  token_hash: string;
  /** null while nobody is known. */
  user_id: string | null;
  purpose:
    | 'verify'
    | 'reset'
    | 'change_email'
    | 'device'
    | 'second_factor'
    | 'passkey_login'
    | 'passkey_confirm'
    | 'passkey_new'
    | 'provider';
  created_at: Moment;
  expires_at: Moment;
  used_at: NullableMoment;
  tries: Generated<number>;
  /** The address that waits, for change_email alone. */
  new_email: Generated<string | null>;
  data: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
};

/** A mail that somebody asked for, about an address that may belong to nobody. */
export type TotpSecretsTable = {
  user_id: string;
  sealed_secret: string;
  created_at: Moment;
  /** null until the first code was given. */
  enabled_at: NullableMoment;
  /** The newest 30-second step whose code was taken: no code counts twice. */
  last_step: ColumnType<number | null, number | null | undefined, number | null>;
};

export type RecoveryCodesTable = {
  user_id: string;
  code_hash: string;
  created_at: Moment;
  used_at: NullableMoment;
};

export type PasskeysTable = {
  id: string;
  user_id: string;
  /** Base64url, as WebAuthn names it. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  sign_count: number;
  transports: Json<string[]>;
  name: string;
  synced: boolean;
  created_at: Moment;
  last_used_at: NullableMoment;
};

export type ProviderAccountsTable = {
  provider: 'google' | 'github';
  /** The provider's own id of the person: addresses change hands, this does not. */
  subject: string;
  user_id: string;
  email: string;
  linked_at: Moment;
};

export type SecurityEventsTable = {
  id: string;
  user_id: string;
  kind: string;
  about: string;
  address: string | null;
  at: Moment;
};

/** A sign-in that failed, by what was typed, which may be nobody's name. */
export type FailedSignInsTable = {
  id: string;
  typed: string;
  /** Browser and system, or device. */
  about: string;
  address: string;
  at: Moment;
};

/** A browser that has signed an account in; several accounts may know one. */
export type KnownBrowsersTable = {
  user_id: string;
  /** SHA-256 of its cookie. */
  token_hash: string;
  last_used_at: Moment;
  /** null for one that set a password with a mailed link and has not signed in since. */
  signed_in_at: NullableMoment;
};
