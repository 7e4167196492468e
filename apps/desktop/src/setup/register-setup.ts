import { getSetupCheck, setUpTerminal, startSetupCheck } from '../contract/setup.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { Setup } from '../parts.ts';

/** The calls of the setup check. */
export function registerSetup(route: LocalRoute, setup: Setup): void {
  route(getSetupCheck, ({ params }) => setup.check(params.name));
  route(startSetupCheck, ({ params }) => {
    setup.start(params.name);
    return { done: true as const };
  });
  route(setUpTerminal, ({ params }) => {
    setup.setUpTerminal(params.name);
    return { done: true as const };
  });
}
