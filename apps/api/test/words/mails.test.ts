import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { msg } from '@lingui/core/runtime-macro';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import {
  addressTaken,
  letterTo,
  resetLetter,
  usernameTaken,
  verificationLetter,
} from '../../src/features/account/mail-requests.ts';
import {
  addressWantedMail,
  newAddressMail,
} from '../../src/features/account/security/change-email.service.ts';
import { noticeMail } from '../../src/features/account/security/events.ts';
import { hiddenMail, shownMail } from '../../src/features/admin/reviews/reviews.routes.ts';
import { givenPlanMail, signedOutMail } from '../../src/features/admin/users/users.routes.ts';
import {
  endMail,
  pastDueMail,
  refundMail,
  startMail,
} from '../../src/features/billing/billing-mails.ts';
import type { ToldSubscription } from '../../src/features/billing/record/subscription-row.ts';
import type { ToldTransaction } from '../../src/features/billing/record/transaction-row.ts';
import { noEdgeMail } from '../../src/features/calibration/tell-no-edge.ts';
import { contactMail } from '../../src/features/contact/contact.routes.ts';
import { pausedMail } from '../../src/features/hosted/tend-hosted.ts';
import { composeReview } from '../../src/features/journal/weekly/compose-review.ts';
import { reviewMail } from '../../src/features/journal/weekly/send-weekly-mails.ts';
import { weekOf } from '../../src/features/journal/weekly/week.ts';
import type {
  Group,
  GroupDetails,
} from '../../src/features/journal/weekly/week-figures.queries.ts';
import { farewellMail } from '../../src/features/my-data/my-data.routes.ts';
import { testNotice } from '../../src/features/notifications/notifications.routes.ts';
import {
  backMail,
  backNotice,
  silenceMail,
  silenceNotice,
} from '../../src/features/notifications/tell-silences.ts';
import type { FloorNotice } from '../../src/features/rule-sets/floor-notices.ts';
import {
  floorMail,
  floorNotice,
  type ToldAccount,
} from '../../src/features/rule-sets/tell-floors.ts';
import type { Reader } from '../../src/mail/letter.ts';
import type { Mail } from '../../src/mail/mail.ts';
import { expectMarked, MARKED, MARKED_SPANISH } from '../helpers/marked-words.ts';

const brand = DEFAULT_BRAND;
const SENDER = { brand, publicUrl: 'https://quorate.example' };
/** Names of test data are written in capitals: what is left in small letters is somebody's sentence. */
const READER = { email: 'AMINA@EXAMPLE.COM', username: 'AMINA', i18n: MARKED };
const ADDRESSEE = { email: READER.email, locale: 'en' } as const;
const DAY = new Date('2026-03-02T10:00:00Z');

const SALE = {
  plan_name: 'Pro',
  billing_cycle: 'yearly',
  amount: 38_000,
  currency: 'USD',
} as ToldTransaction;
const SUBSCRIPTION = { plan_name: 'Pro', amount: 3_800, currency: 'USD' } as ToldSubscription;

const SILENCE = {
  userId: 'U',
  username: 'AMINA',
  email: 'AMINA@EXAMPLE.COM',
  locale: 'en',
  botId: 'B',
  since: DAY,
  openPositions: 0,
  accountType: 'demo',
  isPaper: false,
  login: '5001',
  server: 'BROKER-DEMO',
  isLast: false,
} as const;
const SILENCES = [
  SILENCE,
  { ...SILENCE, openPositions: 2, isLast: true, accountType: 'real' },
  { ...SILENCE, openPositions: 1, server: HOSTED_SERVER, isPaper: true },
  { ...SILENCE, accountType: 'practice', isPaper: true },
] as const;
const ENDED = [1, 150, 5_000].map((minutes) => ({
  ...SILENCE,
  heardAt: new Date(DAY.getTime() + minutes * 60_000),
}));

const ACCOUNT: ToldAccount = {
  id: 'A',
  currency: 'USD',
  ifStopped: 95_000,
  headroom: 5_000,
  accountType: 'demo',
  isPaper: false,
  login: '5001',
  server: 'BROKER-DEMO',
};
const ACCOUNTS: readonly ToldAccount[] = [
  ACCOUNT,
  { ...ACCOUNT, headroom: -5_000, accountType: 'practice' },
  { ...ACCOUNT, ifStopped: null, isPaper: true },
];
const lineOf = (kind: 'day' | 'week' | 'total') =>
  ({ kind }) as Extract<FloorNotice, { kind: 'near' }>['line'];
const FLOORS: readonly FloorNotice[] = [
  { kind: 'near', line: lineOf('day'), floor: 95_000, left: 1_000 },
  { kind: 'near', line: lineOf('week'), floor: 95_000, left: 0 },
  { kind: 'locked', line: lineOf('total'), equity: 90_000, until: null },
  { kind: 'locked', line: null, equity: 90_000, until: DAY.toISOString() },
  { kind: 'turned' },
];

const SUMS = { trades: 14, wins: 8, losses: 5, net: 12_050, gross: 13_000, costs: -3_950 };
const NO_SUMS = { trades: 0, wins: 0, losses: 0, net: 0, gross: 0, costs: 0 };
const GROUP: Group = {
  currency: 'USD',
  kind: 'real',
  accounts: ['A'],
  week: SUMS,
  before: { ...SUMS, trades: 1, net: -3_000 },
  decisions: { all: 120, traded: 14, vetoed: 3 },
};
const TRADE = {
  account_id: 'A',
  position_ticket: '7',
  decision_id: null,
  symbol: 'EURUSD',
  trade_type: 'BUY',
  profit: 8_000,
} as const;
const DETAILS: GroupDetails = {
  best: { ...TRADE, exit_reason: 'target' },
  worst: { ...TRADE, profit: -4_000, exit_reason: null },
  early: { trades: 0, byHand: 0, gross: 0, best: 0 },
  tag: null,
  refused: { all: 0, known: 0, r: 0, rule: null, decisionId: null },
  worstDay: null,
  written: 2,
};
const TOLD_EARLY = { trades: 4, byHand: 4, gross: 9_000, best: 10_000 };
const REFUSED = { all: 4, known: 4, r: 1.24, rule: null, decisionId: 'D' };
/** Each fact that a review may tell, in each of its forms. */
const WEEKS: readonly (readonly [readonly Group[], GroupDetails | null])[] = [
  [[], null],
  [[{ ...GROUP, week: NO_SUMS, before: NO_SUMS }], { ...DETAILS, best: null }],
  [[{ ...GROUP, week: NO_SUMS, kind: 'practice' }], { ...DETAILS, best: null }],
  [
    [
      { ...GROUP, kind: 'paper' },
      { ...GROUP, kind: 'demo', accounts: ['A', 'B'] },
    ],
    DETAILS,
  ],
  [
    [
      { ...GROUP, week: { ...SUMS, net: -500 }, before: NO_SUMS, kind: 'unknown' },
      { ...GROUP, week: NO_SUMS },
    ],
    { ...DETAILS, tag: { name: 'FOMO', trades: 3, net: -900 } },
  ],
  [[GROUP], { ...DETAILS, worstDay: { at: DAY, fall: 39_000, allowed: 50_000 } }],
  [[GROUP], { ...DETAILS, refused: REFUSED, early: { ...TOLD_EARLY, gross: 4_000 } }],
  [[GROUP], { ...DETAILS, refused: { ...REFUSED, known: 1, r: -2 } }],
  [[GROUP], { ...DETAILS, refused: { ...REFUSED, known: 0, r: 0 }, best: null }],
  [[GROUP], { ...DETAILS, early: TOLD_EARLY, best: null }],
  [[GROUP], { ...DETAILS, early: { ...TOLD_EARLY, byHand: 0 }, best: null }],
  [[{ ...GROUP, week: { ...SUMS, costs: -10 } }], { ...DETAILS, best: null }],
  [[{ ...GROUP, week: { ...SUMS, gross: -10, trades: 13 } }], { ...DETAILS, best: null }],
];

const letter = (reader: Reader, asked: Parameters<typeof letterTo>[2], username?: string) =>
  letterTo(SENDER, { ...ADDRESSEE, ...(username && { username }) }, asked, reader);

/** Where a letter is composed, and examples of all that is written there. */
const MAILS: Readonly<Record<string, (reader: Reader) => readonly Mail[]>> = {
  'account/mail-requests.ts letterTo': (reader) => [
    letter(reader, verificationLetter(brand, 'T', { plan: 'Pro', billing: 'yearly' }), 'AMINA'),
    letter(reader, resetLetter(brand, 'T'), 'AMINA'),
    letter(reader, addressTaken(brand), 'AMINA'),
    letter(reader, usernameTaken(brand, 'AMINA')),
  ],
  'account/security/change-email.service.ts newAddressMail': (reader) => [
    newAddressMail(SENDER, reader, 'T'),
  ],
  'account/security/change-email.service.ts addressWantedMail': (reader) => [
    addressWantedMail(SENDER, reader),
  ],
  'account/security/events.ts noticeMail': (reader) =>
    ['192.0.2.1', null].map((address) =>
      noticeMail(SENDER, reader, {
        subject: msg`Your password was changed`,
        what: msg`The password of your account was changed. Every other browser, bot and desktop app was signed out.`,
        when: DAY,
        address,
      }),
    ),
  'admin/reviews/reviews.routes.ts hiddenMail': (reader) => [hiddenMail(SENDER, reader, 'REASON')],
  'admin/reviews/reviews.routes.ts shownMail': (reader) => [shownMail(SENDER, reader)],
  'admin/users/users.routes.ts givenPlanMail': (reader) => [
    givenPlanMail(SENDER, reader, { plan: 'Free', until: null }),
    givenPlanMail(SENDER, reader, { plan: 'Pro', until: null }),
    givenPlanMail(SENDER, reader, { plan: 'Pro', until: DAY }),
  ],
  'admin/users/users.routes.ts signedOutMail': (reader) => [signedOutMail(SENDER, reader, 3)],
  'billing/billing-mails.ts startMail': (reader) => [startMail(SENDER, reader, SALE)],
  'billing/billing-mails.ts pastDueMail': (reader) => [
    pastDueMail(SENDER, reader, SUBSCRIPTION, { until: DAY }),
  ],
  'billing/billing-mails.ts refundMail': (reader) => [
    refundMail(SENDER, reader, { amount: 3_800, currency: 'USD', paidAt: DAY }),
  ],
  'billing/billing-mails.ts endMail': (reader) => [endMail(SENDER, reader, SUBSCRIPTION)],
  'calibration/tell-no-edge.ts noEdgeMail': (reader) => [
    noEdgeMail(
      SENDER,
      reader,
      { symbol: 'EURUSD', timeframe: 'H1' },
      { outcomes: 200, low: 48, high: 59 },
    ),
  ],
  'contact/contact.routes.ts contactMail': (reader) => [
    contactMail(
      brand,
      { name: 'AMINA', email: reader.email, subject: 'HELLO', message: 'ONE\n\nTWO' },
      reader,
    ),
  ],
  'hosted/tend-hosted.ts pausedMail': (reader) => [pausedMail(SENDER, reader, ['ONE', 'TWO'])],
  'journal/weekly/send-weekly-mails.ts reviewMail': (reader) =>
    WEEKS.map(([groups, details]) => {
      const frame = { week: weekOf(DAY.getTime(), 'UTC'), timeZone: 'UTC', running: false };
      const links = { page: 'https://quorate.example/unsubscribe', oneClick: '' };
      return reviewMail(SENDER, reader, composeReview(reader.i18n, groups, details, frame), links);
    }),
  'my-data/my-data.routes.ts farewellMail': (reader) => [farewellMail(SENDER, reader)],
  'notifications/tell-silences.ts letterTo': (reader) => [
    ...SILENCES.map((silence) => silenceMail(SENDER, reader, [silence])),
    silenceMail(SENDER, reader, SILENCES),
    ...ENDED.map((ended) => backMail(SENDER, reader, [ended])),
    backMail(SENDER, reader, ENDED),
  ],
  'rule-sets/tell-floors.ts floorMail': (reader) =>
    ACCOUNTS.flatMap((account) =>
      FLOORS.map((notice) => floorMail(SENDER, reader, account, [notice, ...FLOORS])),
    ),
};

const NOTICES: Readonly<
  Record<string, (reader: Reader) => readonly { title: string; body: string }[]>
> = {
  'notifications/notifications.routes.ts sendTestNotice': (reader) => [testNotice(reader.i18n)],
  'notifications/tell-silences.ts tell': (reader) => [
    ...SILENCES.map((silence) => silenceNotice(reader.i18n, silence)),
    ...ENDED.map((ended) => backNotice(reader.i18n, ended)),
  ],
  'rule-sets/tell-floors.ts tellFloors': (reader) =>
    FLOORS.map((notice) => floorNotice(reader.i18n, ACCOUNT, notice)),
};

const FEATURES = `${import.meta.dirname}/../../src/features`;

/** Every function of a feature that calls another one. @example ['contact/contact.routes.ts contactMail'] */
function callersOf(called: string): string[] {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(`${FEATURES}/${file}`, 'utf8');
      return Array.from(text.matchAll(new RegExp(`\\b${called}\\(`, 'g')), ({ index }) => {
        const before = text.slice(0, index).matchAll(/^(?:export )?(?:async )?function (\w+)/gm);
        return `${file} ${Array.from(before).at(-1)?.[1]}`;
      });
    });
  return [...new Set(found)].toSorted();
}

describe('what the service writes', () => {
  it('is looked at here wherever a letter is composed or a notice is sent', () => {
    assert.deepEqual(callersOf('composeLetter'), Object.keys(MAILS).toSorted());
    assert.deepEqual(callersOf('queueNotices'), Object.keys(NOTICES).toSorted());
  });

  for (const [place, examples] of Object.entries(MAILS))
    it(`goes through the i18n of its reader: ${place}`, () => {
      for (const { subject, text, html } of examples(READER)) {
        assert.match(subject, /⟦/);
        assert.match(html, /^<!doctype html><html lang="en">/);
        const shown = html.replace(/^.*?<body/s, '<body').replace(/<[^>]*>/g, ' ');
        for (const each of [subject, text, shown]) expectMarked(each);
      }
    });

  for (const [place, examples] of Object.entries(NOTICES))
    it(`goes through the i18n of its reader: a notice of ${place}`, () => {
      for (const { title, body } of examples(READER)) {
        expectMarked(title);
        expectMarked(body);
      }
    });

  it('is in the catalogue of another language, every sentence of it: npm run catalogues adds what is new', () => {
    const reader = { ...READER, i18n: MARKED_SPANISH };
    for (const examples of Object.values(MAILS))
      for (const { subject, text, html } of examples(reader)) {
        assert.match(html, /^<!doctype html><html lang="es">/);
        for (const each of [subject, text]) expectMarked(each);
      }
    for (const examples of Object.values(NOTICES))
      for (const { title, body } of examples(reader)) expectMarked(`${title} ${body}`);
  });

  it('would be found out with a sentence of its own, beside a message or in one', () => {
    const { t } = MARKED;
    assert.throws(() => expectMarked(`${t(msg`Hello`)} your plan has ended`));
    assert.throws(() => expectMarked(t(msg`You have ${{ what: 'three bots' }}.`)));
    expectMarked(t(msg`You have ${{ what: t(msg`three bots`) }}, ${{ username: 'AMINA' }}.`));
  });
});
