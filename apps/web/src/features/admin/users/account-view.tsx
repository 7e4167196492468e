import { Panel } from '@quorate/ui/panel';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuditOf } from '../audit/audit-of.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { AccountActs } from './account-acts.tsx';
import { AccountDecisions } from './account-decisions.tsx';
import { AccountFacts } from './account-facts.tsx';
import {
  AccountBots,
  AccountEvents,
  AccountPayments,
  AccountSubscriptions,
} from './account-lists.tsx';
import { useAccount } from './users.api.ts';

/** One account as operators see it: counts and money, never what it trades by. */
export function AccountView({ userId }: { userId: string }) {
  const account = useAccount(userId);
  const { data } = account;
  return (
    <AdminPage
      title={data?.username ?? 'Account'}
      aside={<TextLink to="/admin/users">All users</TextLink>}
    >
      {account.isError && (
        <RetryNotice
          title="Failed to load the account"
          error={account.error}
          onRetry={() => void account.refetch()}
          busy={account.isFetching}
        />
      )}
      {!data && !account.isError && <RowsSkeleton loading="Loading the account" />}
      {data && (
        <>
          <AccountActs account={data} />
          <AccountFacts account={data} />
          <AccountSubscriptions userId={userId} />
          <AccountPayments userId={userId} />
          <AccountBots userId={userId} />
          <AccountDecisions days={data.decision_days} />
          <AccountEvents userId={userId} />
          <Panel title="What operators did here">
            <AuditOf userId={userId} />
          </Panel>
        </>
      )}
    </AdminPage>
  );
}
