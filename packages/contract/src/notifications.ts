import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, timeZone, typedText, uuid } from './fields.ts';
import { locale } from './locales.ts';
import { messageReply } from './reply.ts';

/** Browsers of one user that take notices, at most. */
export const PUSH_BROWSERS_MAX = 10;

/** Times that one silent bot is told of within an hour; the last of them says so. */
export const SILENCES_TOLD_PER_HOUR = 3;

/** How long a bot must have been silent for its owner to be told that it is back, in minutes. */
export const BACK_TOLD_AFTER_MIN = 5;

/**
 * How we notify the owner of a silent bot, and of an account that comes near a limit, locks or turns, and
 * whether they get a review of each week.
 */
export const notificationSettings = z.object({
  silent_bot_mail: z.boolean(),
  silent_bot_push: z.boolean(),
  floor_mail: z.boolean(),
  floor_push: z.boolean(),
  weekly_review_mail: z.boolean(),
  /** Where Monday morning is theirs; null until a page has told, which counts as UTC. */
  time_zone: timeZone.unwrap().nullable(),
  /** Which language mails and notices come in. */
  locale,
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** What is named changes and nothing else, so that two pages undo nothing of each other's. */
const notificationChange = notificationSettings
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'names no setting');
export type NotificationChange = z.output<typeof notificationChange>;

/** What a notice in a browser says; it travels sealed for that browser alone (RFC 8291). */
export const pushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** Path that a click leads to. */
  url: z.string(),
  /** A later notice about the same thing takes the place of this one. */
  tag: z.string(),
  at: isoTime,
});
export type PushNotice = z.output<typeof pushNotice>;

export const pushBrowser = z.object({
  browser_id: uuid,
  /** Browser and system, as the browser named itself. */
  name: z.string(),
  /** SHA-256 of its address in base64url, by which a browser finds itself in the list. */
  endpoint_hash: z.string(),
  created_at: isoTime,
});
export type PushBrowser = z.output<typeof pushBrowser>;

export const getNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/user/notifications',
  auth: 'user',
  summary: 'How we notify the user of an offline bot, and which browsers get notifications',
  reply: z.object({
    success: z.literal(true),
    settings: notificationSettings,
    /** The service's key (RFC 8292) that a browser subscribes with, in base64url. */
    push_key: z.string(),
    browsers: z.array(pushBrowser).max(PUSH_BROWSERS_MAX),
  }),
  errors: ['unauthorized'],
});

export const saveNotifications = defineEndpoint({
  method: 'PATCH',
  path: '/api/user/notifications',
  auth: 'user',
  summary: 'Sets which notifications the user gets, and how; what is left out stays as it is',
  body: notificationChange,
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    settings: notificationSettings,
  }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

/** A browser that is added again is the same one, with its newest keys. */
export const addPushBrowser = defineEndpoint({
  method: 'POST',
  path: '/api/user/notifications/browsers',
  auth: 'user',
  summary: 'Has notices sent to a browser',
  body: z.object({
    /** As the browser's push service gave it. */
    endpoint: typedText({ min: 1, max: 1_000, name: 'The address' }),
    keys: z.object({
      /** A point on P-256, uncompressed, in base64url. */
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a key of a browser'),
      /** 16 bytes in base64url. */
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'must be a secret of a browser'),
    }),
    name: typedText({ min: 1, max: 60, name: 'The name' }),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), browser: pushBrowser }),
  errors: [
    'unauthorized',
    'validation_failed',
    'push_service_unknown',
    'push_limit_reached',
    'rate_limited',
  ],
});

export const removePushBrowser = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/notifications/browsers/:browser_id',
  auth: 'user',
  summary: 'Sends a browser no more notices; twice is once',
  params: z.object({ browser_id: uuid }),
  reply: messageReply,
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

export const testPushBrowser = defineEndpoint({
  method: 'POST',
  path: '/api/user/notifications/browsers/:browser_id/test',
  auth: 'user',
  summary: 'Sends a browser a notice, to see that it arrives',
  params: z.object({ browser_id: uuid }),
  reply: messageReply,
  errors: ['unauthorized', 'validation_failed', 'not_found', 'rate_limited'],
});
