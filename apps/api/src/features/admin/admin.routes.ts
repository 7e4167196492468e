import type { Route } from '../../http/endpoint.ts';
import type { BillingDesk } from '../billing/desk/billing-desk.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { ReleaseDeps } from '../downloads/releases.ts';
import { registerAudit } from './audit/audit.routes.ts';
import { registerHealth } from './health/health.routes.ts';
import { type AdminHostedDeps, registerAdminHosted } from './hosted/hosted.routes.ts';
import { registerMessages } from './messages/messages.routes.ts';
import { registerPayments } from './payments/payments.routes.ts';
import { type AdminRecordDeps, registerAdminRecord } from './record/record.routes.ts';
import { registerReleases } from './releases/releases.routes.ts';
import { registerReviews } from './reviews/reviews.routes.ts';
import { registerSpend } from './spend/spend.routes.ts';
import { registerUsers } from './users/users.routes.ts';
import type { UsersDeps } from './users/users-list.ts';
import { registerWebhooks } from './webhooks/webhooks.routes.ts';

export type AdminDeps = UsersDeps &
  ReleaseDeps &
  AdminHostedDeps &
  AdminRecordDeps &
  Readonly<{
    /** `embedded` or `postgres`. */
    databaseKind: string;
    desk: BillingDesk;
  }>;

/** The back office: one folder for each of its pages. */
export function registerAdmin(route: Route, deps: AdminDeps): void {
  registerAudit(route, deps);
  registerUsers(route, deps);
  registerSpend(route, { ...deps, readEntitlements });
  registerHealth(route, deps);
  registerPayments(route, deps);
  registerWebhooks(route, deps);
  registerReviews(route, deps);
  registerMessages(route, deps);
  registerReleases(route, deps);
  registerAdminHosted(route, deps);
  registerAdminRecord(route, deps);
}
