import type { SecurityEvent } from '@quorate/contract/security';
import { queueMail } from '../../../mail/outbox.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteEvent } from './events.ts';
import { type Notice, noticeMail } from './notice-mails.ts';

type Owner = { id: string; username: string; email: string };
type Noted = Pick<SecurityEvent, 'kind' | 'about' | 'address'>;

/**
 * Writes down what happened to an account and mails its owner, both in the caller's transaction: neither
 * is there without the change itself.
 *
 * @param deps with the transaction as `db`
 */
export async function noteAndNotify(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'brand' | 'publicUrl'>,
  owner: Owner,
  event: Noted,
  notice: Pick<Notice, 'subject' | 'what'>,
): Promise<void> {
  const { db, clock } = deps;
  await noteEvent({ db, clock }, owner.id, event);
  const mail = noticeMail(
    deps,
    { to: owner.email, username: owner.username },
    { ...notice, when: new Date(clock.now()), address: event.address },
  );
  await queueMail(db, clock, { ...mail, about: owner.id });
}
