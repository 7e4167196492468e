import { type CommandKind, commandBot, listBots } from '@quorate/contract/live';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Events tell of changes; this is for a page that cannot get them. */
const REFRESH_MS = 30_000;

/** For so long an answer holds: the next one is due before. */
export const FRESH_MS = REFRESH_MS + 5_000;

const BOTS_SHOWN = 10;

const keyOf = (userId: string) => ['bots', userId];

/** The user's bots, with the difference between the service's clock and this device's. */
export function useBots(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const reply = await callApi(listBots, { query: { per_page: BOTS_SHOWN } }, { signal });
      return { ...reply, clockAheadMs: Date.parse(reply.now) - Date.now() };
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Gives a command. Its id is made by the caller, so that trying again gives no second one. */
export function useCommandBot(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { botId: string; commandId: string; kind: CommandKind }) =>
      callApi(commandBot, {
        params: { bot_id: input.botId },
        body: { command_id: input.commandId, kind: input.kind },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}
