import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import {
  type ContactInput,
  sendContactMessage as sendContactMessageCall,
} from '@quorate/contract/contact';
import { USUAL_LOCALE } from '@quorate/contract/locales';
import { type ContactMessageId, idOf } from '@quorate/values/ids';
import type { Limits } from '../../config/limits.ts';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { addressGroup } from '../../http/client-address.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst, type RateLimit } from '../../http/rate-limit.ts';
import { expectAddress } from '../../mail/address.ts';
import { composeLetter, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';

export function registerContact(route: Route, deps: ContactDeps): void {
  route(sendContactMessageCall, async ({ body }, { request, i18n }) => {
    await sendContactMessage(deps, body, request.ip);
    return {
      success: true,
      message: i18n.t(msg`Thank you! Your message has been sent successfully.`),
    };
  });
}

type ContactDeps = { db: Db; clock: Clock; brand: Brand; limits: Limits };

const perAddress = ({ contactMessages: limit }: Limits): RateLimit => ({
  what: 'contact',
  limit,
  windowMs: 3_600_000,
  words: msg`${{ limit }} messages an hour`,
});

/**
 * Stores a message and mails it to the support address, both or neither. A message whose hidden field
 * is filled in was written by a program; it is dropped, and the program learns nothing. What is sent again is
 * stored and mailed once.
 *
 * @param from the visitor's network address, for the limit alone
 * @throws AppError rate_limited
 */
async function sendContactMessage(
  { db, clock, brand, limits }: ContactDeps,
  input: ContactInput,
  from: string,
): Promise<void> {
  const email = expectAddress(input.email);
  const { name, subject, message, message_id } = input;
  const id = message_id ? idOf<ContactMessageId>(message_id) : newId<ContactMessageId>();
  if (message_id && (await isStored(db, id))) return;
  await countAgainst({ db, clock }, perAddress(limits), addressGroup(from));
  if (input.website !== '') return;
  await db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('contact_messages')
      .values({
        id,
        name,
        email,
        subject,
        message,
        created_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();
    if (stored.length === 0) return;
    const letter = contactMail(brand, { name, email, subject, message });
    await queueMail(tx, clock, letter);
  });
}

async function isStored(db: Db, id: ContactMessageId): Promise<boolean> {
  const found = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** To our own support, in the language that it works in. */
export function contactMail(
  brand: Brand,
  { name, email, subject, message }: Pick<ContactInput, 'name' | 'email' | 'subject' | 'message'>,
  { i18n } = readerOf({ email: brand.supportEmail, username: brand.name, locale: USUAL_LOCALE }),
): Mail {
  const { t } = i18n;
  return composeLetter(
    brand,
    { email: brand.supportEmail, i18n },
    {
      // One line: a line break in a header would begin another header.
      subject: t(msg`Contact: ${{ subject: subject.replace(/\s+/g, ' ') }}`),
      paragraphs: [t(msg`From ${{ name }} <${{ email }}>`), ...message.split(/\n{2,}/)],
    },
  );
}
