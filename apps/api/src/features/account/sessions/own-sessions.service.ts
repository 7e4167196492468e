import { msg, plural } from '@lingui/core/runtime-macro';
import { endOtherSessions, endSession, listSessions } from '@quorate/contract/security';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { readPage } from '../../../http/paging.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteEvent } from '../security/events.ts';
import { browserHashOf, forgetBrowsers } from '../sign-in/known-browsers.ts';
import { isLive, limitsAt } from './sessions.queries.ts';

type SessionDeps = Pick<AccountDeps, 'db' | 'clock'>;

export function registerSessions(route: Route, deps: AccountDeps): void {
  // Last used first.
  route(listSessions, async ({ query }, { user }) => {
    const limits = limitsAt(deps.clock.now());
    const own = deps.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where((row) => isLive(row, limits));
    const { rows, pagination } = await readPage(query, own, (found) =>
      found
        .select(['id as session_id', 'kind', 'name', 'address'])
        .select(['created_at', 'last_used_at', 'expires_at'])
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc'),
    );
    const sessions = rows.map((row) => ({
      ...isoTimes(row),
      current: row.session_id === user.session.id,
    }));
    return { success: true, sessions, pagination };
  });

  // About an id that is not the user's own nothing is done, and nothing is said.
  route(endSession, async ({ params }, { user, request, i18n }) => {
    await deps.db.transaction().execute(async (tx) => {
      const ended = await tx
        .deleteFrom('sessions')
        .where('user_id', '=', user.id)
        .where('id', '=', params.session_id)
        .returning('name')
        .executeTakeFirst();
      if (!ended) return;
      const event = { kind: 'session_ended', about: ended.name, address: request.ip } as const;
      await noteEvent({ ...deps, db: tx }, user.id, event);
    });
    return { success: true, message: i18n.t(msg`The session is ended.`) };
  });

  route(endOtherSessions, async ({ body }, { user, request, i18n }) => {
    const sessions_ended = await deps.db.transaction().execute(async (tx) => {
      const ended = await endSessionsOf({ ...deps, db: tx }, user.id, {
        except: user.session.id,
        devices: body.devices,
        address: request.ip,
      });
      await forgetBrowsers(tx, user.id, browserHashOf(request));
      return ended;
    });
    return { success: true, message: endedWords(i18n, sessions_ended), sessions_ended };
  });
}

function endedWords({ t }: I18n, ended: number): string {
  return t(
    msg`${plural({ ended }, { 0: 'There was no other session.', one: 'The other session is ended.', other: '# other sessions are ended.' })}`,
  );
}

/** Where somebody is signed in, counted. */
export async function countSessions(
  { db, clock }: SessionDeps,
  userId: string,
): Promise<{ browsers: number; devices: number }> {
  const rows = await db
    .selectFrom('sessions')
    .select('kind')
    .where('user_id', '=', userId)
    .where((row) => isLive(row, limitsAt(clock.now())))
    .execute();
  const browsers = rows.filter(({ kind }) => kind === 'browser').length;
  return { browsers, devices: rows.length - browsers };
}

/** More than these become one line of the activity list. */
const EVENTS_MAX = 20;

/**
 * Ends every session of a user but the one given.
 *
 * @param deps with the transaction as `db`
 * @param which.except the session that stays; null to end all of them
 * @param which.address where that was asked for; null where its user did not ask
 * @returns how many that still lived it ended
 */
export async function endSessionsOf(
  { db, clock }: SessionDeps,
  userId: string,
  which: { except: string | null; devices: boolean; address: string | null },
): Promise<number> {
  const { except, devices, address } = which;
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .$if(!devices, (query) => query.where('kind', '=', 'browser'))
    .returning((row) => ['name', isLive(row, limitsAt(clock.now())).as('live')])
    .execute();
  const ended = rows.filter(({ live }) => live).map(({ name }) => name);
  const noted = ended.length > EVENTS_MAX ? [`${ended.length} sessions`] : ended;
  for (const about of noted)
    await noteEvent({ db, clock }, userId, { kind: 'session_ended', about, address });
  return ended.length;
}
