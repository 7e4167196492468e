import type { Route } from '../../../plugins/endpoint.ts';
import type { BillingDeps } from '../billing.deps.ts';

export function registerSubscription(_route: Route, _deps: BillingDeps): void {}
