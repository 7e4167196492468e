import type { Job } from '../../jobs.ts';
import type { BillingDeps } from './billing.deps.ts';

export function billingJobs(_deps: BillingDeps): Job[] {
  return [];
}
