import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { latePart } from '../lib/late-part.tsx';
import { PageSpinner } from '../ui/page-spinner.tsx';

export type AdminPage = Readonly<{
  /** What follows /admin/ in the address; '' for the first page. */
  path: string;
  label: string;
  description: string;
  Part: ComponentType;
}>;

/** @param load the page's code, which comes with its first opening */
function page(
  path: string,
  label: string,
  description: string,
  load: () => Promise<ComponentType>,
): AdminPage {
  const { Part } = latePart(load, <PageSpinner />, t`The page ${label} did not come`);
  return { path, label, description, Part };
}

/**
 * The pages of the back office, in the order in which they are listed. They are no routes of their own: the
 * list of routes is loaded by every visitor of the home page.
 */
export const ADMIN_PAGES: readonly AdminPage[] = [
  page('', t`Health`, t`How the service is doing.`, async () => {
    return (await import('../features/admin/health/health-view.tsx')).HealthView;
  }),
  page('record', t`Record`, t`How the log of the record does.`, async () => {
    return (await import('../features/admin/record/record-view.tsx')).RecordView;
  }),
  page('users', t`Users`, t`Accounts and what they are entitled to.`, async () => {
    return (await import('../features/admin/users/users-view.tsx')).UsersView;
  }),
  page('payments', t`Payments`, t`Payments and refunds.`, async () => {
    return (await import('../features/admin/payments/payments-view.tsx')).PaymentsView;
  }),
  page('webhooks', t`Webhooks`, t`Events from the payment provider.`, async () => {
    return (await import('../features/admin/webhooks/webhooks-view.tsx')).WebhooksView;
  }),
  page('hosted', t`Hosted accounts`, t`Paper accounts that the service trades.`, async () => {
    return (await import('../features/admin/hosted/hosted-view.tsx')).HostedView;
  }),
  page('spend', t`Spend`, t`What models cost and plans bring in.`, async () => {
    return (await import('../features/admin/spend/spend-view.tsx')).SpendView;
  }),
  page('models', t`Models`, t`How the models do over all users of the service.`, async () => {
    const { ServiceCalibration } = await import('../features/calibration/service-calibration.tsx');
    return ServiceCalibration;
  }),
  page('messages', t`Messages`, t`What visitors wrote.`, async () => {
    return (await import('../features/admin/messages/messages-view.tsx')).MessagesView;
  }),
  page('reviews', t`Reviews`, t`Reviews on the site.`, async () => {
    return (await import('../features/admin/reviews/reviews-view.tsx')).ReviewsView;
  }),
  page('releases', t`Releases`, t`Releases of the desktop app.`, async () => {
    return (await import('../features/admin/releases/releases-view.tsx')).ReleasesView;
  }),
  page('audit', t`Audit log`, t`What operators did.`, async () => {
    return (await import('../features/admin/audit/audit-view.tsx')).AuditView;
  }),
];

/** The page of one account, below the list of them. */
export const ACCOUNT_PAGE = latePart<{ userId: string }>(
  async () => (await import('../features/admin/users/account-view.tsx')).AccountView,
  <PageSpinner />,
  t`The page of this account did not come`,
);
