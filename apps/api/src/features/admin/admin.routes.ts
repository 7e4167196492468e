import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Clock } from '../../process/clock.ts';
import { registerAudit } from './audit/audit.routes.ts';
import { registerHealth } from './health/health.routes.ts';
import { registerMessages } from './messages/messages.routes.ts';
import type { OperationsDeps } from './operations.deps.ts';
import { registerPayments } from './payments/payments.routes.ts';
import { registerReleases } from './releases/releases.routes.ts';
import { registerReviews } from './reviews/reviews.routes.ts';
import { registerSpend } from './spend/spend.routes.ts';
import type { UsersDeps } from './users/users.deps.ts';
import { registerUsers } from './users/users.routes.ts';
import { registerWebhooks } from './webhooks/webhooks.routes.ts';

export type AdminDeps = Readonly<{
  db: Db;
  clock: Clock;
  accounts: UsersDeps;
  operations: OperationsDeps;
}>;

/** The back office: one folder for each of its pages. */
export function registerAdmin(route: Route, deps: AdminDeps): void {
  registerAudit(route, deps);
  registerUsers(route, deps.accounts);
  registerSpend(route, deps.accounts);
  const operations = { db: deps.db, clock: deps.clock, ...deps.operations };
  registerHealth(route, operations);
  registerPayments(route, operations);
  registerWebhooks(route, operations);
  registerReviews(route, operations);
  registerMessages(route, operations);
  registerReleases(route, operations);
}
