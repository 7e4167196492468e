import { getSiteFigures } from '@quorate/contract/site';
import type { Route } from '../../http/endpoint.ts';
import { createSiteFigures, type SiteDeps } from './site.service.ts';

export function registerSiteFigures(route: Route, deps: SiteDeps): void {
  const figures = createSiteFigures(deps);
  route(getSiteFigures, async () => ({ success: true, figures: await figures() }));
}
