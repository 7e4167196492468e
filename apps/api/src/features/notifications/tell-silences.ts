import { msg, plural } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { type PushNotice, SILENCES_TOLD_PER_HOUR } from '@quorate/contract/notifications';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { accountAndServer } from '../../mail/account-words.ts';
import { composeLetter, type Letter, type Reader, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMails } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { queueNotices } from '../../push/push-outbox.ts';
import { momentWords, timeWords } from '../../words/figures.ts';
import type { I18n } from '../../words/i18n.ts';
import type { BotSilence, EndedSilence } from './bot-silence.ts';

type TellDeps = Readonly<{ db: Db; clock: Clock; brand: Brand; publicUrl: string }>;

type NoticeOf<S> = Readonly<{
  mail: (reader: Reader, silences: readonly S[]) => Mail;
  push: (i18n: I18n, silence: S) => Words;
}>;

type Words = Pick<PushNotice, 'title' | 'body'>;

/**
 * Tells owners of their silent bots, in the caller's transaction: each gets one mail, and a notice for each
 * bot in each browser, as far as they want them.
 *
 * @param deps with the transaction as `db`
 */
export function tellSilences(deps: TellDeps, silences: readonly ToldSilence[]): Promise<void> {
  return tell(deps, silences, {
    mail: (reader, own) => silenceMail(deps, reader, own),
    push: silenceNotice,
  });
}

/** Tells owners that their bots are back. */
export function tellBack(deps: TellDeps, silences: readonly EndedSilence[]): Promise<void> {
  return tell(deps, silences, {
    mail: (reader, own) => backMail(deps, reader, own),
    push: backNotice,
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
    mailed.flatMap(([userId, own]) =>
      own[0] ? [{ ...notice.mail(readerOf(own[0]), own), about: userId }] : [],
    ),
  );
  const at = new Date(clock.now()).toISOString();
  await queueNotices(
    { db, clock },
    silences
      .filter(({ userId }) => !noPush.has(userId))
      .map((silence) => ({
        userId: silence.userId,
        // The newest word about a bot takes the place of the one before.
        notice: {
          ...notice.push(readerOf(silence).i18n, silence),
          url: '/dashboard',
          tag: `bot:${silence.botId}`,
          at,
        },
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

/** @param silences of the reader, at least one */
export function silenceMail(
  sender: Sender,
  reader: Reader,
  silences: readonly ToldSilence[],
): Mail {
  const { i18n } = reader;
  const [first] = silences;
  if (!first) throw new Error('there is no silence to tell of');
  const elsewhere = silences.filter(({ server }) => server !== HOSTED_SERVER);
  return letterTo(sender, reader, {
    subject:
      silences.length === 1
        ? i18n.t(msg`Your ${{ bot: botName(i18n, first) }} is offline`)
        : i18n.t(
            msg`${plural({ bots: silences.length }, { one: '# of your bots is', other: '# of your bots are' })} offline`,
          ),
    paragraphs: [
      ...silences.map((silence) => silentSince(i18n, silence)),
      ...(elsewhere.length > 0 ? whatToDo(i18n, elsewhere) : []),
      ...(elsewhere.length < silences.length ? [ours(i18n)] : []),
    ],
  });
}

export function silenceNotice(i18n: I18n, silence: ToldSilence): Words {
  const { since, openPositions: open, server } = silence;
  const seen = i18n.t(msg`Last seen at ${{ time: timeWords(since) }}.`);
  const left =
    open > 0 && server !== HOSTED_SERVER
      ? msg`${plural({ open }, OPEN)}; stops that the broker has still hold.`
      : msg`${plural({ open }, OPEN)}.`;
  return {
    title: i18n.t(msg`Offline: ${{ bot: botName(i18n, silence) }}`),
    body: `${seen} ${i18n.t(left)}`,
  };
}

/** Of accounts that the service trades. */
function ours({ t }: I18n): string {
  return t(
    msg`Our service trades your paper accounts itself. You need to do nothing: they go on automatically from where they were. No real money is concerned.`,
  );
}

function whatToDo({ t }: I18n, silences: readonly ToldSilence[]): string[] {
  return [
    silences.some(({ openPositions }) => openPositions > 0)
      ? t(
          msg`Stop losses and take profits that the broker has still hold. Nobody moves them, and nobody closes anything else, until the bot runs again.`,
        )
      : t(msg`Nothing is opened until the bot runs again.`),
    t(
      msg`What to do: see whether the computer is on and online, whether MetaTrader 5 is open and signed in to the account, and whether the bot runs. ${plural(
        { bots: silences.length },
        {
          one: 'Once it is back, it goes on automatically.',
          other: 'Once they are back, they go on automatically.',
        },
      )}`,
    ),
  ];
}

/** @param silences of the reader, at least one */
export function backMail(sender: Sender, reader: Reader, silences: readonly EndedSilence[]): Mail {
  const { i18n } = reader;
  const [first] = silences;
  if (!first) throw new Error('there is no silence to tell of');
  const subject =
    silences.length === 1
      ? msg`Your ${{ bot: botName(i18n, first) }} is back online`
      : msg`${plural({ bots: silences.length }, { one: '# of your bots is', other: '# of your bots are' })} back online`;
  return letterTo(sender, reader, {
    subject: i18n.t(subject),
    paragraphs: silences.map((silence) => heardAgain(i18n, silence)),
  });
}

export function backNotice(i18n: I18n, silence: EndedSilence): Words {
  return {
    title: i18n.t(msg`Back: ${{ bot: botName(i18n, silence) }}`),
    body: heardAgain(i18n, silence),
  };
}

function letterTo(
  { brand, publicUrl }: Sender,
  reader: Reader,
  { subject, paragraphs }: Pick<Letter, 'subject' | 'paragraphs'>,
): Mail {
  const { t } = reader.i18n;
  const settings = `${publicUrl}/dashboard/security#notifications`;
  return composeLetter(brand, reader, {
    // One line: a line break in a header would begin another header.
    subject: subject.replace(/\s+/g, ' '),
    paragraphs: [t(msg`Hello ${{ username: reader.username }},`), ...paragraphs],
    action: { label: t(msg`Open the dashboard`), url: `${publicUrl}/dashboard` },
    note: t(
      msg`You get this mail because notices about silent bots are on. Turn them off, or have them sent to your browser, at ${{ settings }}`,
    ),
  });
}

/** A silence as it is told, and whether it is the last one that is told within the hour. */
export type ToldSilence = BotSilence & Readonly<{ isLast: boolean }>;

/** @example botName(i18n, silence) // 'bot on demo account 5001 at Broker-Demo' */
function botName(i18n: I18n, bot: BotSilence): string {
  return i18n.t(msg`bot on ${{ account: accountAndServer(i18n, bot) }}`);
}

/** How many positions a bot had, without a stop at its end. */
const OPEN = {
  0: 'Nothing was open',
  one: '# position was open',
  other: '# positions were open',
};

function silentSince(i18n: I18n, silence: ToldSilence): string {
  const { since, openPositions: open, isLast } = silence;
  const seen = msg`Your ${{ bot: botName(i18n, silence) }} was last seen on ${{ moment: momentWords(i18n, since) }}.`;
  const last = msg`It has come and gone ${{ times: SILENCES_TOLD_PER_HOUR }} times within an hour: we write no more about it in this hour, and the dashboard shows it.`;
  return [seen, msg`${plural({ open }, OPEN)} then.`, ...(isLast ? [last] : [])]
    .map(i18n.t)
    .join(' ');
}

function heardAgain(i18n: I18n, silence: EndedSilence): string {
  const minutes = Math.floor((silence.heardAt.getTime() - silence.since.getTime()) / 60_000);
  const bot = botName(i18n, silence);
  const time = timeWords(silence.heardAt);
  return i18n.t(
    msg`Your ${{ bot }} has been back online since ${{ time }}, after ${{ duration: durationWords(i18n, minutes) }}.`,
  );
}

/** @param minutes at least 1 */
function durationWords({ t }: I18n, minutes: number): string {
  if (minutes < 120) return t(msg`${plural({ minutes }, { one: '# minute', other: '# minutes' })}`);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t(msg`${plural({ hours }, { one: '# hour', other: '# hours' })}`);
  const days = Math.floor(hours / 24);
  return t(msg`${plural({ days }, { one: '# day', other: '# days' })}`);
}
