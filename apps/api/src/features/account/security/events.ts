import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import type { SecurityEvent } from '@quorate/contract/security';
import type { SecurityEventId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import { type Addressee, composeLetter, type Reader, readerOf } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { momentWords } from '../../../words/figures.ts';

type Noted = Pick<SecurityEvent, 'kind' | 'about' | 'address'>;

/** Writes down what happened to an account; its user reads it on the security page. @param at now, unless given */
export async function noteEvent(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  { kind, about, address, at }: Noted & { at?: Date },
): Promise<void> {
  const id = newId<SecurityEventId>();
  await db
    .insertInto('security_events')
    .values({ id, user_id: userId, kind, about, address, at: at ?? new Date(clock.now()) })
    .execute();
}

/** Whose account it is, and where to write to. */
export type Owner = Addressee & Readonly<{ id: string }>;

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;

/**
 * Writes down what happened to an account and mails its owner, both in the caller's transaction: neither
 * is there without the change itself.
 *
 * @param deps with the transaction as `db`
 */
export async function noteAndNotify(
  deps: Sender & { db: Db; clock: Clock },
  owner: Owner,
  event: Noted & Pick<Notice, 'subject' | 'what'>,
): Promise<void> {
  const { db, clock } = deps;
  await noteEvent(deps, owner.id, event);
  const mail = noticeMail(deps, readerOf(owner), { ...event, when: new Date(clock.now()) });
  await queueMail(db, clock, { ...mail, about: owner.id });
}

type Notice = {
  /** What was changed, as the mail's subject: 'Your password was changed'. */
  subject: MessageDescriptor;
  /** The same as a sentence or two: 'The password of your account was changed.' */
  what: MessageDescriptor;
  when: Date;
  /** Client address it was done from; null when it is not known. */
  address: string | null;
};

/**
 * Tells an account's owner that something which protects it was changed. Holds no secret: whoever reads
 * the mailbox must not get further by it.
 */
export function noticeMail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  { subject, what, when, address }: Notice,
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const moment = momentWords(i18n, when);
  const page = `${publicUrl}/forgot-password`;
  return composeLetter(brand, reader, {
    subject: t(subject),
    paragraphs: [
      t(msg`Hello ${{ username }},`),
      t(what),
      address === null
        ? t(msg`This was done on ${{ moment }}. If it was you, there is nothing to do.`)
        : t(
            msg`This was done on ${{ moment }} from the address ${{ address }}. If it was you, there is nothing to do.`,
          ),
    ],
    action: { label: t(msg`Look at your account`), url: `${publicUrl}/dashboard/security` },
    note: t(
      msg`If it was not you, set a new password at ${{ page }}, which signs everyone out, and write to ${{ support: brand.supportEmail }}.`,
    ),
  });
}
