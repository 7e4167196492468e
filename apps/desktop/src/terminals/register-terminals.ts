import { listFolder, listTerminals } from '../contract/terminals.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { Terminals } from './create-terminals.ts';

/** The calls that show what there is on this computer to choose from. */
export function registerTerminals(route: LocalRoute, terminals: Terminals): void {
  route(listTerminals, () => terminals.list());
  route(listFolder, ({ query }) => terminals.folders(query.path));
}
