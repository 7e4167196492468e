import type { Reply } from '@quorate/contract/endpoint';
import { listHostedAccounts } from '@quorate/contract/hosted-accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../api-client.ts';

/** As many as are asked for at once; no plan allows as many. */
const ACCOUNTS_SHOWN = 50;

/** The user's paper accounts, what more there may be, and how far the service's clock is ahead. */
export type HostedAccounts = Reply<typeof listHostedAccounts> & Readonly<{ clockAheadMs: number }>;

/** One list for all that asks for it. Its key begins as that of the bots: what is news of them is news of it. */
export function hostedAccounts(userId: string) {
  return queryOptions({
    queryKey: ['bots', userId, 'hosted'],
    queryFn: async ({ signal }): Promise<HostedAccounts> => {
      const query = { per_page: ACCOUNTS_SHOWN };
      const reply = await callApi(listHostedAccounts, { query }, { signal });
      return { ...reply, clockAheadMs: Date.parse(reply.now) - Date.now() };
    },
  });
}

/** Whether accounts of the user trade a made-up market. Figures count them where they are alone, or asked for. */
export type Practice = 'none' | 'alone' | 'beside_others';

/** 'none' while nobody knows. */
export function usePractice(userId: string): Practice {
  const { data } = useQuery({ ...hostedAccounts(userId), select: practiceOf });
  return data ?? 'none';
}

function practiceOf({ accounts, other_accounts: hasOthers }: HostedAccounts): Practice {
  if (!accounts.some(({ account }) => account.account_type === 'practice')) return 'none';
  return hasOthers ? 'beside_others' : 'alone';
}

/** Whether the user could begin to trade on paper now; false while nobody knows. */
export function useCanStartPaper(userId: string): boolean {
  const { data } = useQuery({
    ...hostedAccounts(userId),
    select: ({ accounts, sources }) => accounts.length === 0 && sources.length > 0,
  });
  return data ?? false;
}

/** The name of the paper account that has this login; null for others, and while nobody knows. */
export function usePaperName(userId: string, login: string): string | null {
  const { data } = useQuery({
    ...hostedAccounts(userId),
    select: ({ accounts }) =>
      accounts.find(({ account }) => account.login === login)?.settings.name ?? null,
  });
  return data ?? null;
}
