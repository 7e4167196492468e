import type { MailRequestId } from '@quorate/values/ids';
import type { MailRequestsTable } from '../../../db/account-tables.ts';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { currentAsker } from '../../../process/telemetry/context.ts';

export type MailPurpose = MailRequestsTable['purpose'];

export type MailRequest = Readonly<{
  purpose: MailPurpose;
  /** An e-mail address; for `verify` whatever was typed, a username too. */
  asked_for: string;
  /** For `username_taken` the name that was asked for, for `sign_up` the plan that was chosen. */
  username: string | null;
}>;

/** One statement, the same whoever is asked about: a job finds out afterwards. */
export async function requestMail(
  { db, clock }: { db: Db; clock: Clock },
  { purpose, asked_for, username }: MailRequest,
): Promise<void> {
  await db
    .insertInto('mail_requests')
    .values({
      id: newId<MailRequestId>(),
      purpose,
      asked_for,
      username,
      created_at: new Date(clock.now()),
      asked_by: currentAsker(),
    })
    .execute();
}

export async function waitingRequests(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_requests')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes a request out for the transaction that answers it; nothing while another service has it in hand. */
export async function takeRequest(
  tx: Db,
  id: string,
): Promise<(MailRequest & { created_at: Date; asked_by: string | null }) | undefined> {
  return tx
    .deleteFrom('mail_requests')
    .where('id', 'in', (query) =>
      query.selectFrom('mail_requests').select('id').where('id', '=', id).forUpdate().skipLocked(),
    )
    .returning(['purpose', 'asked_for', 'username', 'created_at', 'asked_by'])
    .executeTakeFirst();
}
