import { listPlans } from '@quorate/contract/billing';
import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../http/endpoint.ts';
import type { BillingDeps } from './billing.deps.ts';
import { registerPurchase } from './purchase/purchase.routes.ts';
import { registerWebhook } from './record/webhook.routes.ts';
import { registerSubscription } from './subscription/subscription.routes.ts';

export function registerBilling(app: FastifyInstance, route: Route, deps: BillingDeps): void {
  route(listPlans, async () => ({ success: true, plans: LISTED_PLANS }));
  registerPurchase(route, deps);
  registerSubscription(route, deps);
  registerWebhook(app, deps);
}
