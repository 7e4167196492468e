import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Sealing } from '../../../db/sealing.ts';
import type { Db } from '../../../db/tables.ts';
import { paperSentence } from '../../../mail/account-words.ts';
import { type Addressee, composeLetter, type Reader, readerOf } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import { DEMO_ADDRESS, queueMails } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { dayWords } from '../../../words/figures.ts';
import type { I18n } from '../../../words/i18n.ts';
import { unsubscribeLinks } from '../../notifications/unsubscribe.ts';
import type { ComposedReview } from './compose-review.ts';
import { type Week, weekToSend } from './week.ts';
import type { Group } from './week-figures.queries.ts';
import { readReview } from './weekly-reviews.service.ts';

type Deps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
  sealing: Sealing;
}>;

/** Of users who have no other. */
const USUAL_ZONE = 'UTC';

/** Users whose reviews are put into the outbox in one transaction: an embedded database does nothing else meanwhile. */
const BATCH = 20;

/** A turn begins no further batch after this; the next one goes on where it ended. */
const TURN_MS = 60_000;

/**
 * Puts the review of the week before into the outbox of everybody whose Monday morning it is, once: how far a
 * zone has come is stored with the mails themselves.
 *
 * @returns how many mails were put there
 */
export async function sendWeeklyMails(deps: Deps): Promise<number> {
  const begun = performance.now();
  let sent = 0;
  for (const timeZone of await listZones(deps.db)) {
    const week = weekToSend(deps.clock.now(), timeZone);
    if (!week) continue;
    await beginRound(deps, week, timeZone);
    for (;;) {
      const batch = await sendBatch(deps, week, timeZone);
      if (batch === null || performance.now() - begun > TURN_MS) break;
      sent += batch;
    }
  }
  return sent;
}

async function listZones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .modifyFront(acrossUsers('a job looks where it is Monday morning'))
    .select('time_zone')
    .distinct()
    .where('time_zone', 'is not', null)
    .execute();
  return [...new Set([USUAL_ZONE, ...rows.flatMap((row) => row.time_zone ?? [])])];
}

async function beginRound({ db, clock }: Deps, { monday }: Week, timeZone: string): Promise<void> {
  await db
    .insertInto('weekly_mail_rounds')
    .values({
      week: monday,
      time_zone: timeZone,
      after_user: null,
      begun_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns how many mails; null where nothing is left, or somebody else is at it */
async function sendBatch(deps: Deps, week: Week, timeZone: string): Promise<number | null> {
  return deps.db.transaction().execute(async (tx) => {
    const round = await tx
      .selectFrom('weekly_mail_rounds')
      .select('after_user')
      .where('week', '=', week.monday)
      .where('time_zone', '=', timeZone)
      .where('done', '=', false)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!round) return null;
    const people = await listPeople(tx, week, timeZone, round.after_user);
    const fresh = await noteMailed(tx, deps.clock, week, people);
    const mails: Mail[] = [];
    for (const person of people.filter(({ id }) => fresh.has(id))) {
      const reader = readerOf(person);
      const frame = { week, timeZone, running: false };
      const composed = await readReview(tx, reader.i18n, person.id, frame);
      const links = unsubscribeLinks(deps, person.id);
      mails.push({ ...reviewMail(deps, reader, composed, links), about: person.id });
    }
    await queueMails(tx, deps.clock, mails);
    await tx
      .updateTable('weekly_mail_rounds')
      .set({
        after_user: people.at(-1)?.id ?? round.after_user,
        done: people.length < BATCH,
      })
      .where('week', '=', week.monday)
      .where('time_zone', '=', timeZone)
      .execute();
    return mails.length;
  });
}

type Person = Addressee & Readonly<{ id: UserId }>;

/** Who wants a review and had a trade or a decision in the week, in the order of their ids. */
async function listPeople(
  tx: Db,
  { from, to }: Week,
  timeZone: string,
  after: string | null,
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    ${acrossUsers('a job writes to those who traded in the week, a batch at a time')}
    select users.id, users.email, users.username, users.locale
    from users
    left join notification_settings as wanted on wanted.user_id = users.id
    where (${after}::uuid is null or users.id > ${after}::uuid)
      and users.email_verified_at is not null and users.email <> ${DEMO_ADDRESS}
      and coalesce(wanted.weekly_review_mail, true)
      and coalesce(wanted.time_zone, ${USUAL_ZONE}) = ${timeZone}
      and (
        exists (
          select from trades where trades.user_id = users.id and trades.status = 'CLOSED'
            and trades.trade_time >= ${from} and trades.trade_time < ${to}
        )
        or exists (
          select from decisions where decisions.user_id = users.id
            and decisions.decided_at >= ${from} and decisions.decided_at < ${to}
        )
      )
    order by users.id limit ${BATCH}
  `.execute(tx);
  return rows;
}

/** @returns those who had no mail about this week yet: somebody may have moved to another zone meanwhile */
async function noteMailed(
  tx: Db,
  clock: Clock,
  { monday }: Week,
  people: readonly Person[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const queued_at = new Date(clock.now());
  const rows = await tx
    .insertInto('weekly_mails')
    .values(people.map(({ id }) => ({ user_id: id, week: monday, queued_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** @param links that turn these mails off */
export function reviewMail(
  { brand, publicUrl }: Pick<Deps, 'brand' | 'publicUrl'>,
  reader: Reader,
  { review, headline, kind }: ComposedReview,
  links: ReturnType<typeof unsubscribeLinks>,
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const stories = review.facts.flatMap((fact) =>
    fact.links.map(({ label, path }) => `${label}: ${publicUrl}${path}`),
  );
  const paper = kind === null ? null : paperWords(i18n, kind);
  const from = monthDay(i18n, review.week);
  const until = monthDay(i18n, review.until);
  const others = review.others.join(' ');
  const letter = composeLetter(brand, reader, {
    subject: t(msg`Your week: ${{ result: headline.replace(/[.。]$/u, '') }}`),
    paragraphs: [
      t(msg`Hello ${{ username }},`),
      t(msg`your week from ${{ from }} to ${{ until }}. ${{ accounts: review.about }}.`),
      ...(paper === null ? [] : [paper]),
      ...review.facts.map(({ text }, index) => `${index + 1}. ${text}`),
      ...stories,
      t(msg`One question: ${{ question: review.question }}`),
      ...(others === '' ? [] : [t(msg`Your other accounts. ${{ others }}`)]),
    ],
    action: {
      label: t(msg`Open your journal`),
      url: `${publicUrl}/dashboard?tab=history&view=journal`,
    },
    note: t(
      msg`You get this mail on Mondays because you traded last week. Stop it: ${{ page: links.page }}`,
    ),
  });
  return { ...letter, unsubscribeUrl: links.oneClick };
}

function paperWords(i18n: I18n, kind: Group['kind']): string | null {
  const accountType = kind === 'practice' ? 'practice' : 'demo';
  return kind === 'practice' || kind === 'paper'
    ? paperSentence(i18n, { accountType, isPaper: true })
    : null;
}

/** '2 March' */
function monthDay(i18n: I18n, day: string): string {
  return dayWords(i18n, new Date(`${day}T12:00:00Z`), { day: 'numeric', month: 'long' });
}
