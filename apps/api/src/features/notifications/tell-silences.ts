import type { Brand } from '@quorate/contract/brand';
import type { PushNotice } from '@quorate/contract/notifications';
import type { Db } from '../../db/tables.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMails } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { queueNotices } from '../../push/push-outbox.ts';
import type { BotSilence, EndedSilence } from '../bot-silence.ts';
import { botName, heardAgain, openInWords, type ToldSilence, timeOf } from './notice-words.ts';
import { backMail, silenceMail } from './silence-mails.ts';
import { listUnwanted } from './wanted.queries.ts';

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
      title: `Silent: ${botName(silence)}`,
      body: `Last heard of at ${timeOf(silence.since)}. ${openInWords(silence.openPositions)}${
        silence.openPositions > 0 ? '; stops that the broker has still hold.' : '.'
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
