import type { Brand } from '@quorate/contract/brand';
import { type PushNotice, SILENCES_TOLD_PER_HOUR } from '@quorate/contract/notifications';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { accountAndServer } from '../../mail/account-words.ts';
import { composeLetter, type Letter } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMails } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { queueNotices } from '../../push/push-outbox.ts';
import type { BotSilence, EndedSilence } from './bot-silence.ts';

type TellDeps = Readonly<{ db: Db; clock: Clock; brand: Brand; publicUrl: string }>;

type NoticeOf<S> = Readonly<{
  mail: (silences: readonly S[]) => Mail;
  push: (silence: S) => Pick<PushNotice, 'title' | 'body'>;
}>;

/**
 * Tells owners of their silent bots, in the caller's transaction: each gets one mail, and a notice for each
 * bot in each browser, as far as they want them.
 *
 * @param deps with the transaction as `db`
 */
export function tellSilences(deps: TellDeps, silences: readonly ToldSilence[]): Promise<void> {
  return tell(deps, silences, {
    mail: (own) => silenceMail(deps, own),
    push: (silence) => ({
      title: `Offline: ${botName(silence)}`,
      body: `Last seen at ${timeOf(silence.since)}. ${openInWords(silence.openPositions)}${
        silence.openPositions > 0 && silence.server !== HOSTED_SERVER
          ? '; stops that the broker has still hold.'
          : '.'
      }`,
    }),
  });
}

/** Tells owners that their bots are back. */
export function tellBack(deps: TellDeps, silences: readonly EndedSilence[]): Promise<void> {
  return tell(deps, silences, {
    mail: (own) => backMail(deps, own),
    push: (silence) => ({ title: `Back: ${botName(silence)}`, body: heardAgain(silence) }),
  });
}

async function tell<S extends BotSilence>(
  { db, clock }: TellDeps,
  silences: readonly S[],
  notice: NoticeOf<S>,
): Promise<void> {
  if (silences.length === 0) return;
  const owners = Map.groupBy(silences, ({ userId }) => userId);
  const settings = await listUnwanted(db, [...owners.keys()]);
  const refused = (kind: 'silent_bot_mail' | 'silent_bot_push') =>
    new Set(settings.flatMap((row) => (row[kind] ? [] : row.user_id)));
  const noMail = refused('silent_bot_mail');
  const noPush = refused('silent_bot_push');
  const mailed = [...owners].filter(([userId]) => !noMail.has(userId));
  await queueMails(
    db,
    clock,
    mailed.map(([userId, own]) => ({ ...notice.mail(own), about: userId })),
  );
  const at = new Date(clock.now()).toISOString();
  await queueNotices(
    { db, clock },
    silences
      .filter(({ userId }) => !noPush.has(userId))
      .map((silence) => ({
        userId: silence.userId,
        // The newest word about a bot takes the place of the one before.
        notice: { ...notice.push(silence), url: '/dashboard', tag: `bot:${silence.botId}`, at },
      })),
  );
}

/** Those of these users who have turned something off. */
function listUnwanted(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('notification_settings')
    .modifyFront(acrossUsers('who of those with a silent bot wants to be told of it, and how'))
    .select(['user_id', 'silent_bot_mail', 'silent_bot_push'])
    .where('user_id', 'in', userIds)
    .execute();
}

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;

/** @param silences of one user, at least one */
function silenceMail(sender: Sender, silences: readonly ToldSilence[]): Mail {
  const [first] = silences;
  if (!first) throw new Error('there is no silence to tell of');
  const elsewhere = silences.filter(({ server }) => server !== HOSTED_SERVER);
  return letterTo(sender, first, {
    subject:
      silences.length === 1
        ? `Your ${botName(first)} is offline`
        : `${silences.length} of your bots are offline`,
    paragraphs: [
      ...silences.map(silentSince),
      ...(elsewhere.length > 0 ? whatToDo(elsewhere) : []),
      ...(elsewhere.length < silences.length ? [OURS] : []),
    ],
  });
}

/** Of accounts that the service trades. */
const OURS =
  'Our service trades your paper accounts itself. You need to do nothing: they go on automatically from where they were. No real money is concerned.';

function whatToDo(silences: readonly ToldSilence[]): string[] {
  const one = silences.length === 1;
  return [
    silences.some(({ openPositions }) => openPositions > 0)
      ? 'Stop losses and take profits that the broker has still hold. Nobody moves them, and nobody closes anything else, until the bot runs again.'
      : 'Nothing is opened until the bot runs again.',
    `What to do: see whether the computer is on and online, whether MetaTrader 5 is open and signed in to the account, and whether the bot runs. Once ${one ? 'it is' : 'they are'} back, ${one ? 'it goes' : 'they go'} on by ${one ? 'itself' : 'themselves'}.`,
  ];
}

/** @param silences of one user, at least one */
function backMail(sender: Sender, silences: readonly EndedSilence[]): Mail {
  const [first] = silences;
  if (!first) throw new Error('there is no silence to tell of');
  const subject =
    silences.length === 1
      ? `Your ${botName(first)} is back online`
      : `${silences.length} of your bots are back online`;
  return letterTo(sender, first, { subject, paragraphs: silences.map(heardAgain) });
}

function letterTo(
  { brand, publicUrl }: Sender,
  { email, username }: ToldSilence | EndedSilence,
  { subject, paragraphs }: Pick<Letter, 'subject' | 'paragraphs'>,
): Mail {
  return composeLetter(brand, {
    to: email,
    // One line: a line break in a header would begin another header.
    subject: subject.replace(/\s+/g, ' '),
    paragraphs: [`Hello ${username},`, ...paragraphs],
    action: { label: 'Open the dashboard', url: `${publicUrl}/dashboard` },
    note: `You get this mail because notices about silent bots are on. Turn them off, or have them sent to your browser, at ${publicUrl}/dashboard/security#notifications`,
  });
}

/** A silence as it is told, and whether it is the last one that is told within the hour. */
type ToldSilence = BotSilence & Readonly<{ isLast: boolean }>;

/** @example botName(silence) // 'bot on demo account 5001 at Broker-Demo' */
function botName(bot: BotSilence): string {
  return `bot on ${accountAndServer(bot)}`;
}

/** '2 March 2026 at 10:00 UTC' */
function momentInWords(moment: Date): string {
  const day = moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day} at ${timeOf(moment)}`;
}

/** '10:00 UTC' */
function timeOf(moment: Date): string {
  return `${moment.toISOString().slice(11, 16)} UTC`;
}

/** @example openInWords(3) // '3 positions were open' */
function openInWords(open: number): string {
  if (open === 0) return 'Nothing was open';
  return open === 1 ? '1 position was open' : `${open} positions were open`;
}

function silentSince({ since, openPositions, ...bot }: ToldSilence): string {
  const what = botName({ since, openPositions, ...bot });
  const last = bot.isLast
    ? ` It has come and gone ${SILENCES_TOLD_PER_HOUR} times within an hour: we write no more about it in this hour, and the dashboard shows it.`
    : '';
  return `Your ${what} was last seen on ${momentInWords(since)}. ${openInWords(openPositions)} then.${last}`;
}

function heardAgain(silence: EndedSilence): string {
  const minutes = Math.floor((silence.heardAt.getTime() - silence.since.getTime()) / 60_000);
  return `Your ${botName(silence)} has been back online since ${timeOf(silence.heardAt)}, after ${durationInWords(minutes)}.`;
}

/** @param minutes at least 1 */
function durationInWords(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
