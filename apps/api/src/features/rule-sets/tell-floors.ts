import type { Brand } from '@quorate/contract/brand';
import { currencyOf, formatMoney, money } from '@quorate/values/money';
import type { Db } from '../../db/tables.ts';
import {
  accountAndServer,
  accountWords,
  type NamedAccount,
  paperSentence,
} from '../../mail/account-words.ts';
import { composeLetter } from '../../mail/letter.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { queueNotices } from '../../push/push-outbox.ts';
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
  if (notices.length === 0) return;
  const user = await db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  const wanted = await db
    .selectFrom('notification_settings')
    .select(['floor_mail', 'floor_push'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const told = notices.map((notice) => wordsOf(account, notice));
  const paper = paperSentence(account);
  const first = told[0];
  if (!first) return;
  if (wanted?.floor_mail ?? true) {
    const letter = composeLetter(brand, {
      to: user.email,
      subject: `${first.title}: ${accountWords(account)}`.replace(/\s+/g, ' '),
      paragraphs: [
        `Hello ${user.username},`,
        ...told.map(({ title, body }) => `${title}, ${accountAndServer(account)}. ${body}`),
        ifStoppedInWords(account),
        ...(paper === null ? [] : [paper]),
      ],
      action: { label: 'See the limits', url: `${publicUrl}/dashboard#limits` },
      note: `You get this mail because notices about your limits are on. Turn them off, or have them sent to your browser, at ${publicUrl}/dashboard/security#notifications`,
    });
    await queueMail(db, clock, { ...letter, about: userId });
  }
  if (wanted?.floor_push ?? true) {
    const at = new Date(clock.now()).toISOString();
    const newest = told.at(-1) ?? first;
    const notice = {
      title: `${newest.title}: ${accountWords(account)}`,
      body: newest.body,
      url: '/dashboard#limits',
      // The newest word about an account's limits takes the place of the one before.
      tag: `floor:${account.id}`,
      at,
    };
    await queueNotices({ db, clock }, [{ userId, notice }]);
  }
}

const LINE_NAMES = { day: 'daily', week: 'weekly', total: 'total' } as const;

function wordsOf({ currency }: ToldAccount, notice: FloorNotice): { title: string; body: string } {
  const amount = (minor: number) => formatMoney(money(minor, currencyOf(currency)));
  switch (notice.kind) {
    case 'near': {
      const name = LINE_NAMES[notice.line.kind];
      return {
        title: `Near the ${name} limit`,
        body:
          notice.left > 0
            ? `Equity is ${amount(notice.left)} above the ${name} limit of ${amount(notice.floor)}.`
            : `Equity is at or below the ${name} limit of ${amount(notice.floor)}.`,
      };
    }
    case 'locked': {
      const name = notice.line ? `${LINE_NAMES[notice.line.kind]} ` : '';
      const until = notice.until
        ? `Nothing is opened until ${momentInWords(notice.until)}.`
        : 'Nothing is opened until you decide otherwise.';
      return {
        title: `Locked by the ${name}limit`,
        body: `Equity was ${amount(notice.equity)}, and everything was closed. ${until}`,
      };
    }
    case 'turned':
      return {
        title: 'Trading again after a lock',
        body: 'The lock has ended, and your bot may open trades again.',
      };
  }
}

function ifStoppedInWords({ currency, ifStopped, headroom }: ToldAccount): string {
  if (ifStopped === null || headroom === null)
    return 'What would be left if everything was stopped out now is not known.';
  const amount = (minor: number) => formatMoney(money(Math.abs(minor), currencyOf(currency)));
  const side = headroom >= 0 ? 'above' : 'below';
  return `If everything is stopped out now, you will have ${formatMoney(money(ifStopped, currencyOf(currency)))}: ${amount(headroom)} ${side} your limit.`;
}

/** '2 March 2026, 10:00 UTC' */
function momentInWords(iso: string): string {
  const moment = new Date(iso);
  const day = moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day}, ${iso.slice(11, 16)} UTC`;
}
