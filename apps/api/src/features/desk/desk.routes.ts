import { getDesk } from '@quorate/contract/desk';
import type { Route } from '../../http/endpoint.ts';
import { type DeskDeps, readDesk } from './desk.service.ts';

export function registerDesk(route: Route, deps: DeskDeps): void {
  route(getDesk, async ({ query }, { user }) => ({
    success: true,
    ...(await readDesk(deps, user.id, query)),
  }));
}
