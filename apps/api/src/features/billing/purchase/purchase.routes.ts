import type { Route } from '../../../plugins/endpoint.ts';
import type { BillingDeps } from '../billing.deps.ts';

export function registerPurchase(_route: Route, _deps: BillingDeps): void {}
