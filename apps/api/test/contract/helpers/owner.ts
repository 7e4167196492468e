import { v7 } from 'uuid';
import type { Db } from '../../../src/db/tables.ts';
import type { Clock } from '../../../src/process/clock.ts';
import { type MarkMaker, markMaker } from './marks.ts';
import { addBilling } from './owner-billing.ts';
import { addNotifications } from './owner-notifications.ts';
import { addProtection } from './owner-protection.ts';
import { addTrading } from './owner-trading.ts';
import { addPerson, addSession, type Person } from './people.ts';

export type Owner = Person & {
  /** Every id of something that is the owner's, by what it is. */
  ids: Readonly<Record<string, string>>;
  /** Texts that are the owner's alone, and stand nowhere else. */
  marks: Readonly<Record<string, string>>;
  /** What is shown to everybody: a review and who wrote it. */
  published: readonly string[];
  /** Hashes and sealed keys, which no answer may hold, not even to the owner. */
  secrets: readonly string[];
  token: string;
  deviceToken: string;
};

/** Somebody who has one of everything, with a mark in every text of it. */
export async function addOwner(deps: { db: Db; clock: Clock }): Promise<Owner> {
  const mark = markMaker();
  const person = await addPerson(deps, {
    username: mark('username'),
    email: `${mark('email')}@example.com`,
  });
  const browser = await addSession(deps, person.id, {
    name: mark('browserName'),
    address: '203.0.113.77',
  });
  const device = await addSession(deps, person.id, { kind: 'bot', name: mark('deviceName') });
  const trading = await addTrading(deps, person.id, mark);
  const guarded = await addProtection(deps, person.id, mark);
  const billing = await addBilling(deps, person.id, trading.account, mark);
  const notified = await addNotifications(deps, { userId: person.id, botId: trading.bot }, mark);
  const reviewId = await addWords(deps, person.id, mark);
  await addPublicRecord(deps, { userId: person.id, accountId: trading.account }, mark);
  return {
    ...person,
    ids: {
      user: person.id,
      session: browser.id,
      device: device.id,
      review: reviewId,
      ...trading,
      ...billing,
      passkey: guarded.passkey,
      event: guarded.event,
      browser: notified.browser,
      picture: trading.picture,
      position_ticket: trading.ticket,
    },
    marks: mark.all,
    published: [person.username, mark.all.review ?? ''],
    secrets: [browser.tokenHash, device.tokenHash, ...guarded.secrets, ...notified.secrets],
    token: browser.token,
    deviceToken: device.token,
  };
}

async function addPublicRecord(
  { db, clock }: { db: Db; clock: Clock },
  { userId, accountId }: Readonly<{ userId: string; accountId: string }>,
  mark: MarkMaker,
): Promise<void> {
  const now = new Date(clock.now());
  const name = mark('recordName');
  await db
    .insertInto('public_records')
    .values({
      user_id: userId,
      account_id: accountId,
      name,
      name_key: name.toLowerCase(),
      looks: name.toLowerCase(),
      shows_open: false,
      shows_money: false,
      listed: true,
      published_at: now,
      changed_at: now,
    })
    .execute();
}

async function addWords(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  mark: MarkMaker,
): Promise<string> {
  const now = new Date(clock.now());
  const id = v7();
  await db
    .insertInto('reviews')
    .values({ id, user_id: userId, rating: 4, comment: mark('review'), created_at: now })
    .execute();
  await db
    .insertInto('checklist_items')
    .values({ user_id: userId, item_id: 'mt5-installed', done: true, updated_at: now })
    .execute();
  await db
    .insertInto('contact_messages')
    .values({
      id: v7(),
      name: mark('contactName'),
      email: `${mark('contactEmail')}@example.com`,
      subject: mark('contactSubject'),
      message: mark('contactMessage'),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('outbox')
    .values({
      id: v7(),
      to_address: `${mark('mailTo')}@example.com`,
      subject: mark('mailSubject'),
      text: mark('mailText'),
      html: mark('mailHtml'),
      created_at: now,
    })
    .execute();
  return id;
}
