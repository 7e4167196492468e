import { HOUR_MS } from '@quorate/values/instant';
import type { Limits } from '../config/limits.ts';
import type { Db } from '../db/tables.ts';
import { countWithin } from '../http/rate-limit.ts';
import type { Clock } from '../process/clock.ts';
import { mailboxOf } from './address.ts';

/**
 * Whether one more mail may go to somebody who need not have asked for it: so many an hour of all kinds to one
 * real mailbox, however its address is spelled. Mails about what an account's own user did are not counted
 * here: strangers must not be able to use them up.
 *
 * @param kind `news` are mails without a link that signs in or proves an address; they leave half of the room
 * for those
 */
export async function mayMail(
  deps: Readonly<{ db: Db; clock: Clock; limits: Pick<Limits, 'mailsPerAddressee'> }>,
  to: string,
  kind: 'link' | 'news',
): Promise<boolean> {
  const mailbox = mailboxOf(to);
  const limit = deps.limits.mailsPerAddressee;
  const news = { what: 'mail-mailbox-news', limit: Math.ceil(limit / 2), windowMs: HOUR_MS };
  if (kind === 'news' && !(await countWithin(deps, news, mailbox))) return false;
  return (
    (await countWithin(deps, { what: 'mail-mailbox', limit, windowMs: HOUR_MS }, mailbox)) !== null
  );
}
