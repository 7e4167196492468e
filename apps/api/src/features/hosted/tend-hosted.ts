import { msg, plural } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { idOf, type UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { composeLetter, type Reader, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';

type TendDeps = Readonly<{ db: Db; clock: Clock; brand: Brand; publicUrl: string }>;

/** An account that nobody has looked at for so long is paused. */
const IDLE_DAYS = 14;
/** Users whose accounts are paused in one go. */
const USERS_AT_ONCE = 200;

const ACROSS = acrossUsers('a job looks after hosted accounts of everybody');

/**
 * Pauses the accounts of users who have not come by for 14 days, with a mail to each, and keeps to what plans allow
 * by now: of an owner with more accounts than the plan has, the newest wait.
 */
export async function tendHosted(deps: TendDeps): Promise<void> {
  for (;;) {
    const users = await findIdle(deps);
    for (const userId of users) await pauseIdle(deps, userId);
    if (users.length < USERS_AT_ONCE) break;
  }
  for (const userId of await findOwnersOfSeveral(deps.db)) await keepToPlan(deps, userId);
}

function idleSince({ clock }: Pick<TendDeps, 'clock'>): Date {
  return new Date(clock.now() - IDLE_DAYS * DAY_MS);
}

async function findIdle(deps: TendDeps): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: string }>`${ACROSS}
    select distinct user_id from hosted_accounts
    where visited_at < ${idleSince(deps)}::timestamptz and paused_by is null and user_id <> ${DEMO_USER_ID}::uuid
    limit ${USERS_AT_ONCE}
  `.execute(deps.db);
  return rows.map(({ user_id }) => idOf<UserId>(user_id));
}

async function pauseIdle(deps: TendDeps, userId: UserId): Promise<void> {
  const { clock, brand, publicUrl } = deps;
  await inTransaction(deps.db, async (tx) => {
    const paused = await tx
      .updateTable('hosted_accounts')
      .set({ paused_by: 'idle' })
      .where('user_id', '=', userId)
      .where('visited_at', '<', idleSince(deps))
      .where('paused_by', 'is', null)
      .returning('settings')
      .execute();
    const user = await tx
      .selectFrom('users')
      .select(['email', 'username', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (paused.length === 0 || !user) return;
    const names = paused.map(({ settings }) => settings.name);
    const letter = pausedMail({ brand, publicUrl }, readerOf(user), names);
    await queueMail(tx, clock, { ...letter, about: userId });
  });
}

/** @param names of the accounts that were paused */
export function pausedMail(
  { brand, publicUrl }: Pick<TendDeps, 'brand' | 'publicUrl'>,
  reader: Reader,
  names: readonly string[],
): Mail {
  const { t } = reader.i18n;
  const accounts = names.map((name) => t(msg`“${{ name }}”`)).join(', ');
  return composeLetter(brand, reader, {
    subject: t(msg`Your paper trading is paused`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(
        msg`nobody has looked at your paper trading for ${plural({ days: IDLE_DAYS }, { one: '# day', other: '# days' })}, so we have paused it: ${{ accounts }}. We open nothing more there. What is open keeps its stop and its target, and its history stays.`,
      ),
      t(
        msg`It is practice money on a made-up market, or on recorded prices: no real money is involved.`,
      ),
    ],
    action: { label: t(msg`Go on with it`), url: `${publicUrl}/dashboard#paper-trading` },
  });
}

async function findOwnersOfSeveral(db: Db): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: string }>`${ACROSS}
    select user_id from hosted_accounts group by user_id
    having count(*) > 1 or count(*) filter (where waits_for = 'plan') > 0
  `.execute(db);
  return rows.map(({ user_id }) => idOf<UserId>(user_id));
}

async function keepToPlan({ db, clock }: TendDeps, userId: UserId): Promise<void> {
  const { plan } = await readEntitlements({ db, clock }, userId);
  await sql`
    update hosted_accounts as hosted set waits_for = case when place.number > ${plan.granted.paper_accounts}::integer
      then 'plan' when hosted.waits_for = 'plan' then null else hosted.waits_for end
    from (
      select id, row_number() over (order by created_at, id) as number
      from hosted_accounts where user_id = ${userId}::uuid
    ) as place
    where hosted.user_id = ${userId}::uuid and hosted.id = place.id
      and (place.number > ${plan.granted.paper_accounts}::integer) is distinct from coalesce(hosted.waits_for = 'plan', false)
  `.execute(db);
}
