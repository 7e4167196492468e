import { endOtherSessions, endSession, listSessions } from '@quorate/contract/security';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { browserHashOf, forgetBrowsers } from '../sign-in/known-browsers.ts';
import { endOwnSession, endSessionsOf, listOwnSessions } from './own-sessions.service.ts';

export function registerSessions(route: Route, deps: AccountDeps): void {
  route(listSessions, async ({ query }, { user }) => ({
    success: true,
    ...(await listOwnSessions(deps, user, query)),
  }));

  route(endSession, async ({ params }, { user, request }) => {
    await endOwnSession(deps, user, params.session_id, request.ip);
    return { success: true, message: 'The session is ended.' };
  });

  route(endOtherSessions, async ({ body }, { user, request }) => {
    const sessions_ended = await deps.db.transaction().execute(async (tx) => {
      const ended = await endSessionsOf({ ...deps, db: tx }, user.id, {
        except: user.session.id,
        devices: body.devices,
        address: request.ip,
      });
      await forgetBrowsers(tx, user.id, browserHashOf(request));
      return ended;
    });
    return { success: true, message: endedWords(sessions_ended), sessions_ended };
  });
}

function endedWords(count: number): string {
  if (count === 0) return 'There was no other session.';
  return count === 1 ? 'The other session is ended.' : `${count} other sessions are ended.`;
}
