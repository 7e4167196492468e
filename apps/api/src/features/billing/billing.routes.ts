import { LISTED_PLANS, listPlans } from '@quorate/contract/billing';
import type { Route } from '../../plugins/endpoint.ts';

export function registerBilling(route: Route): void {
  route(listPlans, async () => ({ success: true, plans: LISTED_PLANS }));
}
