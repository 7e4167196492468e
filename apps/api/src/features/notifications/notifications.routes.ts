import {
  addPushBrowser,
  getNotifications,
  removePushBrowser,
  saveNotifications,
  testPushBrowser,
} from '@quorate/contract/notifications';
import type { Route } from '../../http/endpoint.ts';
import { deleteBrowser } from '../../push/push-outbox.queries.ts';
import { storeSettings } from './notifications.queries.ts';
import type { NotificationsDeps } from './notifications.service.ts';
import { addBrowser, readNotifications, sendTestNotice } from './notifications.service.ts';

export function registerNotifications(route: Route, deps: NotificationsDeps): void {
  const { db } = deps;

  route(getNotifications, async (_input, { user }) => ({
    success: true,
    ...(await readNotifications(deps, user.id)),
  }));

  route(saveNotifications, async ({ body }, { user }) => {
    const settings = await storeSettings(db, user.id, body);
    return { success: true, message: 'Your choice is saved.', settings };
  });

  route(addPushBrowser, async ({ body }, { user }) => {
    const browser = await addBrowser(deps, user.id, body);
    return { success: true, message: `Notices are sent to ${browser.name}.`, browser };
  });

  route(removePushBrowser, async ({ params }, { user }) => {
    await deleteBrowser(db, user.id, params.browser_id);
    return { success: true, message: 'No more notices are sent there.' };
  });

  route(testPushBrowser, async ({ params }, { user }) => {
    const name = await sendTestNotice(deps, user.id, params.browser_id);
    return { success: true, message: `A test notice is on its way to ${name}.` };
  });
}
