import type { NotificationSettings, PushBrowser } from '@quorate/contract/notifications';
import { RECOVERY_CODES } from '@quorate/contract/second-factors';
import type { AccountSecurity, SecurityEvent, UserSession } from '@quorate/contract/security';
import { newId } from './builders.ts';
import type { Answer, Call } from './handlers.ts';
import { refusal } from './handlers.ts';

export const confirmationNeeded = refusal(
  403,
  'confirmation_needed',
  'Please confirm that it is you.',
);

export function buildAccount(part: Partial<AccountSecurity> = {}): AccountSecurity {
  return {
    username: 'amina',
    email: 'amina@example.com',
    pending_email: null,
    has_password: true,
    totp: false,
    recovery_codes_left: 0,
    passkeys: [],
    providers: [],
    confirmed_until: null,
    ...part,
  };
}

export function buildPasskey(
  part: Partial<AccountSecurity['passkeys'][number]> = {},
): AccountSecurity['passkeys'][number] {
  return {
    passkey_id: newId(),
    name: 'Chrome on Linux',
    synced: false,
    created_at: '2026-11-01T10:00:00.000Z',
    last_used_at: null,
    ...part,
  };
}

export function buildSession(part: Partial<UserSession> = {}): UserSession {
  return {
    session_id: newId(),
    kind: 'browser',
    name: 'Firefox on Windows',
    address: '203.0.113.7',
    created_at: '2026-11-18T08:00:00.000Z',
    last_used_at: '2026-11-20T09:30:00.000Z',
    expires_at: '2026-12-18T08:00:00.000Z',
    current: false,
    ...part,
  };
}

export function buildEvent(part: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    event_id: newId(),
    kind: 'signed_in',
    about: 'Firefox on Windows',
    address: '203.0.113.7',
    at: '2026-11-20T09:30:00.000Z',
    ...part,
  };
}

export const RECOVERY = Array.from({ length: RECOVERY_CODES }, (_, at) => `k7mq-9t2x-hh4${at}`);

export function accountAnswer(account: AccountSecurity): Answer {
  return { body: { success: true, security: account } };
}

/** The answer of the sessions call: the page that was asked for, of all of them. */
export function sessionsAnswer(all: readonly UserSession[]) {
  return (call: Call): Answer => ({
    body: { success: true, sessions: pageOf(all, call), pagination: paginationOf(all, call) },
  });
}

export function eventsAnswer(all: readonly SecurityEvent[]) {
  return (call: Call): Answer => ({
    body: { success: true, events: pageOf(all, call), pagination: paginationOf(all, call) },
  });
}

export function buildPushBrowser(part: Partial<PushBrowser> = {}): PushBrowser {
  return {
    browser_id: newId(),
    name: 'Firefox on Linux',
    endpoint_hash: 'x'.repeat(43),
    created_at: '2026-11-18T08:00:00.000Z',
    ...part,
  };
}

export function notificationsAnswer(
  browsers: readonly PushBrowser[] = [],
  settings: Partial<NotificationSettings> = {},
): Answer {
  return {
    body: {
      success: true,
      settings: {
        silent_bot_mail: true,
        silent_bot_push: true,
        weekly_review_mail: true,
        time_zone: 'UTC',
        locale: 'en',
        floor_mail: true,
        floor_push: true,
        ...settings,
      },
      push_key: 'BPushKey',
      browsers,
    },
  };
}

/** Answers of all the security page’s first calls. */
export function securityPage(account = buildAccount()) {
  return {
    'GET /api/user/security': accountAnswer(account),
    'GET /api/user/sessions': sessionsAnswer([
      buildSession({ name: 'Chrome on Linux', current: true }),
    ]),
    'GET /api/user/security/events': eventsAnswer([buildEvent()]),
    'GET /api/user/notifications': notificationsAnswer(),
  };
}

/** An act that is refused until the identity was confirmed by the call to `proof`. */
export function untilConfirmed(proof: string, answer: Answer, confirmed: Answer = CONFIRMED) {
  let known = false;
  return {
    act: () => (known ? answer : confirmationNeeded),
    [proof]: () => {
      known = true;
      return confirmed;
    },
  };
}

export const CONFIRMED: Answer = {
  body: { success: true, message: 'ok', confirmed_until: '2026-11-21T10:15:00.000Z' },
};

function pageOf<T>(all: readonly T[], { query }: Call): T[] {
  const per = Number(query.per_page);
  return all.slice((Number(query.page) - 1) * per, Number(query.page) * per);
}

function paginationOf(all: readonly unknown[], { query }: Call) {
  const per = Number(query.per_page);
  return {
    page: Number(query.page),
    per_page: per,
    total: all.length,
    total_pages: Math.ceil(all.length / per),
  };
}
