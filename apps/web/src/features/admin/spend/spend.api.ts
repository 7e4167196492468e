import { downloadSpend, getSpend, listUserSpend } from '@quorate/contract/admin-spend';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, callApi } from '../../../lib/api-client.ts';
import { receiveFile } from '../../../lib/receive-file.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { SpendDays } from './spend-days.ts';

/** Periods of the longest choice fit on one page, so that the drawing has all of them. */
const PERIODS = 100;
const USERS = 25;

export function useSpend({ from, to, by }: SpendDays, page: number) {
  const query = { from, to, by, page, per_page: PERIODS };
  return useQuery({
    queryKey: ['admin', 'spend', query],
    queryFn: ({ signal }) => callApi(getSpend, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useUserSpend({ from, to }: SpendDays, page: number) {
  const query = { from, to, page, per_page: USERS };
  return useQuery({
    queryKey: ['admin', 'spend users', query],
    queryFn: ({ signal }) => callApi(listUserSpend, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks for the file and gives it to the reader to keep. */
export async function saveSpend(
  days: SpendDays,
  what: NonNullable<CallInput<typeof downloadSpend>['query']>['what'],
): Promise<void> {
  const otherwise = { name: `spend-${what}.csv`, type: 'text/csv' };
  const { name, content } = await answerOf(
    downloadSpend,
    { query: { ...days, what } },
    (response) => receiveFile(response, () => undefined, otherwise),
  );
  saveFile(name, content);
}
