import { msg } from '@lingui/core/runtime-macro';
import {
  changeHostedAccount,
  createHostedAccount,
  deleteHostedAccount,
  listHostedAccounts,
  resetHostedAccount,
} from '@quorate/contract/hosted-accounts';
import type { Route } from '../../http/endpoint.ts';
import {
  changeHosted,
  createHosted,
  deleteHosted,
  type HostedDeps,
  listHosted,
  resetHosted,
} from './hosted-accounts.service.ts';

export function registerHosted(route: Route, deps: HostedDeps): void {
  route(listHostedAccounts, async ({ query }, { user }) => ({
    success: true,
    ...(await listHosted(deps, user.id, query)),
  }));

  route(createHostedAccount, async ({ body }, { user, request }) => ({
    success: true,
    account: await createHosted(deps, user.id, body, request.ip),
  }));

  route(changeHostedAccount, async ({ params, body }, { user }) => ({
    success: true,
    account: await changeHosted(deps, user.id, params.hosted_id.toLowerCase(), body),
  }));

  route(resetHostedAccount, async ({ params, body }, { user }) => ({
    success: true,
    account: await resetHosted(
      deps,
      user.id,
      params.hosted_id.toLowerCase(),
      body.reset_id.toLowerCase(),
    ),
  }));

  route(deleteHostedAccount, async ({ params }, { user, i18n }) => {
    await deleteHosted(deps, user.id, params.hosted_id.toLowerCase());
    return { success: true, message: i18n.t(msg`The paper account and its history are deleted.`) };
  });
}
