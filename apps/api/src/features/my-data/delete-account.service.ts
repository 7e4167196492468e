import type { Brand } from '@quorate/contract/brand';
import { EMAIL_MAX } from '@quorate/contract/email-address';
import { normalForm } from '@quorate/contract/fields';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { composeLetter } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import {
  deleteByAddress,
  deleteUserRows,
  listPendingAddresses,
  lockUser,
} from './delete-account.queries.ts';

type DeleteDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
  endSubscriptions(deps: { clock: Clock }, tx: Db, userId: string): Promise<void>;
}>;

/**
 * Deletes an account with everything of its user, all of it or nothing; of the user remains a farewell
 * in the outbox until it is sent and has aged.
 *
 * @param typed the username as the user typed it
 * @throws AppError username_mismatch
 */
export async function deleteAccount(
  deps: DeleteDeps,
  userId: string,
  typed: string,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('unauthorized');
    const { username, email } = user;
    if (nameKey(typed) !== nameKey(username))
      throw new AppError('username_mismatch', { details: { username } });
    await deps.endSubscriptions({ clock }, tx, userId);
    const pending = await listPendingAddresses(tx, userId);
    await deleteUserRows(tx, userId);
    await deleteByAddress(tx, {
      userId,
      username,
      email,
      pending,
      support: deps.brand.supportEmail,
    });
    const farewell = farewellMail(deps, { to: email, username });
    await queueMail(tx, clock, { ...farewell, about: userId });
  });
}

/** Whoever reads the name on the page and types it in another case means it. */
function nameKey(name: string): string {
  return normalForm(name, 'NFKC', EMAIL_MAX).trim().toLowerCase();
}

function farewellMail(
  { brand, publicUrl }: Pick<DeleteDeps, 'brand' | 'publicUrl'>,
  person: { to: string; username: string },
): Mail {
  return composeLetter(brand, {
    to: person.to,
    subject: `Your ${brand.name} account is deleted`,
    paragraphs: [
      `Goodbye ${person.username},`,
      'your account is deleted, and everything in it: trades, decisions, settings, reviews, sign-ins and bots. It cannot be brought back.',
      'A subscription ends with it, and nothing more is billed. What you paid stays in our books, as the law asks, without your name.',
      'Positions that a bot holds in your trading terminal are not touched by this. Look after them there.',
    ],
    action: { label: `Visit ${brand.name}`, url: publicUrl },
    note: `If it was not you, write to ${brand.supportEmail}.`,
  });
}
