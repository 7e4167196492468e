import {
  addPushBrowser,
  getNotifications,
  type NotificationChange,
  removePushBrowser,
  saveNotifications,
  testPushBrowser,
} from '@quorate/contract/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { ownEndpointHash, subscribeHere, unsubscribeHere } from './this-browser.ts';

const keyOf = (userId: string) => ['notifications', userId];

/** How the user is told of silent bots, and which of the browsers this one is. */
export function useNotifications(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const reply = await callApi(getNotifications, {}, { signal });
      const own = await ownEndpointHash(reply.push_key).catch(() => null);
      return {
        ...reply,
        here: reply.browsers.find(({ endpoint_hash }) => endpoint_hash === own) ?? null,
      };
    },
  });
}

/** What can be changed; each is done once the page shows it. */
export function useNotificationActs(userId: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(userId) });
  return {
    async save(change: NotificationChange): Promise<void> {
      await callApi(saveNotifications, { body: change });
      await refresh();
    },
    /** @returns whether the user allowed it */
    async addHere(pushKey: string, name: string): Promise<boolean> {
      const place = await subscribeHere(pushKey);
      if (!place) return false;
      await callApi(addPushBrowser, { body: { ...place, name } });
      await refresh();
      return true;
    },
    async remove(browserId: string, isHere: boolean): Promise<void> {
      await callApi(removePushBrowser, { params: { browser_id: browserId } });
      // The service sends nothing more, whatever becomes of this.
      if (isHere) await unsubscribeHere().catch(() => undefined);
      await refresh();
    },
    async test(browserId: string): Promise<string> {
      return (await callApi(testPushBrowser, { params: { browser_id: browserId } })).message;
    },
  };
}
