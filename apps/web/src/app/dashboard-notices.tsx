import { BillingNotices } from '../features/billing/subscription/billing-notices.tsx';
import { useDashboardMemory } from '../features/usage/usage.api.ts';

type DashboardNoticesProps = { userId: string; timeZone: string; paid: boolean };

/** What stands above every tab. */
export function DashboardNotices({ userId, timeZone, paid }: DashboardNoticesProps) {
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
