import {
  endUserSessions,
  givePlan as givePlanCall,
  resendUserVerification,
} from '@quorate/contract/admin-user-acts';
import {
  getUser,
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
  listUsers as listUsersCall,
} from '@quorate/contract/admin-users';
import { idOf, type UserId } from '@quorate/values/ids';
import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../../http/auth.ts';
import type { Route } from '../../../http/endpoint.ts';
import { operatorOf } from '../audit/note-action.ts';
import { expectAccount, listBots, listSubscriptions, readAccount } from './account.service.ts';
import { endSessions } from './end-sessions.service.ts';
import { givePlan } from './give-plan.service.ts';
import { noteLook } from './looked-at.ts';
import { resendVerification } from './resend-verification.service.ts';
import type { UsersDeps } from './users.deps.ts';
import { listUsers } from './users.service.ts';

type Caller = Readonly<{ user: SignedInUser; request: FastifyRequest }>;

export function registerUsers(route: Route, deps: UsersDeps): void {
  /** Whatever part of an account is read, the audit log has it. */
  const lookAt = async (userId: string, { user, request }: Caller) => {
    const account = await expectAccount(deps, userId);
    await noteLook(deps, operatorOf(user, request), account.id);
    return { account, id: idOf<UserId>(account.id) };
  };

  route(listUsersCall, async ({ query }) => ({
    success: true,
    ...(await listUsers(deps, query)),
  }));

  route(getUser, async ({ params }, caller) => {
    const { account } = await lookAt(params.user_id, caller);
    return { success: true, account: await readAccount(deps, account) };
  });

  route(listUserSubscriptions, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await listSubscriptions(deps, id, query)) };
  });

  route(listUserPayments, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await deps.listPayments(deps.db, id, query)) };
  });

  route(listUserBots, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await listBots(deps, id, query)) };
  });

  route(listUserEvents, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await deps.securityEvents(deps, id, query)) };
  });

  route(givePlanCall, async ({ params, body }, { user, request }) => ({
    success: true,
    ...(await givePlan(deps, operatorOf(user, request), params.user_id, body)),
  }));

  route(endUserSessions, async ({ params, body }, { user, request }) => {
    const operator = operatorOf(user, request);
    const sessions_ended = await endSessions(deps, operator, params.user_id, body.reason);
    return { success: true, message: endedWords(sessions_ended), sessions_ended };
  });

  route(resendUserVerification, async ({ params, body }, { user, request }) => {
    await resendVerification(deps, operatorOf(user, request), params.user_id, body.reason);
    return {
      success: true,
      message: 'The link is on its way, unless one was mailed within the last minute.',
    };
  });
}

function endedWords(ended: number): string {
  if (ended === 0) return 'Nobody was signed in.';
  return ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`;
}
