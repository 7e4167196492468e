import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { PRACTICE_SUFFIX } from '@quorate/contract/hosted-terms';
import { idOf, type UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import { DEMO_ADDRESS } from '../../mail/outbox.ts';
import { beginHosted, type HostedDeps, resetHosted } from './hosted-accounts.service.ts';

/** The demo's account: the same id everywhere, so that beginning it twice begins it once. */
const DEMO_HOSTED_ID = '00000000-0000-7000-8000-0000000de301';
/** The demo begins so far back on its market, and has about two weeks to get to now. */
const DEMO_DAYS = 120;
/** Short of now by more than a weekend, in which there would be no bar to wait for. */
const BEGINS_AGAIN_BEFORE_MS = 3 * DAY_MS;

/** A word with a space: no sign-up takes it. */
const DEMO_USERNAME = 'Live demo';

/**
 * Sees to it that there is the demo's user and its account, once however often and from however many copies it is
 * called, and begins the account again when it has come to now; what it traded before is kept.
 */
export async function tendDemo(deps: HostedDeps): Promise<void> {
  const { db, clock } = deps;
  const userId = idOf<UserId>(DEMO_USER_ID);
  const account = await db
    .selectFrom('hosted_accounts')
    .select(['bar_at', 'resets', 'paused_by'])
    .where('user_id', '=', userId)
    .where('id', '=', DEMO_HOSTED_ID)
    .executeTakeFirst();
  if (!account) {
    await addUser(db, new Date(clock.now()));
    await beginHosted(
      deps,
      userId,
      {
        hosted_id: DEMO_HOSTED_ID,
        source: 'practice',
        pace: 'accelerated',
        currency: 'USD',
        balance: 10_000,
        settings: {
          name: 'Live demo',
          symbols: ['EURUSD', 'GBPUSD', 'USDJPY'].map((pair) => `${pair}${PRACTICE_SUFFIX}`),
          timeframes: ['M15', 'M5'],
          risk_profile: 'careful',
          analysts: 'rules',
        },
      },
      DEMO_DAYS,
    );
    return;
  }
  if (account.paused_by !== null) await setPaused(db, null);
  if (!account.bar_at || account.bar_at.getTime() < clock.now() - BEGINS_AGAIN_BEFORE_MS) return;
  // Whoever else saw it at this moment names the same id, and begins nothing more.
  const life = (account.resets + 1).toString(16).padStart(12, '0');
  const resetId = `00000000-0000-7000-8000-${life}`;
  await resetHosted(deps, userId, DEMO_HOSTED_ID, resetId, DEMO_DAYS);
}

/** Where there is no demo its account stands still, with all that is open; `tendDemo` has it go on from there. */
export async function pauseDemo({ db }: Pick<HostedDeps, 'db'>): Promise<void> {
  await setPaused(db, 'owner');
}

async function setPaused(db: Db, paused_by: 'owner' | null): Promise<void> {
  await db
    .updateTable('hosted_accounts')
    .set({ paused_by })
    .where('user_id', '=', DEMO_USER_ID)
    .where('id', '=', DEMO_HOSTED_ID)
    .where('paused_by', 'is distinct from', paused_by)
    .execute();
}

/** It cannot sign in: it has no password, no address and no provider. */
async function addUser(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: DEMO_USER_ID,
      username: DEMO_USERNAME,
      username_key: DEMO_USERNAME.toLowerCase(),
      email: DEMO_ADDRESS,
      email_key: DEMO_ADDRESS,
      password_hash: null,
      given_plan: 'Pro',
      email_verified_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
