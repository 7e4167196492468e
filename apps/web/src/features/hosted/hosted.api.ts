import type { CallInput } from '@quorate/contract/endpoint';
import {
  changeHostedAccount,
  createHostedAccount,
  deleteHostedAccount,
  resetHostedAccount,
} from '@quorate/contract/hosted-accounts';
import { type CommandKind, commandBot } from '@quorate/contract/live';
import { isMoving } from '@quorate/ui/hosted-words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { hostedAccounts } from '../../lib/query/hosted-accounts.ts';

/** Events tell of changes; this is for a page that cannot get them. */
const REFRESH_MS = 30_000;

/** Where something is to be seen every few seconds. */
const WATCH_MS = 3_000;

export type NewHostedAccount = NonNullable<CallInput<typeof createHostedAccount>['body']>;
export type HostedChange = NonNullable<CallInput<typeof changeHostedAccount>['body']>['settings'];

/** @param isAwaited whether something was asked for that the list does not show yet */
export function useHostedAccounts(userId: string, isAwaited: boolean) {
  return useQuery({
    ...hostedAccounts(userId),
    refetchInterval: ({ state: { data } }) =>
      isAwaited || data?.accounts.some(isMoving) ? WATCH_MS : REFRESH_MS,
  });
}

/** Each act reads the list again, also where it failed: the service may have done it all the same. */
function useAct<Input, Result>(userId: string, act: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    // Not waited for: what is shown may go with the account, and its own callbacks with it.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: hostedAccounts(userId).queryKey });
      void client.invalidateQueries({ queryKey: ['desk', userId] });
    },
  });
}

export function useCreateHosted(userId: string) {
  return useAct(userId, (body: NewHostedAccount) => callApi(createHostedAccount, { body }));
}

export function useChangeHosted(userId: string) {
  return useAct(userId, (input: { hostedId: string; settings: HostedChange }) =>
    callApi(changeHostedAccount, {
      params: { hosted_id: input.hostedId },
      body: { settings: input.settings },
    }),
  );
}

/** Its id is made by the caller, so that trying again does not begin a second time. */
export function useResetHosted(userId: string) {
  return useAct(userId, (input: { hostedId: string; resetId: string }) =>
    callApi(resetHostedAccount, {
      params: { hosted_id: input.hostedId },
      body: { reset_id: input.resetId },
    }),
  );
}

export function useDeleteHosted(userId: string) {
  return useAct(userId, (hostedId: string) =>
    callApi(deleteHostedAccount, { params: { hosted_id: hostedId } }),
  );
}

/** Its id is made by the caller, so that trying again gives no second command. */
export function useCommandHosted(userId: string) {
  return useAct(userId, (input: { botId: string; commandId: string; kind: CommandKind }) =>
    callApi(commandBot, {
      params: { bot_id: input.botId },
      body: { command_id: input.commandId, kind: input.kind },
    }),
  );
}
