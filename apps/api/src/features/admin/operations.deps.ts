import type { Brand } from '@quorate/contract/brand';
import type { BillingDesk } from './payments/billing-desk.ts';
import type { ReleaseDesk } from './releases/releases.routes.ts';

/** What the pages of the service itself need: health, payments, webhooks, reviews, messages, releases. */
export type OperationsDeps = Readonly<{
  desk: BillingDesk;
  releases: ReleaseDesk;
  databaseKind: string;
  brand: Brand;
  publicUrl: string;
}>;
