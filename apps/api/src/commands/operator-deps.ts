import type { AppDeps } from '../app-deps.ts';
import { requestMail } from '../features/account/mail-requests/mail-requests.queries.ts';
import { securityEvents } from '../features/account/security/overview.service.ts';
import { countSessions, endSessionsOf } from '../features/account/sessions/own-sessions.service.ts';
import { forgetBrowsers } from '../features/account/sign-in/known-browsers.ts';
import type { UsersDeps } from '../features/admin/users/users.deps.ts';
import { holdersOf } from '../features/billing/entitlements/plan-holders.queries.ts';
import { readEntitlements } from '../features/billing/entitlements/read-entitlements.ts';
import { listPayments } from '../features/billing/subscription/payments.service.ts';
import { readUsage } from '../features/usage/usage.service.ts';

/** What other features know and do about accounts, for the pages of operators. */
export function accountsForOperators({
  database,
  clock,
  brand,
  publicUrl,
  limits,
}: AppDeps): UsersDeps {
  return {
    db: database.db,
    clock,
    brand,
    limits,
    publicUrl,
    readEntitlements,
    holdersOf,
    readUsage,
    listPayments,
    securityEvents,
    countSessions,
    signOutEverywhere: async (inside, userId) => {
      await forgetBrowsers(inside.db, userId, null);
      return endSessionsOf(inside, userId, { except: null, devices: true, address: null });
    },
    requestVerification: (inside, email) =>
      requestMail(inside, { purpose: 'verify', asked_for: email, username: null }),
  };
}
