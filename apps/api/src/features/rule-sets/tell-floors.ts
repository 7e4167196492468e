import { msg, select } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import type { PushNotice } from '@quorate/contract/notifications';
import type { Db } from '../../db/tables.ts';
import {
  accountAndServer,
  accountWords,
  type NamedAccount,
  paperSentence,
} from '../../mail/account-words.ts';
import { composeLetter, type Reader, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { queueNotices } from '../../push/push-outbox.ts';
import { amountWords, momentWords } from '../../words/figures.ts';
import type { I18n } from '../../words/i18n.ts';
import type { FloorNotice } from './floor-notices.ts';

export type TellFloorsDeps = Readonly<{ clock: Clock; brand: Brand; publicUrl: string }>;

/** The account that is written about, and what would be left of it if every stop were hit now. */
export type ToldAccount = NamedAccount &
  Readonly<{
    id: string;
    currency: string;
    /** Minor units; null where it is not known. */
    ifStopped: number | null;
    headroom: number | null;
  }>;

/** Tells the owner what is new about the floors of an account, as far as they want it, in the caller's transaction. */
export async function tellFloors(
  db: Db,
  { clock, brand, publicUrl }: TellFloorsDeps,
  userId: string,
  account: ToldAccount,
  notices: readonly FloorNotice[],
): Promise<void> {
  const newest = notices.at(-1);
  if (!newest) return;
  const user = await db
    .selectFrom('users')
    .select(['email', 'username', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  const wanted = await db
    .selectFrom('notification_settings')
    .select(['floor_mail', 'floor_push'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const reader = readerOf(user);
  if (wanted?.floor_mail ?? true) {
    const letter = floorMail({ brand, publicUrl }, reader, account, notices);
    await queueMail(db, clock, { ...letter, about: userId });
  }
  if (wanted?.floor_push ?? true) {
    const at = new Date(clock.now()).toISOString();
    const notice = {
      ...floorNotice(reader.i18n, account, newest),
      url: '/dashboard#limits',
      // The newest word about an account's limits takes the place of the one before.
      tag: `floor:${account.id}`,
      at,
    };
    await queueNotices({ db, clock }, [{ userId, notice }]);
  }
}

/** @param notices at least one */
export function floorMail(
  { brand, publicUrl }: Pick<TellFloorsDeps, 'brand' | 'publicUrl'>,
  reader: Reader,
  account: ToldAccount,
  notices: readonly FloorNotice[],
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const told = notices.map((notice) => wordsOf(i18n, account, notice));
  const [first] = told;
  if (!first) throw new Error('there is nothing to tell of an account');
  const paper = paperSentence(i18n, account);
  const subject = t(msg`${{ news: first.title }}: ${{ account: accountWords(i18n, account) }}`);
  const settings = `${publicUrl}/dashboard/security#notifications`;
  return composeLetter(brand, reader, {
    subject: subject.replace(/\s+/g, ' '),
    paragraphs: [
      t(msg`Hello ${{ username }},`),
      ...told.map(({ title, body }) => {
        const news = t(msg`${{ news: title }}, ${{ account: accountAndServer(i18n, account) }}.`);
        return `${news} ${body}`;
      }),
      ifStoppedInWords(i18n, account),
      ...(paper === null ? [] : [paper]),
    ],
    action: { label: t(msg`See the limits`), url: `${publicUrl}/dashboard#limits` },
    note: t(
      msg`You get this mail because notices about your limits are on. Turn them off, or have them sent to your browser, at ${{ settings }}`,
    ),
  });
}

export function floorNotice(
  i18n: I18n,
  account: ToldAccount,
  notice: FloorNotice,
): Pick<PushNotice, 'title' | 'body'> {
  const { title, body } = wordsOf(i18n, account, notice);
  const words = msg`${{ news: title }}: ${{ account: accountWords(i18n, account) }}`;
  return { title: i18n.t(words), body };
}

/** Which limit, in a message's own words. */
const LINES = { day: 'daily', week: 'weekly', other: 'total' };

function wordsOf(
  i18n: I18n,
  { currency }: ToldAccount,
  notice: FloorNotice,
): { title: string; body: string } {
  const { t } = i18n;
  const amount = (minor: number) => amountWords(i18n, minor, currency);
  switch (notice.kind) {
    case 'near': {
      const line = notice.line.kind;
      const floor = amount(notice.floor);
      return {
        title: t(msg`Near the ${select({ line }, LINES)} limit`),
        body:
          notice.left > 0
            ? t(
                msg`Equity is ${{ left: amount(notice.left) }} above the ${select({ line }, LINES)} limit of ${{ floor }}.`,
              )
            : t(msg`Equity is at or below the ${select({ line }, LINES)} limit of ${{ floor }}.`),
      };
    }
    case 'locked': {
      const until = notice.until
        ? msg`Nothing is opened until ${{ moment: momentWords(i18n, new Date(notice.until)) }}.`
        : msg`Nothing is opened until you decide otherwise.`;
      const closed = msg`Equity was ${{ equity: amount(notice.equity) }}, and everything was closed.`;
      return {
        title: notice.line
          ? t(msg`Locked by the ${select({ line: notice.line.kind }, LINES)} limit`)
          : t(msg`Locked by the limit`),
        body: `${t(closed)} ${t(until)}`,
      };
    }
    case 'turned':
      return {
        title: t(msg`Trading again after a lock`),
        body: t(msg`The lock has ended, and your bot may open trades again.`),
      };
  }
}

function ifStoppedInWords(i18n: I18n, { currency, ifStopped, headroom }: ToldAccount): string {
  if (ifStopped === null || headroom === null)
    return i18n.t(msg`What would be left if everything was stopped out now is not known.`);
  const rest = amountWords(i18n, ifStopped, currency);
  const distance = amountWords(i18n, Math.abs(headroom), currency);
  return i18n.t(
    headroom >= 0
      ? msg`If everything is stopped out now, you will have ${{ rest }}: ${{ distance }} above your limit.`
      : msg`If everything is stopped out now, you will have ${{ rest }}: ${{ distance }} below your limit.`,
  );
}
