import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { BillingNotices } from '../features/billing/subscription/billing-notices.tsx';
import { useDashboardMemory } from '../features/usage/usage.api.ts';
import { QueryProvider } from '../lib/query/query-provider.tsx';

type DashboardNoticesProps = { userId: string; paid: boolean };

/** What stands above every tab. */
export function DashboardNotices(props: DashboardNoticesProps) {
  return (
    <QueryProvider>
      <Notices {...props} />
    </QueryProvider>
  );
}

function Notices({ userId, paid }: DashboardNoticesProps) {
  const [timeZone] = useState(viewerTimeZone);
  const { refresh } = useDashboardMemory(userId);
  return (
    <BillingNotices
      userId={userId}
      timeZone={timeZone}
      paid={paid}
      onPlanBegun={() => void refresh()}
    />
  );
}
