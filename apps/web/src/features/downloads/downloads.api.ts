import { getDesktopRelease } from '@quorate/contract/downloads';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** The newest desktop app; null before the first. */
export function useDesktopRelease() {
  return useQuery({
    queryKey: ['desktop-release'],
    queryFn: async ({ signal }) => (await callApi(getDesktopRelease, {}, { signal })).release,
  });
}
