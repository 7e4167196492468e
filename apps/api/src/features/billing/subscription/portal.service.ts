import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import type { BillingDeps, Provider } from '../billing.deps.ts';
import { expectAnswer, unreachable } from './provider-answer.ts';
import { findLastEnded, findLiving, type SubscriptionRow } from './subscription.queries.ts';

export type PortalPage = 'overview' | 'payment_method';

/**
 * An address of the provider's own pages, signed in as the customer of a subscription. Customers are told
 * apart by the address typed at checkout: whoever typed somebody else's there has bought on that person's
 * customer, whose cards and invoices are none of theirs. So the pages open for the same address only.
 *
 * @throws AppError no_subscription, portal_closed, payments_unreachable
 */
export async function openPortal(
  { db, provider }: BillingDeps,
  user: Readonly<{ id: UserId; email: string }>,
  page: PortalPage,
): Promise<string> {
  const [living] = await findLiving(db, user.id);
  const row = living ?? (await findLastEnded(db, user.id));
  if (!row) throw new AppError('no_subscription');
  if (!provider) throw unreachable();
  return expectAnswer(portalUrl(provider, user.email, row, page));
}

async function portalUrl(
  { payments }: Provider,
  email: string,
  { id, customer_id: customerId }: SubscriptionRow,
  page: PortalPage,
): Promise<string> {
  const customer = await payments.findCustomer(customerId);
  if (customer?.email.toLowerCase() !== email.toLowerCase()) throw new AppError('portal_closed');
  const { overview, paymentMethod } = await payments.portalUrls(customerId, id);
  return page === 'payment_method' ? (paymentMethod ?? overview) : overview;
}
