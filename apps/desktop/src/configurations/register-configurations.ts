import {
  addConfiguration,
  changeConfiguration,
  getConfiguration,
  newConfiguration,
  removeConfiguration,
} from '../contract/configurations.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { DesktopConfigurations } from './create-configurations.ts';

const DONE = { done: true } as const;

/** The calls that show and change configurations. */
export function registerConfigurations(
  route: LocalRoute,
  configurations: DesktopConfigurations,
): void {
  route(newConfiguration, () => ({ configuration: configurations.suggest() }));
  route(getConfiguration, ({ params }) => ({ configuration: configurations.form(params.name) }));
  route(addConfiguration, ({ body }) => {
    configurations.add(body);
    return DONE;
  });
  route(changeConfiguration, ({ params, body }) => {
    configurations.change(params.name, body);
    return DONE;
  });
  route(removeConfiguration, ({ params }) => {
    configurations.remove(params.name);
    return DONE;
  });
}
