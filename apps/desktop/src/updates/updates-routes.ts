import { checkForUpdate, installUpdate } from '../contract/update.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { Updates } from '../parts.ts';

const DONE = { done: true } as const;

export function registerUpdates(route: LocalRoute, updates: Updates): void {
  route(checkForUpdate, () => {
    // A download may take minutes; the state tells how it goes.
    void updates.check();
    return DONE;
  });
  route(installUpdate, async () => {
    await updates.install();
    return DONE;
  });
}
