import { type DeskRange, getDesk } from '@quorate/contract/desk';
import type { Reply } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { useIsDemo } from '../../lib/demo.ts';

export type DeskReply = Reply<typeof getDesk> & Readonly<{ clockAheadMs: number }>;

/** Events tell of changes; this is for a page that cannot get them, and for what only time changes. */
const REFRESH_MS = 30_000;
/** An account in fast time lives a day in seconds, and the desk is what is watched. */
const FAST_REFRESH_MS = 3_000;

type Asked = Readonly<{ accountId: string | null; range: DeskRange; timeZone: string }>;

/** The desk of an account, or of the one that was seen last; the desk before stays until the answer is there. */
export function useDesk(userId: string, { accountId, range, timeZone }: Asked) {
  const isDemo = useIsDemo();
  return useQuery({
    queryKey: ['desk', userId, accountId, range, timeZone],
    queryFn: async ({ signal }): Promise<DeskReply> => {
      const account = accountId === null ? {} : { account_id: accountId };
      const query = { range, time_zone: timeZone, ...account };
      const reply = await callApi(getDesk, { query }, { signal });
      return { ...reply, clockAheadMs: Date.parse(reply.now) - Date.now() };
    },
    refetchInterval: ({ state }) =>
      !isDemo && state.data?.desk?.hosted && isFast(state.data.desk.hosted)
        ? FAST_REFRESH_MS
        : REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

type Hosted = NonNullable<NonNullable<DeskReply['desk']>['hosted']>;

function isFast({ state, pace, in_real_time: inRealTime }: Hosted): boolean {
  return state === 'running' && pace === 'accelerated' && !inRealTime;
}
