import {
  getCalibration,
  getPanelRecord,
  getServiceCalibration,
} from '@quorate/contract/calibration';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { Market } from './panel-words.ts';

/** How each voter has done on the user's own decisions. @param symbol null: on all of them together */
export function useCalibration(userId: string, symbol: string | null) {
  return useQuery({
    // Below the decisions' key: an outcome that becomes known is news of them.
    queryKey: ['decisions', userId, 'calibration', symbol],
    queryFn: ({ signal }) => callApi(getCalibration, { query: queryOf(symbol) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The same over all users; for operators. */
export function useServiceCalibration(symbol: string | null) {
  return useQuery({
    queryKey: ['admin', 'calibration', symbol],
    queryFn: ({ signal }) => callApi(getServiceCalibration, { query: queryOf(symbol) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** An outcome is known a bar later at the earliest; nobody waits for it. */
const PANEL_FRESH_MS = 60_000;
const PANEL_REFRESH_MS = 5 * 60_000;

/** What is known of the voters of one market. @param market null: the one that was decided on last */
export function usePanelRecord(userId: string, market: Market | null) {
  return useQuery({
    // Not below the decisions' key: a fast paper run would read it again every two seconds.
    queryKey: ['panel-record', userId, market],
    queryFn: ({ signal }) => callApi(getPanelRecord, { query: market ?? {} }, { signal }),
    staleTime: PANEL_FRESH_MS,
    refetchInterval: PANEL_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

function queryOf(symbol: string | null) {
  return symbol === null ? {} : { symbol };
}
