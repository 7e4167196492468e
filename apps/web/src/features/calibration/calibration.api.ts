import { getCalibration, getServiceCalibration } from '@quorate/contract/calibration';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

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

function queryOf(symbol: string | null) {
  return symbol === null ? {} : { symbol };
}
