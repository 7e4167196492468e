import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoDay, isoTime, timeZone, typedText, uuid } from './fields.ts';
import type { PlanName } from './plans.ts';
import { pageQuery, pagination } from './reply.ts';
import { positionTicket } from './trade-sync.ts';
import { trade } from './trades.ts';

export const JOURNAL_NOTE_MAX = 4_000;
export const JOURNAL_TAGS_MAX = 12;
export const JOURNAL_TAG_LENGTH_MAX = 32;
export const JOURNAL_SETUP_LENGTH_MAX = 60;

/** Trades that one account may write about; days are bounded by the calendar. */
export const JOURNAL_ENTRIES_MAX = 20_000;

/** Tags and set-ups that are listed, the most used first. */
export const JOURNAL_TAGS_LISTED = 500;

/** Of a trade or a day. */
export const JOURNAL_PICTURES_MAX = 6;

/** Largest file that is taken. */
export const JOURNAL_PICTURE_BYTES_MAX = 8 * 1024 * 1024;

/** Longer side of what is kept, and of its thumbnail. */
export const JOURNAL_PICTURE_SIDE_MAX = 1_600;
export const JOURNAL_THUMB_SIDE_MAX = 320;

/** Of all trades and days of an account together. */
export const JOURNAL_PICTURES_ALLOWED = {
  Free: 60,
  Starter: 300,
  Pro: 1_000,
  Elite: 3_000,
} as const satisfies Record<PlanName, number>;

/** The first day that can be written about. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

const journalDay = isoDay.refine(
  (day) => day >= FIRST_DAY && day <= LAST_DAY,
  `must be from ${FIRST_DAY} to ${LAST_DAY}`,
);

const note = typedText({ min: 0, max: JOURNAL_NOTE_MAX, name: 'The note' });
const tag = typedText({ min: 1, max: JOURNAL_TAG_LENGTH_MAX, name: 'A tag' });
const setup = typedText({ min: 1, max: JOURNAL_SETUP_LENGTH_MAX, name: 'The set-up' });
const tags = z.array(tag).max(JOURNAL_TAGS_MAX, `An entry takes at most ${JOURNAL_TAGS_MAX} tags`);

/**
 * Tags and set-ups with the same key are the same: case and outer or repeated spaces do not count.
 *
 * @example tagKey(' News ') === tagKey('news') // true
 */
export function tagKey(name: string): string {
  return tagName(name).toLowerCase();
}

/** How a tag or set-up is kept: as it was typed, in one line. */
export function tagName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** What an owner wrote about a trade. `updated_at` is null where nothing is written. */
export const tradeEntry = z.object({
  note: z.string(),
  tags: z.array(z.string()),
  setup: z.string().nullable(),
  updated_at: isoTime.nullable(),
});
export type TradeEntry = z.output<typeof tradeEntry>;

/** What an owner wrote about a day of theirs. */
export const dayEntry = tradeEntry.omit({ setup: true });
export type DayEntry = z.output<typeof dayEntry>;

export const journalPicture = z.object({
  picture_id: uuid,
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  created_at: isoTime,
});
export type JournalPicture = z.output<typeof journalPicture>;

const tradeParams = z.object({ account_id: uuid, position_ticket: positionTicket });
const dayParams = z.object({ day: journalDay });

/** `seen`: the `updated_at` that the writer has seen; null where it has seen no entry. */
const seen = isoTime.nullable();

const readErrors = ['unauthorized', 'validation_failed'] as const;
const saveErrors = [
  'unauthorized',
  'validation_failed',
  'journal_conflict',
  'rate_limited',
  'storage_full',
] as const;

export const getTradeJournal = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal/trades/:account_id/:position_ticket',
  auth: 'user',
  summary: 'What the user wrote about a trade, and its pictures',
  params: tradeParams,
  reply: z.object({
    success: z.literal(true),
    entry: tradeEntry,
    pictures: z.array(journalPicture).max(JOURNAL_PICTURES_MAX),
  }),
  errors: [...readErrors, 'not_found'],
});

/** An entry without note, tags and set-up is deleted. */
export const saveTradeJournal = defineEndpoint({
  method: 'POST',
  path: '/api/user/journal/trades/:account_id/:position_ticket',
  auth: 'user',
  summary:
    'Replaces what the user wrote about a trade; a newer entry than the one seen answers 409 with it',
  params: tradeParams,
  body: z.object({ note, tags, setup: setup.nullable(), seen }),
  reply: z.object({ success: z.literal(true), entry: tradeEntry }),
  counted: 'changes',
  errors: [...saveErrors, 'not_found', 'journal_full'],
});

export const getDayJournal = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal/days/:day',
  auth: 'user',
  summary: 'What the user wrote about a day, and its pictures',
  params: dayParams,
  reply: z.object({
    success: z.literal(true),
    entry: dayEntry,
    pictures: z.array(journalPicture).max(JOURNAL_PICTURES_MAX),
  }),
  errors: readErrors,
});

export const saveDayJournal = defineEndpoint({
  method: 'POST',
  path: '/api/user/journal/days/:day',
  auth: 'user',
  summary:
    'Replaces what the user wrote about a day; a newer entry than the one seen answers 409 with it',
  params: dayParams,
  body: z.object({ note, tags, seen }),
  reply: z.object({ success: z.literal(true), entry: dayEntry }),
  counted: 'changes',
  errors: saveErrors,
});

export const listJournalDays = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal/days',
  auth: 'user',
  summary: 'Days that the user wrote about, the newest first',
  query: z.object(pageQuery),
  reply: z.object({
    success: z.literal(true),
    days: z.array(dayEntry.extend({ day: isoDay })),
    pagination,
  }),
  errors: readErrors,
});

/** A trade as the journal shows it. */
export const journalTrade = trade.pick({
  account_id: true,
  position_ticket: true,
  symbol: true,
  trade_type: true,
  volume: true,
  profit: true,
  gross_profit: true,
  initial_risk: true,
  best_excursion: true,
  worst_excursion: true,
  exit_reason: true,
  currency: true,
  account_type: true,
  status: true,
  trade_time: true,
  opened_at: true,
  closed_at: true,
  decision_id: true,
  provenance: true,
});
export type JournalTrade = z.output<typeof journalTrade>;

/** One entry of the feed; `day` is one of the viewer's zone. */
export const journalItem = z.object({
  day: isoDay,
  /** null for an entry about the day itself. */
  trade: journalTrade.nullable(),
  entry: tradeEntry,
  pictures: z.array(journalPicture),
});
export type JournalItem = z.output<typeof journalItem>;

export const listJournal = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal',
  auth: 'user',
  summary: 'Trades and days that the user wrote about or added pictures to, the newest first',
  query: z.object({
    ...pageQuery,
    time_zone: timeZone,
    tag: tag.optional(),
    setup: setup.optional(),
    /** In the note, tags, set-up, symbol or ticket. */
    text: typedText({ min: 0, max: 100, name: 'The search' }).optional(),
  }),
  reply: z.object({ success: z.literal(true), items: z.array(journalItem), pagination }),
  errors: readErrors,
});

const namedCount = z.object({ name: z.string(), count: z.number().int() });

export const TAG_KINDS = ['tag', 'setup'] as const;
const tagKind = z.enum(TAG_KINDS);
export type TagKind = z.output<typeof tagKind>;

export const listJournalTags = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal/tags',
  auth: 'user',
  summary: "The user's tags and set-ups with how often each is used, the most used first",
  reply: z.object({
    success: z.literal(true),
    tags: z.array(namedCount).max(JOURNAL_TAGS_LISTED),
    setups: z.array(namedCount).max(JOURNAL_TAGS_LISTED),
  }),
  errors: ['unauthorized'],
});
export type JournalTags = Omit<z.output<typeof listJournalTags.reply>, 'success'>;

/** Upper and lower case are the same name; the spelling of `to` is kept. */
export const renameJournalTag = defineEndpoint({
  method: 'POST',
  path: '/api/user/journal/tags/rename',
  auth: 'user',
  summary: 'Renames a tag or set-up in all entries; into one that exists, the two become one',
  body: z.object({ kind: tagKind, from: setup, to: setup }).superRefine(({ kind, to }, context) => {
    if (kind === 'tag' && to.length > JOURNAL_TAG_LENGTH_MAX)
      context.addIssue({
        code: 'custom',
        path: ['to'],
        message: `A tag takes at most ${JOURNAL_TAG_LENGTH_MAX} characters`,
      });
  }),
  reply: z.object({
    success: z.literal(true),
    /** Entries that were changed. */
    changed: z.number().int(),
  }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

export const removeJournalTag = defineEndpoint({
  method: 'POST',
  path: '/api/user/journal/tags/remove',
  auth: 'user',
  summary: 'Takes a tag or set-up out of all entries; again, it changes nothing',
  body: z.object({ kind: tagKind, name: setup }),
  reply: z.object({ success: z.literal(true), changed: z.number().int() }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

const pictureParams = z.object({ picture_id: uuid });

/** The body is the file: PNG, JPEG or WebP. Its id is made by the caller: sent again, it is the same picture. */
export const addJournalPicture = defineEndpoint({
  method: 'POST',
  path: '/api/user/journal/pictures/:picture_id',
  auth: 'user',
  summary: 'Adds a picture to a trade or a day, without the metadata that was in the file',
  params: pictureParams,
  query: z
    .object({
      account_id: uuid.optional(),
      position_ticket: positionTicket.optional(),
      day: journalDay.optional(),
    })
    .superRefine(({ account_id, position_ticket, day }, context) => {
      const isTrade = account_id !== undefined && position_ticket !== undefined;
      const isPart = account_id !== undefined || position_ticket !== undefined;
      if (day === undefined ? !isTrade : isPart)
        context.addIssue({
          code: 'custom',
          message: 'Name a trade by account_id and position_ticket, or a day',
        });
    }),
  reply: z.object({ success: z.literal(true), picture: journalPicture }),
  errors: [
    'unauthorized',
    'validation_failed',
    'not_found',
    'unsupported_media_type',
    'body_too_large',
    'picture_unreadable',
    'picture_limit_reached',
    'pictures_full',
    'picture_conflict',
    'pictures_busy',
    'rate_limited',
    'storage_full',
  ],
  fileBody: true,
  bodyLimit: JOURNAL_PICTURE_BYTES_MAX,
  timeoutMs: 60_000,
});

export const getJournalPicture = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal/pictures/:picture_id',
  auth: 'user',
  summary: 'A picture of the user as WebP, or its thumbnail',
  params: pictureParams,
  query: z.object({ size: z.enum(['full', 'thumb']).default('full') }),
  reply: z.unknown(),
  file: true,
  errors: ['unauthorized', 'validation_failed', 'not_found'],
  timeoutMs: 30_000,
});

export const removeJournalPicture = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/journal/pictures/:picture_id',
  auth: 'user',
  summary: 'Deletes a picture; twice is once',
  params: pictureParams,
  reply: z.object({ success: z.literal(true) }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});
