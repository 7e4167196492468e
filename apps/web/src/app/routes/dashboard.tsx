import { t } from '@lingui/core/macro';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { DashboardDesk } from '../dashboard-desk.tsx';

export function meta() {
  return [
    ...pageMeta(t`Dashboard`, t`Your plan, your token usage, your statistics and your trades.`),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function DashboardPage() {
  const { user } = useSession();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  return user && <DashboardDesk userId={user.id} username={user.username} />;
}
