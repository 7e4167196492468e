import { listPlans } from '@quorate/contract/billing';
import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import type { Route } from '../../plugins/endpoint.ts';

export function registerBilling(route: Route): void {
  route(listPlans, async () => ({ success: true, plans: LISTED_PLANS }));
}
